import { saying } from "../../lib/said.svelte";
import { named, t, tt } from "../../lib/words.svelte";
import type { Passage, Voices } from "../../lib/passages";
import type { Effect, LogLine } from "../../lib/types";
import { word } from "./phrase";
import type { Side } from "./read";

/** What the engine says of cards and points (`games/gunshi/aftermath.py`, `telling.py`), by its English templates. */
const TURNS_UP = "{seat} turns up {card}";
const MOVES = "{square} to {goal_square}";
const TURN_ALONG = "with {squares}";
const PAYS = "pays {points}, {total} left";
const SUPPLIED = "{seat} is supplied: points +{points}, now {total}";
const REVIEW = "{seat}'s {card}: points +{points}, now {total}";
const TRAP = "{seat} lays out the {card}: points -{points}, now {total}";
const BY_ITSELF = new Set([
  REVIEW,
  TRAP,
  "{seat}'s {card} lapses for want of points",
  "{seat}'s {card} lapses: it cannot be carried out",
]);

type Kind = "command" | "place" | "orders" | "secret" | "picks" | "inspired";
interface Chapter {
  seat: number;
  kind: Kind;
  card: string;
  lines: LogLine[];
}
/** `weight`: 2 a deed on the field, 1 what came by itself, 0 the rest. */
interface Tale {
  kind: Kind | "card";
  seat: number;
  title: string;
  text: string;
  lines: LogLine[];
  weight: number;
}

const SEATS: readonly Side[] = ["red", "blue"];
const seatOf = (effect: Effect): number => SEATS.indexOf(String(effect.words.seat) as Side);
const cardName = (english: string): string => named("gunshi.card.", english);
const codeName = (code: string): string => tt(`gunshi.card.${code}`, code);
const said = (effect: Effect): string => saying(effect, "gunshi", word);
const parted = (line: LogLine): [verb: string, at: string] => {
  const [verb = "", at = ""] = line.action.split(" ");
  return [verb, at];
};

/** What an action changed apart from its price: an action without it only prepares. */
export const came = (line: LogLine): Effect[] => (line.effects ?? []).filter(({ template }) => template !== PAYS);
/** A card that did something, or nothing, without asking anybody. */
export const byItself = (line: LogLine): { side: Side; text: string }[] =>
  (line.effects ?? [])
    .filter(({ template }) => BY_ITSELF.has(template))
    .map((effect) => ({ side: SEATS[seatOf(effect)]!, text: said(effect) }));
/** By how much a line changed the points of a side. */
export function gained(line: LogLine, side: Side): number {
  const sum = (effect: Effect): number => {
    const points = Number(effect.words.points);
    const whose = effect.template === PAYS ? SEATS[line.seat] : effect.words.seat;
    if (whose !== side) return 0;
    return effect.template === PAYS || effect.template === TRAP
      ? -points
      : effect.template === SUPPLIED || effect.template === REVIEW
        ? points
        : 0;
  };
  return (line.effects ?? []).reduce((total, effect) => total + sum(effect), 0);
}

/** The log with one paragraph for each command, whatever number of steps it took. */
export function passages(log: LogLine[], { say }: Voices): Passage[] {
  return tales(log).map((each, number) => ({
    number,
    seat: each.seat,
    title: each.title,
    text: each.text,
    parts: each.lines.length > 1 && each.kind !== "place" ? each.lines.map(say) : [],
  }));
}
/** What others did and what came by itself after one's own last action; of what is only sent, the last. */
export function story(log: LogLine[], since: number): Passage | null {
  // That a card lies open is seen, and the prompt names it.
  const all = tales(log).filter(({ kind, weight }) => kind !== "card" || weight > 0);
  const fresh =
    since < 0
      ? all.slice(-1)
      : all.filter(({ lines, weight }) => lines.at(-1)!.number > since || (weight === 1 && lines[0]!.number === since));
  const weighty = fresh.filter(({ weight }) => weight > 0);
  const told = weighty.length ? weighty : fresh.slice(-1);
  return told.length
    ? {
        number: 0,
        // A card of one's own may have lapsed meanwhile: the sentence is about who acted.
        seat: (told.find(({ weight }) => weight > 1) ?? told[0]!).seat,
        text: told
          .map(({ title, text }) => (title ? t("gunshi.tale.titled", { card: title, text }) : text))
          .join(t("space")),
        parts: [],
      }
    : null;
}

function tales(log: LogLine[]): Tale[] {
  const out: Tale[] = [];
  const up = ["", ""]; // the card each side resolves
  let open: Chapter | null = null;
  const close = (): void => {
    if (open)
      out.push({
        kind: open.kind,
        seat: open.seat,
        title: open.card,
        text: TELL[open.kind](open.lines),
        lines: open.lines,
        // That two cards will strike next turn is to be known; other orders are seen in the row.
        weight: open.kind === "command" ? 2 : open.lines.some(({ action }) => action === "lightning") ? 1 : 0,
      });
    open = null;
  };
  for (const line of log) {
    const kind = kindOf(line, open, (up[line.seat] ?? "") !== "");
    if (!open || open.kind !== kind || (line.seat >= 0 && open.seat !== line.seat) || begins(line, open)) {
      close();
      open = { seat: line.seat, kind, card: kind === "command" ? (up[line.seat] ?? "") : "", lines: [] };
    }
    open.lines.push(line);
    for (const effect of line.effects ?? []) {
      const seat = seatOf(effect);
      if (effect.template === SUPPLIED) up[seat] = "";
      if (BY_ITSELF.has(effect.template)) {
        close();
        out.push({ kind: "card", seat, title: "", text: ended(said(effect)), lines: [line], weight: 1 });
      } else if (effect.template === TURNS_UP) {
        close();
        const card = cardName(String(effect.words.card));
        // Not yet supplied, and another card: the second one of a Lightning Command.
        up[seat] = up[seat] ? t("gunshi.tale.second", { card }) : card;
        if (line === log.at(-1))
          out.push({ kind: "card", seat, title: up[seat], text: t("gunshi.tale.up"), lines: [line], weight: 0 });
      }
    }
  }
  close();
  return out;
}

function kindOf(line: LogLine, open: Chapter | null, resolving: boolean): Kind {
  const [verb] = parted(line);
  if (/^(send|end|lightning)$/.test(verb)) return "orders";
  if (/^(shogun|hand|deck|prepare)$/.test(verb) || line.action === "pick ?") return "secret";
  if (verb === "pick") return "picks";
  if (/^(take|decline|reveal|discard)$/.test(verb)) return "inspired";
  // Units and fences are set up in the formation, and come by a card later.
  return /^(infantry|archer|cavalry|face|fence)$/.test(verb) && !resolving && open?.kind !== "command"
    ? "place"
    : "command";
}
/** Whether a line is the first of its command. */
const begins = (line: LogLine, open: Chapter): boolean =>
  /^(unit|infantry|archer|cavalry|switch|look|ask)\b/.test(line.action) ||
  (open.kind === "place" && line.action.startsWith("fence"));

// -- sentences ---------------------------------------------------------------------------------------------

const joined = (parts: string[]): string => parts.filter(Boolean).join(t("gunshi.tale.and"));
// A square keeps its name at the beginning of a sentence.
const ended = (text: string): string =>
  text
    ? t("gunshi.tale.end", { text: /^[a-g][1-7]\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1) })
    : "";
/** What an action said and brought, apart from what stands elsewhere. */
const brought = (line: LogLine): string[] =>
  (line.effects ?? [])
    .filter(({ template }) => template !== TURNS_UP && template !== TURN_ALONG && !BY_ITSELF.has(template))
    .map((effect) =>
      effect.template === MOVES ? `${effect.words.square} → ${effect.words.goal_square}` : said(effect),
    );

const TELL: Record<Kind, (lines: LogLine[]) => string> = {
  command: (lines) => {
    const [verb, at] = parted(lines[0]!);
    const others = lines.flatMap((line) => (line.action.startsWith("join ") ? [parted(line)[1]] : []));
    const moved = lines.some((line) => line.effects?.some(({ template }) => template === MOVES));
    const parts = lines.flatMap((line) => [deedOf(line, moved), ...brought(line)]).filter(Boolean);
    if (verb !== "unit") return ended(joined(parts));
    // A unit that goes alone is named by where it goes from.
    if (!others.length && parts[0]?.startsWith(`${at} → `)) return ended(joined(parts));
    const who = others.length
      ? t("gunshi.tale.chain", { q: at, list: others.join(t("gunshi.tale.list")) })
      : t("gunshi.tale.unit", { q: at });
    return ended(parts.length ? t("gunshi.tale.does", { who, what: joined(parts) }) : t("gunshi.tale.acts", { who }));
  },
  place: (lines) => ended(joined(lines.flatMap((line) => [deedOf(line, false), ...brought(line)]))),
  orders: (lines) => {
    const cards = lines.flatMap((line) => (line.action.startsWith("send ") ? [codeName(parted(line)[1])] : []));
    const lightning = lines.some((line) => line.action === "lightning");
    return [
      cards.length ? ended(t("gunshi.tale.sends", { list: cards.join(t("gunshi.tale.list")) })) : "",
      lightning ? ended(t("gunshi.tale.lightning")) : "",
      ...lines.flatMap(brought).map(ended),
    ]
      .filter(Boolean)
      .join(t("space"));
  },
  secret: (lines) => {
    const told = (["shogun", "hand", "deck", "prepare", "pick"] as const).flatMap((verb) => {
      const chosen = lines.flatMap((line) => (parted(line)[0] === verb ? [parted(line)[1]] : []));
      const known = chosen.filter((what) => what !== "?").map((what) => (verb === "shogun" ? what : codeName(what)));
      // What was chosen is hidden; that a shogun or so many cards were chosen is not.
      if (!known.length) return chosen.length ? [t(`gunshi.tale.secret.${verb}`, { n: chosen.length })] : [];
      return verb === "pick" ? [] : [t(`gunshi.tale.own.${verb}`, { list: known.join(t("gunshi.tale.list")) })];
    });
    return [...told, ...lines.flatMap(brought)].map(ended).join(t("space"));
  },
  picks: (lines) =>
    ended(t("gunshi.tale.picks", { list: lines.map((line) => codeName(parted(line)[1])).join(t("gunshi.tale.list")) })),
  inspired: (lines) => ended(joined(lines.flatMap((line) => [deedOf(line, false), ...brought(line)]))),
};

/** What a step adds to its command's sentence; its effects tell much of it. */
function deedOf(line: LogLine, moved: boolean): string {
  const [verb, at] = parted(line);
  switch (verb) {
    case "move":
      return moved || came(line).length ? "" : t("gunshi.tale.move", { way: tt(`way.${at}`, at) });
    case "turn":
      return t("gunshi.tale.turn", { way: tt(`way.${at}`, at) });
    case "face":
      return t("gunshi.tale.facing", { way: tt(`way.${at}`, at) });
    case "infantry":
    case "archer":
    case "cavalry":
      return t("gunshi.tale.placed", { unit: tt(`gunshi.${verb}`, verb), q: at });
    case "fence": {
      const [a = "", b = ""] = at.split("-");
      return t("gunshi.tale.fence", { a, b });
    }
    case "switch": {
      const [a = "", b = ""] = at.split("-");
      return t("gunshi.tale.switch", { a, b });
    }
    case "look":
      return t("gunshi.tale.look", { n: at });
    case "ask":
      return t("gunshi.tale.ask", { q: at });
    case "invade":
      return t("gunshi.tale.invade");
    case "stay":
      return t("gunshi.tale.stay");
    case "take":
      return at === "blind" ? t("gunshi.tale.blind") : t("gunshi.tale.takes", { card: codeName(at) });
    case "reveal":
      return at === "?" ? "" : t("gunshi.tale.reveal", { card: codeName(at) });
    case "discard":
      return t("gunshi.tale.discard", { card: codeName(at) });
    case "decline":
      return t("gunshi.tale.decline");
    default:
      return "";
  }
}
