import type { Ahead } from "../../lib/foresight.svelte";
import { seatName } from "../../lib/names";
import { count, t, tt } from "../../lib/words.svelte";
import type { LogLine, Sight } from "../../lib/types";
import { totalOf, toward, type GunkimonoView } from "./read";

export const troopName = (letter: string): string => tt(`gk.${letter}`, letter);
export const LETTER: Record<string, string> = { infantry: "I", spearman: "P", archer: "A", samurai: "S", cavalry: "C" };
export const TROOP = { I: "infantry", P: "spearman", A: "archer", S: "samurai", C: "cavalry" } as const;

/** A troop with its symbols. */
const half = (letter: string, symbols: string): string => t("gk.half", { troop: troopName(letter), n: symbols });

/** `I1P2` → "infantry (1) and spearman (2)"; `I` → "small infantry". */
export function tileName(tile: string): string {
  if (tile === "end" || tile === "?") return t(`gk.tile.${tile}`);
  if (tile.length === 1) return t("gk.tile.small", { a: troopName(tile) });
  return t("gk.tile.large", { a: half(tile[0]!, tile[1]!), b: half(tile[2]!, tile[3]!) });
}

export function phrase(text: string): string {
  const [verb = "", at = "", way = ""] = text.split(" ");
  switch (verb) {
    case "large":
    case "small":
    case "take":
    case "drawn":
    case "revealed":
      return t(`gk.do.${verb}`, { tile: tileName(at) });
    case "pass":
    case "draw":
      return t(`gk.do.${verb}`);
    case "place":
      return way ? t("gk.do.placeWay", { q: at, way: tt(`way.${way}`, way) }) : t("gk.do.place", { q: at });
    case "support":
      return t("gk.do.support", { troop: troopName(at) });
    case "score":
      return tt(`gk.do.${at}`, text);
    case "build":
      return t("gk.do.build", { q: at });
    case "banner":
      return at === "?" ? t("gk.do.bannerHidden") : t("gk.do.banner", { n: at });
    case "start":
      return t("gk.do.start", { seat: seatName("gunkimono", at) });
    default:
      return text;
  }
}

export function refs(text: string): string[] {
  const [verb = "", at = ""] = text.split(" ");
  if (verb === "place" || verb === "build") return [at];
  if (verb === "large" || verb === "small") return [`hand:${at}`];
  if (verb === "support") return [`hand:${at}`];
  if (verb === "take") return [`row:${at}`];
  if (verb === "draw") return ["stack"];
  return [];
}

/** A placing with the tile that is placed: where each of its troops comes to lie. Nothing for other actions. */
export function placing(text: string, tile: string): string {
  const [verb = "", at = "", way = ""] = text.split(" ");
  if (verb !== "place" || !tile) return "";
  if (!way) return t("gk.do.placeOne", { tile: tileName(tile), q: at });
  return t("gk.do.placeBoth", { a: half(tile[0]!, tile[1]!), q: at, b: half(tile[2]!, tile[3]!), r: toward(at, way) });
}

/** A choice at its moment: a scoring says how much it brings, a placing where each troop comes to lie. */
export function label(text: string, sight: Sight, _options: Record<string, unknown>, ahead: Ahead | null): string {
  const [verb = "", at = ""] = text.split(" ");
  const where = placing(text, (sight.view as GunkimonoView).tile ?? "");
  if (where) return where;
  const amount = (kind: string, piece: string): number =>
    ahead?.effects.find((each) => each.kind === kind && each.piece === piece && each.at)?.amount ?? 0;
  if (!ahead) return phrase(text);
  if (verb === "build") return t("gk.do.buildN", { q: at, n: amount("build", "stronghold") });
  if (text === "score points") return count(amount("gain", "points"), "gk.do.pointsOne", "gk.do.pointsN");
  return text === "score honor" ? t("gk.do.honorN", { n: amount("gain", "honor") }) : phrase(text);
}

/** What a word of a refusal is called. */
export function word(kind: string, value: string): string | undefined {
  if (kind === "troop") return troopName(LETTER[value] ?? value);
  if (kind === "banner") return tt(`gk.${value}`, value);
  return kind === "tile" ? tileName(value) : undefined;
}

export function prompt(sight: Sight): string {
  const view = sight.view as GunkimonoView;
  const step = ["row", "deal", "draw", "reveal", "banner"].includes(view.step) ? "wait" : view.step;
  const tile = view.tile ?? "";
  const letter = tile.length === 1 ? tile : (tile[view.scoring_half === 2 ? 2 : 0] ?? "");
  return tt(`gk.ask.${step}`, sight.prompt, { troop: troopName(letter) });
}

/** What the one who is waited for is about. */
export const waiting = (sight: Sight, who: string): string =>
  tt(`gk.wait.${(sight.view as GunkimonoView).step}`, t("table.waitingFor", { who }), { who });
/** A seat's points; banners count when they are open. */
export function score(sight: Sight, seat: number): string {
  const player = (sight.view as GunkimonoView).players[seat];
  return player ? count(totalOf(player, sight.over), "gk.scoreOne", "gk.score") : "";
}
export const standing = (sight: Sight, seat: number): number => {
  const player = (sight.view as GunkimonoView).players[seat];
  return player ? totalOf(player, sight.over) : 0;
};
/** The final count: points, and what the banners were worth. */
export function tally(sight: Sight): { seat: number; parts: string; total: number }[] {
  return (sight.view as GunkimonoView).players
    .map((player, seat) => {
      const values = player.banner_values ?? [];
      return {
        seat,
        parts: t(values.length ? "gk.tally" : "gk.tallyNone", { points: player.points, list: values.join(" + ") }),
        total: totalOf(player, true),
      };
    })
    .sort((a, b) => b.total - a.total);
}
/** Where the game stands. */
export function stage(sight: Sight): string {
  const view = sight.view as GunkimonoView;
  return view.end_tile_shown
    ? t("gk.lastRound")
    : view.main_stack
      ? t("gk.stage.main", { n: view.main_stack })
      : t("gk.stage.end");
}
/** Lines that say little about what others did. */
export const minor = (line: LogLine): boolean => /^(large|small|take|draw|drawn|revealed)\b/.test(line.action);

/** How long an action of another player stays on screen; what is only dealt or turned up is nothing to look back at. */
export function pace(text: string): number {
  if (/^(place|build|support|score|banner) /.test(text)) return 850;
  return /^(drawn|revealed|start) /.test(text) ? 90 : 450;
}
