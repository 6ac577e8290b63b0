import { optionName, seatName } from "./names";
import { prefs } from "./prefs.svelte";
import type { Effect, LogLine, Problem, PublicTable, QuickOrder } from "./types";
import { learnWords, t, tt } from "./words.svelte";

/**
 * The server speaks English: a template and its words (see `core/errors.py`), or a note such as an option's help.
 * In Japanese both are looked up by the English; a word that is a name gets the name this browser has for it.
 */
let japanese = $state.raw<Record<string, Record<string, string>>>({});

/** What a game of others says in Japanese, brought along by the server. */
export function teach(game: string, texts: Record<string, string>): void {
  japanese = { ...japanese, [game]: texts };
}

/** What each game says. Loaded when something of that game is to be said, for nobody plays all of them at once. */
const OF_GAMES = import.meta.glob<Record<string, string>>("../games/*/said.ja.json", { import: "default" });
const asked = new Map<string, Promise<void>>();

/** Resolves when what a game of the house says is there in Japanese. */
function learn(game: string): Promise<void> {
  const load = OF_GAMES[`../games/${game}/said.ja.json`];
  if (load && !asked.has(game))
    asked.set(
      game,
      load().then(
        (texts) => teach(game, texts),
        // It is asked for again with the next sentence.
        () => void asked.delete(game),
      ),
    );
  return asked.get(game) ?? Promise.resolve();
}

/** Resolves when the chosen language can be spoken, also about a game if one is named. */
export async function learnt(game = ""): Promise<void> {
  if (prefs.lang !== "ja") return;
  await learnWords();
  if (!japanese.common) teach("common", (await import("../text/said/ja")).said);
  await learn(game);
}
$effect.root(() => {
  $effect(() => {
    if (prefs.lang === "ja") void learnt();
  });
});

/** The name of a word in the chosen language, by its kind; a game knows its own pieces. */
export type Wording = (kind: string, value: string) => string | undefined;

function find(text: string, game: string): string | undefined {
  if (prefs.lang !== "ja") return undefined;
  void learn(game);
  const parts = game ? [game, "common"] : ["common", ...Object.keys(japanese)];
  return parts.map((part) => japanese[part]?.[text]).find((found) => found !== undefined);
}

/** A note of the server's in the chosen language. */
export const said = (text: string, game: string): string => find(text, game) ?? text;

function word(name: string, given: string | number, game: string, own: Wording): string {
  const value = String(given);
  const kind = name.slice(name.lastIndexOf("_") + 1);
  // Who sits there may follow the colour: "red (Ann)".
  const seat = (text: string): string => text.replace(/^\w+/, (colour) => seatName(game, colour));
  switch (kind) {
    case "waiting":
    case "example":
    case "reason":
      return said(value, game);
    case "way":
      return tt(`way.${value}`, value);
    case "seat":
      return seat(value);
    case "seats":
      return value.split(" and ").map(seat).join("、");
    case "game":
      return tt(`game.${value}`, value);
    case "option":
      return optionName(game, value);
    default:
      return own(kind, value) ?? said(value, game);
  }
}

/** Why something was refused, in the chosen language. */
export function inWords(problem: Problem, game = "", own: Wording = () => undefined): string {
  const detail = problem.paragraph ? problem.detail.replace(/ \(rule [\w.]+\)$/, "") : problem.detail;
  if (prefs.lang !== "ja") return detail;
  return filled(problem.template ?? "", problem.words ?? {}, game, own) ?? tt(`problem.${problem.error}`, detail);
}

/**
 * What happened: English has the engine's own sentence; Japanese says the action, and in brackets what came of it. An
 * action without a phrase is told by what came of it alone.
 */
export function told(line: LogLine, game: string, phrase: (text: string) => string, own: Wording): string {
  if (prefs.lang !== "ja") return line.text || phrase(line.action);
  const effects = (line.effects ?? [])
    .map(({ template, words }) => filled(template, words, game, own))
    .filter((effect) => effect !== undefined);
  const action = phrase(line.action);
  if (!action || !effects.length) return action || effects.join("、");
  return `${action}（${effects.join("、")}）`;
}

/** The same with its subject, for where a line stands alone. */
export function toldBy(line: LogLine, table: PublicTable, phrase: (text: string) => string, own: Wording): string {
  if (prefs.lang !== "ja" && line.text) return line.text;
  const what = told(line, table.game, phrase, own);
  return line.seat >= 0
    ? t("table.didBy", { who: seatName(table.game, table.seats[line.seat]!.name), what })
    : t("table.did", { what });
}

/** One thing that came of an action, in the chosen language. */
export function saying({ template, words }: Effect, game: string, own: Wording): string {
  return (
    filled(template, words, game, own) ??
    template.replace(/\{(\w+)\}/g, (_, name: string) =>
      /(^|_)seat$/.test(name) ? seatName(game, String(words[name])) : String(words[name] ?? ""),
    )
  );
}

/** An order of several actions, as a button says it. */
export function asOrder(order: QuickOrder, game: string, own: Wording): string {
  const text = saying(order.saying, game, own);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function filled(
  template: string,
  words: Record<string, string | number>,
  game: string,
  own: Wording,
): string | undefined {
  return find(template, game)?.replace(/\{(\w+)\}/g, (_, name: string) => word(name, words[name] ?? "", game, own));
}
