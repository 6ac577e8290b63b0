import type { Sight } from "../../lib/types";
import type { ArmyData, BattleData, ClanData, LandData, ShogunData, TroopsData } from "./view";

/** Shogun's view as the map draws it. Provinces go by their ids, armies by "red 1". */
export type ShogunView = ShogunData;
export type Troops = TroopsData;
export type Land = LandData;
export type Army = ArmyData;
export type Clan = ClanData;
export type Battle = BattleData;

export const UNITS = ["bowmen", "gunners", "swordsmen", "spearmen"] as const;
export const SINGULAR = { bowmen: "bowman", gunners: "gunner", swordsmen: "swordsman", spearmen: "spearman" } as const;
export type Unit = (typeof SINGULAR)[keyof typeof SINGULAR];
export const KINDS: Unit[] = ["bowman", "swordsman", "gunner", "spearman"];
export const PLURAL = Object.fromEntries(UNITS.map((many) => [SINGULAR[many], many])) as Record<
  Unit,
  (typeof UNITS)[number]
>;
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
/** Whether players lead more than one clan each, as two players do. */
export const leadsSeveral = ({ clans }: ShogunView): boolean => {
  const seats = Object.values(clans).map((clan) => clan.seat);
  return new Set(seats).size < seats.length;
};
export const clanOf = (army: string): string => army.split(" ")[0]!;
export const numberOf = (army: string): string => army.split(" ")[1] ?? "";
/** The stage as a table speaks of it: armies move twice, before and after the battles. */
export const stageOf = (view: ShogunView): string =>
  view.stage === "move" && view.moving.final ? "move-final" : view.stage;
/** The stages in which dice and casualties are the matter. */
export const FIGHTING = new Set(["join", "defence", "roll", "lose", "press"]);

/** What is laid out in the browser and then said at once: how much of it the table has heard. */
export const midway = ({ view }: Sight): boolean => {
  const { stage, clans, moving } = view as ShogunView;
  const made = clans[acting(view as ShogunView)]?.choices_made ?? 0;
  return LAID_OUT.has(stage) ? made > 0 : (stage === "garrison" || stage === "send") && moving.chosen > 0;
};
const LAID_OUT = new Set(["plan", "levy", "hire"]);
/** Whether others at the same device must not look on: the seat has secrets, or several decide behind screens. */
export const secret = ({ view, to_act }: Sight): boolean => (view as ShogunView).secrets || to_act.length > 1;
