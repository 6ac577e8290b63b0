import { named, quoted, t, tt } from "../../lib/words.svelte";
import type { Choice, Sight } from "../../lib/types";

const unit = (name: string): string => tt(`gunshi.${name}`, name);
const card = (code: string): string => tt(`gunshi.card.${code}`, code);
const way = (name: string): string => tt(`way.${name}`, name);

/** An action's text as a phrase for people: `unit d2` → "The unit on d2". */
export function phrase(text: string): string {
  const [verb = "", at = "", second = ""] = text.split(" ");
  switch (verb) {
    case "unit": case "join": case "next": case "to": case "hit": case "ask": return t(`gunshi.do.${verb}`, { q: at });
    case "move": case "turn": case "face": return t(`gunshi.do.${verb}`, { way: way(at) });
    case "shoot": case "go": case "invade": case "stay": case "end": case "lightning": case "decline": return t(`gunshi.do.${verb}`);
    case "infantry": case "archer": case "cavalry": return t("gunshi.do.place", { unit: unit(verb), q: at });
    case "fence": case "switch": { const [a = "", b = ""] = at.split("-"); return t(`gunshi.do.${verb}`, { a, b }); }
    case "look": return t("gunshi.do.look", { n: at });
    case "shogun": return at === "?" ? t("gunshi.do.shogunHidden") : t("gunshi.do.shogun", { q: at });
    case "take": return at === "blind" ? t("gunshi.do.blind") : t("gunshi.do.take", { card: card(at) });
    case "send": case "hand": case "deck": case "pick": case "prepare": case "reveal": case "discard": return t(`gunshi.do.${verb}`, { card: card(at) }) + (second ? ` ${second}` : "");
    default: return text;
  }
}

/** What of the board a choice speaks of: squares `d3`, lines `c3-c4`, cards `card:M`. */
export function refs(text: string): string[] {
  const [verb = "", at = ""] = text.split(" ");
  if (["unit", "join", "next", "to", "hit", "ask", "infantry", "archer", "cavalry", "shogun"].includes(verb)) return at === "?" ? [] : [at];
  if (verb === "fence" || verb === "switch") return [at];
  if (["send", "hand", "deck", "pick", "prepare", "discard"].includes(verb)) return [`card:${at}`];
  if (["move", "turn", "face"].includes(verb)) return [`way:${at}`];
  return [];
}

/** What carries out a command that is prepared; what follows from it without a choice is done along with it. */
export function carry(sight: Sight): Choice | null {
  const done = sight.legal.find((choice) => choice.text === "go");
  if (done) return done;
  return sight.legal.length === 1 && forced(sight.legal[0]!.text) ? sight.legal[0]! : null;
}
export const forced = (text: string): boolean => /^(next|to|hit|go)\b/.test(text);

/** What a word of a refusal is called. A choice's own words stand in quotation marks already. */
export function word(kind: string, value: string): string | undefined {
  if (kind === "text") return quoted(phrase(value));
  if (kind === "unit") return unit(value);
  return kind === "card" ? tt(`gunshi.card.${value}`, named("gunshi.card.", value)) : undefined;
}

export function prompt(sight: Sight): string {
  return tt(`gunshi.ask.${String(sight.view.step ?? "")}`, sight.prompt, { card: card(String(sight.view.command?.card ?? "")) });
}

/** How long an action of the other side stays on screen. */
export function pace(text: string): number {
  if (/^(to|hit|invade|go|join|move|turn|shoot|next|reveal|ask|switch)\b/.test(text)) return 850;
  if (/^(hand|deck|shogun|prepare|pick) /.test(text)) return 60;
  return 480;
}
