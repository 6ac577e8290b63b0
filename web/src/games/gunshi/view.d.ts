// Made by scripts/web_types.py from gunbai/games/gunshi/view_data.py. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * CommandData
     * @description The command in progress; between commands only how many cards were `sent`.
     */
    CommandData: {
      at?: string | null;
      beside?: string[];
      card?: string | null;
      cards_left?: number;
      chain?: string[];
      direction?: ("east" | "north" | "south" | "west") | null;
      doing?: string;
      last?: number;
      sent?: number;
      stage?: number;
      stepped?: boolean;
      to_act?: string[];
      unit?: string | null;
    };
    /**
     * DeckCardData
     * @description A card of the deck, top first.
     */
    DeckCardData: {
      card: string | null;
      known_to_all: boolean;
    };
    /**
     * FenceData
     * @description A fence and its owner.
     */
    FenceData: {
      line: string;
      /** @enum {unknown} */
      owner: "blue" | "red";
    };
    /**
     * GunshiData
     * @description Gunshi as one seat sees it. Squares are named a1 to g7; red's edge is row 1.
     */
    GunshiData: {
      blue: components["schemas"]["SideData"];
      command: components["schemas"]["CommandData"] | null;
      ending: string;
      fences: components["schemas"]["FenceData"][];
      /** @enum {unknown} */
      game: "gunshi";
      /** @enum {unknown} */
      phase: "advanced" | "arrange" | "battle" | "deck" | "formation" | "over";
      red: components["schemas"]["SideData"];
      reserve: components["schemas"]["ReserveData"];
      seat: number | null;
      step: string;
      to_act: ("blue" | "red")[];
      turn: number;
      units: components["schemas"]["UnitData"][];
      winner: ("blue" | "red") | null;
    };
    /**
     * PileData
     * @description Cards that are chosen in secret now: `count` of `cards`, and those that are `chosen` already.
     */
    PileData: {
      cards: string[];
      chosen: string[];
      count: number;
      /** @enum {unknown} */
      verb: "deck" | "hand" | "pick" | "prepare";
    };
    /**
     * PoolCardData
     * @description What is public about a card in hand or face down in the row.
     */
    PoolCardData: {
      card: string | null;
      first_place: number;
    };
    /**
     * ReserveData
     * @description Units that are left in the box.
     */
    ReserveData: {
      archer: number;
      cavalry: number;
      infantry: number;
    };
    /**
     * RowCardData
     * @description A card of the command row; `card` is null where this seat does not know.
     */
    RowCardData: {
      card: string | null;
      /** @enum {unknown} */
      face: "down" | "up";
      scouted: boolean;
      slot: string;
    };
    /**
     * SideData
     * @description One side of the table.
     */
    SideData: {
      can_place: boolean;
      committed: boolean;
      deck: components["schemas"]["DeckCardData"][];
      fences: string[];
      fences_left: number;
      hand: string[] | null;
      hand_size: number;
      /** @enum {unknown} */
      inspiration: "declined" | "due" | "none" | "taken";
      invaders: number;
      kit: string[] | null;
      lightning: boolean;
      mlp: number;
      /** @enum {unknown} */
      next_card: "down" | "up";
      pile?: components["schemas"]["PileData"];
      pool: components["schemas"]["PoolCardData"][];
      prepared?: string[];
      removed?: string | null;
      row: components["schemas"]["RowCardData"][];
      sealed?: string[];
      shogun: string | null;
      shogun_shown: boolean;
      spot: components["schemas"]["SpotData"];
      taken?: string | null;
      trap: boolean;
    };
    /**
     * SpotData
     * @description What has left the field as an invader.
     */
    SpotData: {
      archer: number;
      cavalry: number;
      infantry: number;
      shields: number;
    };
    /**
     * UnitData
     * @description A unit on the field; `shogun` is null where this seat does not know.
     *
     *         An archer has its range: the squares it can hit with the card that is carried out, or with an ordinary shot, and
     *         those in range that a fence covers.
     */
    UnitData: {
      cleared: boolean;
      covered?: string[];
      /** @enum {unknown} */
      facing: "east" | "north" | "south" | "west";
      /** @enum {unknown} */
      owner: "blue" | "red";
      range?: string[];
      shield: boolean;
      shogun: boolean | null;
      square: string;
      /** @enum {unknown} */
      type: "archer" | "cavalry" | "infantry";
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type CommandData = components["schemas"]["CommandData"];
export type DeckCardData = components["schemas"]["DeckCardData"];
export type FenceData = components["schemas"]["FenceData"];
export type GunshiData = components["schemas"]["GunshiData"];
export type PileData = components["schemas"]["PileData"];
export type PoolCardData = components["schemas"]["PoolCardData"];
export type ReserveData = components["schemas"]["ReserveData"];
export type RowCardData = components["schemas"]["RowCardData"];
export type SideData = components["schemas"]["SideData"];
export type SpotData = components["schemas"]["SpotData"];
export type UnitData = components["schemas"]["UnitData"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
