// Made by scripts/web_types.py from gunbai/games/gunkimono/view_data.py. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * BannerStacksData
     * @description The banners that are left, by troop.
     */
    BannerStacksData: {
      archer: string[];
      cavalry: string[];
      infantry: string[];
      samurai: string[];
      spearman: string[];
    };
    /**
     * GunkimonoData
     * @description Gunkimono as one seat sees it. Squares count from the upper left.
     */
    GunkimonoData: {
      banner_stacks: components["schemas"]["BannerStacksData"];
      board: components["schemas"]["SquareData"][];
      columns: number;
      end_game_stack: number;
      end_tile_shown: boolean;
      ending_row: number;
      hand: string[];
      main_stack: number;
      options: {
        [key: string]: number | string | boolean;
      };
      passes: number;
      players: components["schemas"]["PlayerData"][];
      row: string[];
      rows: number;
      scoring_half: number;
      seat: number;
      start_player: ("black" | "purple" | "red" | "teal" | "white") | null;
      step: string;
      stronghold_rows: number[];
      tile: string | null;
      tile_direction: ("east" | "north" | "south" | "west") | null;
      tile_square: string | null;
      turn: ("black" | "purple" | "red" | "teal" | "white") | null;
      unseen_tiles: {
        [key: string]: number;
      };
    };
    /**
     * HonorData
     * @description A player's honor by troop; null when the marker has left the track.
     */
    HonorData: {
      archer: number | null;
      cavalry: number | null;
      infantry: number | null;
      samurai: number | null;
      spearman: number | null;
    };
    /**
     * PlayerData
     * @description A player; `banner_values` is null where this seat may not know them.
     */
    PlayerData: {
      banner_values: number[] | null;
      banners: string[];
      hand_hidden: number;
      hand_known: string[];
      honor: components["schemas"]["HonorData"];
      /** @enum {unknown} */
      name: "black" | "purple" | "red" | "teal" | "white";
      points: number;
      reserve: string[];
      strongholds_built: number;
    };
    /**
     * SquareData
     * @description A square: the troop on top, how many tiles lie there, whose stronghold, and the first square of its formation.
     */
    SquareData: {
      formation: string;
      level: number;
      square: string;
      stronghold: ("black" | "purple" | "red" | "teal" | "white") | null;
      symbols: number;
      /** @enum {unknown} */
      troop: "archer" | "cavalry" | "infantry" | "samurai" | "spearman";
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type BannerStacksData = components["schemas"]["BannerStacksData"];
export type GunkimonoData = components["schemas"]["GunkimonoData"];
export type HonorData = components["schemas"]["HonorData"];
export type PlayerData = components["schemas"]["PlayerData"];
export type SquareData = components["schemas"]["SquareData"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
