// Made by scripts/web_types.py from gunbai/games/shogun/view_data.py. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * ArmyData
     * @description An army, named "red 1"; `room` is how many more of each kind it can take.
     */
    ArmyData: {
      aim: string | null;
      army: string;
      at: string;
      finished: boolean;
      has_moved: boolean;
      hole: number;
      level: number;
      moves_left: number;
      picked_up_here: components["schemas"]["TroopsData"];
      ronin: number;
      room: components["schemas"]["TroopsData"];
      struck: boolean;
      units: components["schemas"]["TroopsData"];
    };
    /** BattleData */
    BattleData: {
      army: string | null;
      attacks_made: number;
      emptied: string | null;
      first_strike: boolean;
      from: string | null;
      hits_on_attacker: number;
      hits_on_defender: number;
      lapsed: string | null;
      losing: components["schemas"]["LosingData"] | null;
      rolled: number;
      /** @enum {unknown} */
      side: "attacker" | "defender";
      sides: components["schemas"]["SidesData"] | null;
      step: number;
      success: boolean;
      to: string | null;
      to_lose: number;
    };
    /**
     * BinsData
     * @description The koku in the bins of a plan.
     */
    BinsData: {
      build: number;
      levy: number;
      ninja: number;
      ronin: number;
      swords: number;
    };
    /**
     * ClanData
     * @description A clan; what is null this seat does not know.
     */
    ClanData: {
      alive: boolean;
      bins: components["schemas"]["BinsData"] | null;
      building: number | null;
      choices_made: number | null;
      koku: number | null;
      last_choice: number | null;
      provinces: number;
      sealed: boolean;
      seat: number;
      sword: number;
      to_seal: number;
      tray: components["schemas"]["TroopsData"];
      veiled_ronin: number;
      wish: number | null;
    };
    /**
     * LandData
     * @description A province; what is null this seat does not know, or it does not matter now.
     *
     *         `room` is how many units its force can still take, `ronin_room` how many ronin can still be hidden there.
     */
    LandData: {
      aim: string | null;
      arrived: number[];
      bonus: number;
      called_off: boolean;
      /** @enum {unknown} */
      castle: "" | "castle" | "fortress";
      force: components["schemas"]["TroopsData"];
      hidden_ronin: number | null;
      levy: number | null;
      owner: string | null;
      ronin: number;
      ronin_room: number | null;
      room: number;
    };
    /**
     * LevyPriceData
     * @description How many units of these kinds, counted together, one koku pays for.
     */
    LevyPriceData: {
      for_a_koku: number;
      units: string[];
    };
    /**
     * LosingData
     * @description The troops that a side loses its casualties from; null where none of that kind fights.
     */
    LosingData: {
      army: components["schemas"]["LostData"] | null;
      force: components["schemas"]["LostData"] | null;
    };
    /**
     * LostData
     * @description Units and ronin that casualties are taken from.
     */
    LostData: {
      bowmen?: number;
      gunners?: number;
      ronin: number;
      spearmen?: number;
      swordsmen?: number;
    };
    /**
     * MovingData
     * @description What is on the move: the units a garrison or a march is chosen from, and how many more the mover can choose.
     */
    MovingData: {
      army: number;
      at_most: number | null;
      by_type: number[];
      choose_from: components["schemas"]["TroopsData"] | null;
      chosen: number;
      final: boolean;
      from_type: number;
      into_army: boolean;
      march_to: string | null;
      recovering: number;
      to: string | null;
    };
    /**
     * PricesData
     * @description What koku buy: the price of a building, how many ronin one koku hires, and what it raises.
     */
    PricesData: {
      build: number;
      levy: components["schemas"]["LevyPriceData"][];
      ronin: number;
    };
    /**
     * SetUpData
     * @description How many armies and reinforcements a clan sets up.
     */
    SetUpData: {
      armies: number;
      reinforcements: number;
    };
    /**
     * ShogunData
     * @description Shogun as one seat sees it. Provinces go by their ids.
     */
    ShogunData: {
      armies: components["schemas"]["ArmyData"][];
      at_war: string | null;
      battle: components["schemas"]["BattleData"];
      clans: {
        [key: string]: components["schemas"]["ClanData"];
      };
      /** @enum {unknown} */
      game: "shogun";
      goal: number;
      moving: components["schemas"]["MovingData"];
      ninja: string | null;
      prices: components["schemas"]["PricesData"];
      provinces: {
        [key: string]: components["schemas"]["LandData"];
      };
      round: number;
      seat: number;
      secrets: boolean;
      set_up: components["schemas"]["SetUpData"];
      spy: components["schemas"]["SpyData"];
      stage: string;
      strike: components["schemas"]["StrikeData"];
      supply: components["schemas"]["SupplyData"];
      takes_over: string | null;
      turn: string | null;
      winner: number;
    };
    /**
     * SidesData
     * @description A battle as the odds read it: both sides, whether the defenders strike first, and where the round stands.
     */
    SidesData: {
      at: string;
      attacker: string;
      defender: string;
      naval: boolean;
    };
    /**
     * SpyData
     * @description Who looks into whose plan.
     */
    SpyData: {
      by: string | null;
      on: string | null;
    };
    /**
     * StrikeData
     * @description Whose ninja strikes at which army.
     */
    StrikeData: {
      at: string | null;
      by: string | null;
    };
    /**
     * SupplyData
     * @description What is left in the box.
     */
    SupplyData: {
      bases: number;
      castles: number;
      ronin: number;
    };
    /**
     * TroopsData
     * @description Units by kind; a kind without units is left out.
     */
    TroopsData: {
      bowmen?: number;
      gunners?: number;
      spearmen?: number;
      swordsmen?: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type ArmyData = components["schemas"]["ArmyData"];
export type BattleData = components["schemas"]["BattleData"];
export type BinsData = components["schemas"]["BinsData"];
export type ClanData = components["schemas"]["ClanData"];
export type LandData = components["schemas"]["LandData"];
export type LevyPriceData = components["schemas"]["LevyPriceData"];
export type LosingData = components["schemas"]["LosingData"];
export type LostData = components["schemas"]["LostData"];
export type MovingData = components["schemas"]["MovingData"];
export type PricesData = components["schemas"]["PricesData"];
export type SetUpData = components["schemas"]["SetUpData"];
export type ShogunData = components["schemas"]["ShogunData"];
export type SidesData = components["schemas"]["SidesData"];
export type SpyData = components["schemas"]["SpyData"];
export type StrikeData = components["schemas"]["StrikeData"];
export type SupplyData = components["schemas"]["SupplyData"];
export type TroopsData = components["schemas"]["TroopsData"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
