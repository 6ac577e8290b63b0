import type { Choice, LogLine, Sight } from "../../lib/types";
import { came } from "./chronicle";
import { refs, sideOf } from "./phrase";
import {
  beside,
  HOME,
  place,
  WAYS,
  type Command,
  type GunshiView,
  type Reach,
  type Side,
  type SideView,
  type Unit,
  type UnitType,
} from "./read";

/** What the board shows and offers, worked out from a view, its legal actions and the log; no drawing, no state. */

export const PIECES = ["infantry", "archer", "cavalry", "fence"] as const;
export type Piece = (typeof PIECES)[number];
const isPiece = (word: string): boolean => (PIECES as readonly string[]).includes(word);

export const otherSide = (side: Side): Side => (side === "red" ? "blue" : "red");
export const unitsBySquare = (view: GunshiView): Map<string, Unit> =>
  new Map(view.units.map((unit) => [unit.square, unit]));

/** What stands on a square, as far as it can be seen, and what ground it is. */
export function thingsOn(view: GunshiView, square: string): string {
  const unit = view.units.find((each) => each.square === square);
  const fenced = [...view.red.fences, ...view.blue.fences].some((name) => name.split("-").includes(square));
  const home = HOME.red.has(square) || HOME.blue.has(square);
  return [
    unit?.type,
    unit?.shield && "shield",
    unit?.shogun === true && "shogun",
    unit && "facing",
    fenced && "fence",
    /[17]$/.test(square) ? "zone home" : home ? "home" : "square",
  ]
    .filter(Boolean)
    .join(" ");
}

// -- choices ----------------------------------------------------------------------------------------

/** The pieces that can be set up or called now. */
export const availablePieces = (view: GunshiView, legal: Choice[]): Piece[] =>
  view.step !== "piece" && view.step !== "support"
    ? []
    : PIECES.filter((piece) => legal.some((choice) => choice.text.startsWith(`${piece} `)));

/** The choice of each square; of pieces only the one in hand. `targets` stand for what the unit in hand can do. */
export function choicesBySquare(
  legal: Choice[],
  piece: Piece | null,
  targets: ReadonlyMap<string, Choice>,
): Map<string, Choice> {
  const found = new Map<string, Choice>();
  for (const choice of legal) {
    const [verb = ""] = choice.text.split(" ");
    if (piece && isPiece(verb) && verb !== piece) continue;
    const ref = refs(choice.text)[0];
    if (ref && /^[a-g][1-7]$/.test(ref) && !found.has(ref)) found.set(ref, choice);
  }
  for (const [square, choice] of targets) found.set(square, choice);
  return found;
}

export const choicesByLine = (legal: Choice[], piece: Piece | null): Choice[] =>
  legal.filter((choice) => /^(fence|switch) /.test(choice.text) && (!piece || piece === "fence"));

/** Where a unit may go or turn. */
export const waysOf = (legal: Choice[]): Choice[] => legal.filter((choice) => /^(move|turn|face) /.test(choice.text));

export const looksOf = (legal: Choice[]): Map<number, Choice> =>
  new Map(
    legal.flatMap((choice) =>
      choice.text.startsWith("look ") ? [[Number(choice.text.slice(5)), choice] as const] : [],
    ),
  );

export const choicesByCard = (legal: Choice[]): Map<string, Choice> =>
  new Map(
    legal.flatMap((choice) => {
      const ref = refs(choice.text)[0];
      return ref?.startsWith("card:") ? [[ref.slice(5), choice] as const] : [];
    }),
  );

/** The squares an archer can hit: the one that was pointed at, or the one whose turn it is to shoot. */
export function fieldOfFire(view: GunshiView, command: Command, shown: string | null): Reach[] {
  const unitOn = (square: string | null | undefined): Unit | undefined =>
    view.units.find((unit) => unit.square === square);
  const active = command.at ?? command.unit;
  const shooting = command.doing === "shoot" || command.doing === "crossbow";
  const unit = shown
    ? unitOn(shown)
    : shooting && command.at
      ? unitOn(command.at)
      : view.step === "what" && (command.card === "Re" || command.card === "R3")
        ? unitOn(active)
        : undefined;
  return [
    ...(unit?.range ?? []).map((square) => ({ square, covered: false })),
    ...(unit?.covered ?? []).map((square) => ({ square, covered: true })),
  ];
}

// -- second thoughts: as long as nothing was carried out, another tap starts over ----------------------

/** The lines of the command that is being prepared, as long as nothing came of them. */
export function preparedLines(sight: Sight, log: LogLine[]): LogLine[] {
  if (sight.can_undo === false) return [];
  const begun = log.findLastIndex((line) => /^(unit|infantry|archer|cavalry) /.test(line.action));
  const lines = log.slice(Math.max(0, begun));
  const prepares = /^(unit|move|turn|shoot|join|go|next|infantry|archer|cavalry)\b/;
  return lines.every((line) => line.seat === sight.seat && prepares.test(line.action) && !came(line).length)
    ? lines
    : [];
}

const number = (square: string): number => {
  const [column, row] = place(square);
  return 7 * row + column;
};
/** Squares in the order in which the table asks for them. */
export const byNumber = (a: string, b: string): number => number(a) - number(b);
/** How many actions to take back, and what to say instead. */
export interface Rethought {
  back: number;
  texts: string[];
}
/** What a tap on another square makes of the command that is being prepared; null where it means nothing. */
export function reconsidered(view: GunshiView, prepared: LogLine[], square: string): Rethought | null {
  const command = view.command ?? {};
  if (!prepared.length) return null;
  if (view.step === "facing" && prepared.length === 1) {
    const again = `${prepared[0]!.action.split(" ")[0]} ${square}`;
    return { back: 1, texts: square === (command.at ?? command.unit) ? [] : [again] };
  }
  const unitOn = (name: string): Unit | undefined => view.units.find((unit) => unit.square === name);
  const unit = unitOn(square);
  if (!command.unit || unit?.owner !== sideOf(view)) return null;
  const joined = (command.chain ?? []).filter((each) => each !== command.unit);
  const neighbour =
    unit.type === unitOn(command.unit)?.type && WAYS.some((way) => beside(command.unit!, way) === square);
  if (joined.includes(square) || (joined.length && neighbour)) {
    const wanted = joined.includes(square) ? joined.filter((each) => each !== square) : [...joined, square];
    return {
      back: prepared.filter((line) => /^(join|go|next)\b/.test(line.action)).length,
      texts: wanted.sort(byNumber).map((each) => `join ${each}`),
    };
  }
  // A unit is put down as long as only it is chosen; who has called others loses them by no slip of the finger.
  if (square === command.unit) return { back: view.step === "what" ? prepared.length : 0, texts: [] };
  return { back: prepared.length, texts: [`unit ${square}`] };
}

// -- what happened ----------------------------------------------------------------------------------

/** The squares of the other side's last command. */
export function recentSquares(log: LogLine[], seat: number | null): Set<string> {
  const lines = log.slice(-14);
  const from = lines.findLastIndex((line) => line.seat === seat);
  return new Set(
    lines
      .slice(from + 1)
      .filter((line) => /^(unit|to|hit|infantry|archer|cavalry|next) /.test(line.action))
      .flatMap((line) => refs(line.action)),
  );
}

/** The log from this seat's last action on, for who only watches from the last turn on; in a replay the last line. */
export function sinceOwn(log: LogLine[], seat: number | null, live: boolean): LogLine[] {
  if (!live) return log.slice(-1);
  const own = log.findLastIndex((line) => line.seat === seat);
  const turn = log.findLastIndex((line) => line.seat !== log.at(-1)!.seat);
  return log.slice(Math.max(0, own < 0 ? turn : own));
}

/** The unit that is being set up and has no facing yet: the one the last action named. */
export const placedUnit = (log: LogLine[]): UnitType | undefined =>
  PIECES.find((each): each is UnitType => each !== "fence" && log.at(-1)?.action.startsWith(each) === true);

/** Where the game was decided: the square on which the shogun fell. */
export function fallenShogun(view: GunshiView, log: LogLine[]): string {
  if (view.ending !== "shogun taken") return "";
  const taken = log.at(-1)?.effects?.findLast((effect) => effect.template === "takes the {unit} on {square}");
  return String(taken?.words.square ?? "");
}

/** Where the game was decided by an invasion: the square from which the last invader left the field. */
export function lastBreach(view: GunshiView, log: LogLine[]): string {
  if (view.ending !== "three invaders") return "";
  const goals = log.flatMap((line) => line.effects ?? []).map(({ words }) => words.goal_square);
  return String(goals.findLast((square) => square !== undefined) ?? "");
}

// -- cards ------------------------------------------------------------------------------------------

/** The slots of a command row in their order; a card that is carried out lies open before a row of three at most. */
export function rowSlots(side: SideView, acting: boolean): string[] {
  // The draft resolves slot 1 before the Lightning slot, the final edition after it (RULES §4.7): the row itself shows
  // which.
  const order = side.row.map((card) => card.slot);
  if (acting) {
    const rest = ["1", "2", "3"].filter((slot) => !order.includes(slot) && Number(slot) > order.length);
    return [...order, ...rest].slice(0, 3);
  }
  if (!side.lightning) return ["1", "2", "3", "4"];
  const second = order.includes("L") && (order[0] === "1" || !order.includes("1"));
  return second ? ["1", "L", "2", "3"] : ["L", "1", "2", "3"];
}
