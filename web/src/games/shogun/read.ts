/** Shogun's view as the map draws it. Provinces go by their ids, armies by "red 1". */
export type Troops = Partial<Record<"bowmen" | "swordsmen" | "gunners" | "spearmen", number>>;
export interface Land {
  owner: string | null;
  force: Troops;
  ronin: number;
  hidden_ronin: number | null;
  castle: "" | "castle" | "fortress";
  bonus: number;
  aim: string | null;
  levy: number | null;
  called_off: boolean;
  arrived: number[];
}
export interface Army {
  army: string;
  at: string;
  units: Troops;
  ronin: number;
  level: number;
  hole: number;
  struck: boolean;
  aim: string | null;
  moves_left: number;
  finished: boolean;
  has_moved: boolean;
}
export interface Clan {
  seat: number;
  alive: boolean;
  koku: number | null;
  bins: Record<string, number> | null;
  tray: Troops;
  sword: number;
  sealed: boolean;
  to_seal: number;
  choices_made: number | null;
  provinces: number;
  veiled_ronin: number;
}
export interface Battle {
  army: string | null;
  from: string | null;
  to: string | null;
  step: number;
  side: "attacker" | "defender";
  rolled: number;
  hits_on_attacker: number;
  hits_on_defender: number;
  to_lose: number;
  first_strike: boolean;
}
export interface ShogunView {
  seat: number;
  round: number;
  stage: string;
  turn: string | null;
  at_war: string | null;
  ninja: string | null;
  spy: { by: string | null; on: string | null };
  supply: Record<string, number>;
  goal: number;
  set_up: { armies: number; reinforcements: number };
  clans: Record<string, Clan>;
  armies: Army[];
  provinces: Record<string, Land>;
  moving: {
    final: boolean;
    army: number;
    to: string | null;
    march_to: string | null;
    into_army: boolean;
    chosen: number;
    from_type: number;
    recovering: number;
  };
  battle: Battle;
  strike: { by: string | null; at: string | null };
  takes_over: string | null;
  winner: number;
}

export const UNITS = ["bowmen", "gunners", "swordsmen", "spearmen"] as const;
export const SINGULAR = { bowmen: "bowman", gunners: "gunner", swordsmen: "swordsman", spearmen: "spearman" } as const;
export type Unit = (typeof SINGULAR)[keyof typeof SINGULAR];
export const KINDS: Unit[] = ["bowman", "swordsman", "gunner", "spearman"];
export const PLURAL = Object.fromEntries(UNITS.map((many) => [SINGULAR[many], many])) as Record<
  Unit,
  (typeof UNITS)[number]
>;
/** Places of an army and of a provincial force (RULES §2.4). */
export const SAMURAI = 4,
  ASHIGARU = 10,
  FORCE = 5;
export const ICON = { bowmen: "archer", gunners: "gunner", swordsmen: "swordsman", spearmen: "spearman" } as const;
export const BINS = ["swords", "build", "levy", "ronin", "ninja"] as const;
export type Bin = (typeof BINS)[number];

export const BIN_ICON = {
  swords: "swordsman",
  build: "castle",
  levy: "spearman",
  ronin: "ronin",
  ninja: "ninja",
} as const;

export const size = (troops: Troops): number => UNITS.reduce((sum, unit) => sum + (troops[unit] ?? 0), 0);
/** The clan this seat decides for: of two the one whose turn it is. */
export const acting = (view: ShogunView): string => {
  const own = Object.keys(view.clans).filter((name) => view.clans[name]!.seat === view.seat);
  return own.find((name) => name === view.turn) ?? own[0] ?? "";
};
export const clanOf = (army: string): string => army.split(" ")[0]!;
export const numberOf = (army: string): string => army.split(" ")[1] ?? "";
/** The stage as a table speaks of it: armies move twice, before and after the battles. */
export const stageOf = (view: ShogunView): string =>
  view.stage === "move" && view.moving.final ? "move-final" : view.stage;
/** The stages in which dice and casualties are the matter. */
export const FIGHTING = new Set(["join", "defence", "roll", "lose", "press"]);

const CODE = { bowmen: "B", gunners: "G", swordsmen: "S", spearmen: "P" } as const;
/** A troop as the odds read it: `D1 B2 P3`; empty when nobody is there. */
export function troopCode(troops: Troops, daimyo: boolean, ronin: number): string {
  return [
    daimyo ? "D1" : "",
    ...UNITS.map((unit) => (troops[unit] ? CODE[unit] + troops[unit] : "")),
    ronin ? `R${ronin}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** All who are seen to defend a province; hidden ronin are nobody's to know but their owner's. */
export function defence(view: ShogunView, id: string): string {
  const land = view.provinces[id]!;
  const army = view.armies.find((each) => each.at === id && clanOf(each.army) === land.owner);
  const parts = [
    army ? troopCode(army.units, !army.struck, army.ronin) + (army.struck ? " struck" : "") : "",
    troopCode(land.force, false, land.ronin),
  ].filter(Boolean);
  if (!parts.length) return "";
  return (
    parts.join(" + ") +
    (land.castle && land.bonus > 0 ? ` ${land.castle}=${land.bonus}` : land.castle ? ` ${land.castle}` : "")
  );
}
