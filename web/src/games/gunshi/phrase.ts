import { named, quoted, t, tt } from "../../lib/words.svelte";
import type { Choice, LogLine, Sight } from "../../lib/types";
import type { Ahead } from "../../lib/foresight.svelte";
import { place, unitAt, type GunshiView, type Side } from "./read";

const unit = (name: string): string => tt(`gunshi.${name}`, name);
const card = (code: string): string => tt(`gunshi.card.${code}`, code);
const way = (name: string): string => tt(`way.${name}`, name);

/** An action's text as a phrase for people: `unit d2` → "The unit on d2". */
export function phrase(text: string): string {
  const [verb = "", at = "", second = ""] = text.split(" ");
  switch (verb) {
    case "unit":
    case "join":
    case "next":
    case "to":
    case "hit":
    case "ask":
      return t(`gunshi.do.${verb}`, { q: at });
    case "move":
    case "turn":
    case "face":
      return t(`gunshi.do.${verb}`, { way: way(at) });
    case "shoot":
    case "go":
    case "invade":
    case "stay":
    case "end":
    case "lightning":
    case "decline":
      return t(`gunshi.do.${verb}`);
    case "infantry":
    case "archer":
    case "cavalry":
      return t("gunshi.do.place", { unit: unit(verb), q: at });
    case "fence":
    case "switch": {
      const [a = "", b = ""] = at.split("-");
      return t(`gunshi.do.${verb}`, { a, b });
    }
    case "look":
      return t("gunshi.do.look", { n: at });
    case "shogun":
      return at === "?" ? t("gunshi.do.shogunHidden") : t("gunshi.do.shogun", { q: at });
    case "take":
      return at === "blind" ? t("gunshi.do.blind") : t("gunshi.do.take", { card: card(at) });
    case "send":
    case "hand":
    case "deck":
    case "pick":
    case "prepare":
    case "reveal":
    case "discard":
      return t(`gunshi.do.${verb}`, { card: card(at) }) + (second ? ` ${second}` : "");
    default:
      return text;
  }
}

/** The ends of a turn say what they bring, an invasion how far it leads. */
export function label(text: string, _sight: Sight, _options: Record<string, unknown>, ahead: Ahead | null): string {
  const found = (kind: string, piece: string): number | undefined =>
    ahead?.effects.find((each) => each.kind === kind && each.piece === piece)?.amount;
  if (!ahead) return phrase(text);
  if (text === "invade") {
    const wins = ahead.effects.some((each) => each.kind === "end");
    return wins ? t("gunshi.do.invade.wins") : t("gunshi.do.invade.count", { n: found("change", "invaders") ?? 0 });
  }
  if (text !== "end" && text !== "lightning") return phrase(text);
  return t(`gunshi.do.${text}.gain`, { n: found("gain", "points") ?? 0 });
}

/** The same as something that was done: `unit d2` → "The unit on d2 carries out the order". */
export function deed(text: string): string {
  const [verb, at = ""] = text.split(" ");
  return verb === "unit" ? t("gunshi.did.unit", { q: at }) : phrase(text);
}

/** What of the board a choice speaks of: squares `d3`, lines `c3-c4`, cards `card:M`. */
export function refs(text: string): string[] {
  const [verb = "", at = ""] = text.split(" ");
  if (["unit", "join", "next", "to", "hit", "ask", "infantry", "archer", "cavalry", "shogun"].includes(verb))
    return at === "?" ? [] : [at];
  if (verb === "fence" || verb === "switch") return [at];
  if (
    ["send", "hand", "deck", "pick", "prepare", "discard", "back"].includes(verb) ||
    (verb === "take" && at !== "blind")
  )
    return [`card:${at}`];
  if (["move", "turn", "face"].includes(verb)) return [`way:${at}`];
  if (verb === "look") return [`row:${at}`];
  return [];
}

/** What carries out a command that is prepared, step by step: who stands in front acts first (RULES §8.6). */
export function carry(sight: Sight): Choice | null {
  const { legal } = sight;
  const done = legal.find((choice) => choice.text === "go");
  if (done) return done;
  const view = sight.view as GunshiView;
  if (view.step === "act") {
    const way = view.command?.direction ?? "north";
    const ahead = ({ text }: Choice): number => {
      const [column, row] = place(text.slice(-2));
      return way === "north" ? row : way === "south" ? -row : way === "east" ? column : -column;
    };
    return [...legal].sort((a, b) => ahead(b) - ahead(a))[0] ?? null;
  }
  return legal.length === 1 && /^(to|hit)\b/.test(legal[0]!.text) ? legal[0]! : null;
}

/** What ends a turn: it stands there from the first card on. */
export const closing = (sight: Sight): string | null => ((sight.view as GunshiView).step === "send" ? "end" : null);

/** What a word of a refusal is called. A choice's own words stand in quotation marks already. */
export function word(kind: string, value: string): string | undefined {
  if (kind === "text") return quoted(phrase(value));
  if (kind === "unit") return unit(value);
  if (kind === "ways") return value.split(", ").map(way).join("、");
  if (kind === "squares" || kind === "lines") return value.replaceAll(", ", "・");
  if (kind === "cards")
    return value
      .split(", ")
      .map((each) => named("gunshi.card.", each))
      .join("、");
  return kind === "card" ? tt(`gunshi.card.${value}`, named("gunshi.card.", value)) : undefined;
}

/** What is asked of the one who decides: the card that is carried out, who carries it out, and the question. */
export function prompt(sight: Sight): string {
  const view = sight.view as GunshiView;
  const { command, step } = view;
  const code = command?.card ?? "";
  const square = command?.at ?? command?.unit ?? "";
  const type = unitAt(view)?.type ?? "";
  const question = tt(`gunshi.ask.${which(sight, view, code)}`, sight.prompt, {
    q: square,
    unit: unit(type),
    points: view[sideOf(view)].mlp,
    other: tt(`seat.${otherOf(view)}`, otherOf(view)),
    face: t(view[sideOf(view)].next_card === "up" ? "gunshi.faceUp" : "gunshi.faceDown"),
  });
  return code && step !== "over"
    ? t("gunshi.resolving", { card: card(code), ask: question })
    : question.charAt(0).toUpperCase() + question.slice(1);
}
export const sideOf = (view: GunshiView): Side => (view.seat === 1 ? "blue" : "red");
const otherOf = (view: GunshiView): Side => (view.seat === 1 ? "red" : "blue");

/** The key of the question: what can be answered decides how it is put. */
function which(sight: Sight, view: GunshiView, code: string): string {
  const can = (verb: string): boolean =>
    sight.legal.some((choice) => choice.text === verb || choice.text.startsWith(`${verb} `));
  switch (view.step) {
    case "what":
      return can("shoot")
        ? "what.shoot"
        : code === "R1"
          ? can("move")
            ? can("turn")
              ? "what.either"
              : "what.move"
            : "what.turn"
          : can("move")
            ? "what.move"
            : unitAt(view)?.type === "archer"
              ? "what.noTarget"
              : "what.turn";
    case "hit":
      return code === "S1" ? (view.command?.stage ? "hit.second" : "hit.first") : "hit";
    // A player who cannot pay for anything more is skipped (RULES §2.5).
    case "piece":
      return view[otherOf(view)].can_place ? "piece" : "piece.alone";
    case "arrange":
      return can("shogun") ? "arrange.shogun" : can("hand") ? "arrange.hand" : can("deck") ? "arrange.deck" : "arrange";
    case "send":
      return view.command?.sent ? (can("send") ? "send.more" : "send.end") : "send";
    default:
      return view.step;
  }
}

/** What the one who is waited for is about. */
export function waiting(sight: Sight, who: string): string {
  const view = sight.view as GunshiView;
  if (view.command?.card) return t("gunshi.wait.card", { who, card: card(view.command.card) });
  if (view.step === "send" || view.step === "piece" || view.step === "arrange")
    return t(`gunshi.wait.${view.step}`, { who });
  return t("table.waitingFor", { who });
}
/** Where the game stands. */
export function stage(sight: Sight): string {
  const view = sight.view as GunshiView;
  return view.phase === "battle" ? t("gunshi.stage.battle", { n: view.turn }) : tt(`gunshi.stage.${view.phase}`, "");
}
/** Lines of the log that only lead over to the next one. */
export const aside = (line: LogLine): boolean => /^(go|next)\b/.test(line.action) && !line.effects?.length;
/** How little a line says about what the other side did: 0 is a deed on the field. */
export const minor = (line: LogLine): number =>
  aside(line) || /^(end|lightning|decline)\b/.test(line.action)
    ? 2
    : /^(send|unit|move|join|face)\b/.test(line.action) && !line.effects?.length
      ? 1
      : 0;

/** How a side stands: its units on the field, and those that have invaded. */
export const standing = (sight: Sight, seat: number): number => {
  const view = sight.view as GunshiView;
  const side: Side = seat === 1 ? "blue" : "red";
  return view.units.filter(({ owner }) => owner === side).length + view[side].invaders;
};

/** How long an action of the other side stays on screen. */
export function pace(text: string): number {
  if (/^(to|hit|invade|go|join|move|turn|shoot|next|reveal|ask|switch)\b/.test(text)) return 850;
  if (/^(hand|deck|shogun|prepare|pick) /.test(text)) return 60;
  return 480;
}
