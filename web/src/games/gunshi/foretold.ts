/** What the server foresees of a choice, as the board draws and tells it. No rule is applied here. */
import type { Ahead } from "../../lib/foresight.svelte";
import { saying } from "../../lib/said.svelte";
import type { ForeseenEffect } from "../../lib/types";
import { t, tt } from "../../lib/words.svelte";
import { word } from "./phrase";
import { wayTo, type GunshiView, type Side, type Unit, type UnitType, type Way } from "./read";

type Kind = "move" | "take" | "break" | "turn" | "shoot" | "drag" | "place" | "swap" | "invade";
/** What one unit will do. `reach` holds all squares on which it may choose to stop, nearest first. */
export interface Will {
  kind: Kind;
  unit: Unit;
  to: string;
  facing: Way;
  reach: string[];
  targets: string[];
  /** Whether the player still has to choose where the unit goes, or what it shoots at. */
  open: boolean;
}
/** A card on its way to the row. */
export interface Sent {
  card: string;
  slot: string;
  face: "up" | "down";
}
/** What will come of a choice as far as it can be seen. */
export interface Foretold {
  title: string;
  wills: Will[];
  built: string[];
  fallen: string[];
  asked: string;
  looked: number;
  sent: Sent | null;
  words: string[];
}

/** What the engine says of a unit that is placed; which way it faces is part of the same gesture here. */
const PLACED = "{unit} on {square}, facing {way}";
const FACES_NEXT = "next, which way it faces";
/** A card that is chosen for good says first what it does. */
const CHOOSES_CARD = /^(pick|prepare|take|hand|deck) (?!blind)/;

/** What is known of a choice: by its text, and by what the server foresees of it, if it has told already. */
export function foretold(view: GunshiView, text: string, ahead: Ahead | null, facing?: Way): Foretold | null {
  const [verb = "", at = ""] = text.split(" ");
  const effects = ahead?.effects ?? [];
  const lines = (kind: string): string[] =>
    effects.filter((each) => each.kind === kind && each.piece === "fence").map((each) => each.at!);
  const card = CHOOSES_CARD.test(text);
  if (!ahead && !card) return null;
  const placing = facing !== undefined && UNITS.includes(verb);
  const said = (ahead?.sayings ?? [])
    .filter(({ template }) => !placing || template !== FACES_NEXT)
    .map((each) => (placing && each.template === PLACED ? { ...each, words: { ...each.words, way: facing } } : each))
    .map((each) => saying(each, "gunshi", word));
  return {
    title: card ? t("gunshi.will.card", { card: tt(`gunshi.card.${at}`, at) }) : t("gunshi.preview"),
    wills: (ahead ? willsOf(view, ahead) : []).map((will) => (placing ? { ...will, facing } : will)),
    built: lines("build"),
    fallen: lines("fall"),
    asked: verb === "ask" || verb === "shogun" ? at : "",
    looked: verb === "look" ? Number(at) : 0,
    sent: sentBy(effects),
    words: card ? [tt(`thing.gunshi.${at}.about`, ""), ...(verb === "take" ? said : [])] : said,
  };
}

function sentBy(effects: ForeseenEffect[]): Sent | null {
  const found = effects.find((each) => each.kind === "place" && each.at?.startsWith("row:"));
  return found ? { card: found.piece!, slot: found.at!.slice(4), face: found.to as Sent["face"] } : null;
}

/** What each unit will do, in the order of the effects. */
export function willsOf(view: GunshiView, { effects }: Ahead): Will[] {
  const seat = view.seat ?? 0;
  const units = new Map(view.units.map((unit) => [unit.square, unit]));
  const wills = new Map<string, Will>();
  const add = (square: string, will: Omit<Will, "unit" | "reach" | "targets" | "open"> & Partial<Will>): void => {
    const unit = will.unit ?? units.get(square);
    const before = wills.get(square);
    const targets = [...new Set([...(before?.targets ?? []), ...(will.targets ?? [])])];
    if (unit) wills.set(square, { reach: [], open: false, ...will, unit, targets });
  };
  const enemyOn = (square: string): boolean => units.has(square) && units.get(square)!.owner !== sideNames[seat];
  const facingOf = (square: string): Way => units.get(square)?.facing ?? "north";
  const moves = effects.filter((each) => each.kind === "move");
  const falls = effects.filter((each) => each.kind === "fall" && each.seat !== seat && each.places?.length);
  for (const each of effects) {
    const { kind, piece = "", at = "", to = "", places = [] } = each;
    if (kind === "move" && piece === "shot") {
      add(at, { kind: "shoot", to: at, facing: facingOf(at), targets: [to] });
    } else if (kind === "move") {
      const swaps = moves.some((other) => other.at === to && other.to === at);
      const takes = falls.some((fall) => fall.at === to && fall.places!.includes(at));
      const done = swaps ? "swap" : each.seat !== seat ? "drag" : takes ? "take" : "move";
      add(at, { kind: done, to, facing: swaps ? facingOf(at) : wayTo(at, to), targets: takes ? [to] : [] });
    } else if (kind === "fall" && falls.includes(each)) {
      // A unit that neither goes there nor shoots has only broken a shield.
      const by = places[0]!;
      if (!moves.some((move) => move.at === by && move.to === at))
        add(by, { kind: "break", to: by, facing: facingOf(by), targets: [at] });
    } else if (kind === "turn" && !falls.some((fall) => fall.places!.includes(at)))
      add(at, { kind: "turn", to: at, facing: to as Way });
    else if (kind === "open" && to) {
      const takes = enemyOn(to);
      add(at, {
        kind: takes ? "take" : "move",
        to,
        facing: wayTo(at, to),
        reach: places,
        targets: takes ? [to] : [],
        open: true,
      });
    } else if (kind === "open" && piece === "shot") {
      // The second arrow of an archer that shoots already is told, not drawn.
      if (!wills.has(at)) add(at, { kind: "shoot", to: at, facing: facingOf(at), targets: places, open: true });
    } else if (kind === "gain" && piece === "invaders") add(at, { kind: "invade", to: at, facing: facingOf(at) });
    else if (kind === "place" && UNITS.includes(piece)) {
      const shield = effects.some((other) => other.kind === "place" && other.piece === "shield" && other.at === at);
      const unit: Unit = {
        square: at,
        owner: sideNames[seat]!,
        type: piece as UnitType,
        facing: to as Way,
        shield,
        shogun: false,
        cleared: true,
      };
      add(at, { kind: "place", unit, to: at, facing: to as Way });
    }
  }
  return [...wills.values()];
}
const UNITS = ["infantry", "archer", "cavalry"];
const sideNames: Side[] = ["red", "blue"];
