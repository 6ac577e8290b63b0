import { count, t, tt } from "../../lib/words.svelte";
import type { LogLine } from "../../lib/types";
import {
  around,
  beside,
  bolts,
  COST,
  HOME,
  INVADERS,
  invadersAfter,
  LIGHTNING_COST,
  lineBetween,
  place,
  range,
  ROW_LIMIT,
  supply,
  unitAt,
  WAYS,
  type Command,
  type GunshiView,
  type Options,
  type Side,
  type SideView,
  type Unit,
  type UnitType,
  type Way,
} from "./read";

type Kind = "move" | "take" | "break" | "stay" | "turn" | "shoot" | "drag" | "place" | "swap" | "invade";
/** What one unit of a prepared command will do. `reach` holds all squares a rider may stop on, nearest first. */
export interface Will {
  kind: Kind;
  unit: Unit;
  to: string;
  facing: Way;
  reach: string[];
  targets: string[];
}
/** What will come of a command as far as it can be seen: drawn on the board, and told. */
export interface Foresight {
  title: string;
  wills: Will[];
  built: string[];
  fallen: string[];
  asked: string;
  looked: number;
  sent: { card: string; slot: string; face: "up" | "down" } | null;
  words: string[];
}

const EN_ROUTE_COST: Record<UnitType, number> = { infantry: 4, archer: 5, cavalry: 6 };
const CARD_COST: Record<string, number> = { R1: 2, S2: 2 };
const LOOK_COST = 2,
  ASK_COST = 5;
const none = (): Foresight => ({
  title: t("gunshi.preview"),
  wills: [],
  built: [],
  fallen: [],
  asked: "",
  looked: 0,
  sent: null,
  words: [],
});
const unitName = (type: string): string => tt(`gunshi.${type}`, type);
const is = (type: string): type is UnitType => type === "infantry" || type === "archer" || type === "cavalry";

/**
 * What a command will do, with the choice that is pointed at, if any. The server alone decides what may be done; this
 * shows it beforehand, from the view alone, so it knows no secret.
 */
export function foresee(
  view: GunshiView,
  me: Side,
  pointed: string,
  log: LogLine[],
  options: Options,
): Foresight | null {
  const [verb = "", at = ""] = pointed.split(" ");
  const own = view[me];
  const pays = (n: number): string => t("gunshi.will.pays", { n, left: own.mlp - n });
  const command: Command = view.command ?? {};
  const unit = (square: string): Unit | undefined => view.units.find((each) => each.square === square);
  const [a = "", b = ""] = at.split("-");

  if (is(verb)) {
    const placed: Unit = {
      square: at,
      owner: me,
      type: verb,
      facing: me === "red" ? "north" : "south",
      shield: verb === "infantry",
      shogun: false,
      cleared: true,
    };
    return placing(view, me, placed, pays, false, false);
  }
  switch (verb) {
    case "face": {
      // The unit in hand is the one the last action named.
      const [type = "", square = ""] = log.findLast((line) => is(line.action.split(" ")[0]!))?.action.split(" ") ?? [];
      return is(type)
        ? placing(
            view,
            me,
            { square, owner: me, type, facing: at as Way, shield: type === "infantry", shogun: false, cleared: true },
            pays,
            true,
            clears(options),
          )
        : null;
    }
    case "fence":
      return { ...none(), built: [at], words: [t("gunshi.will.fence", { a, b }), pays(COST.fence)] };
    case "switch": {
      const [one, two] = [unit(a), unit(b)];
      if (!one || !two) return null;
      const swap = (unit: Unit, to: string): Will => ({
        kind: "swap",
        unit,
        to,
        facing: unit.facing,
        reach: [],
        targets: [],
      });
      return {
        ...none(),
        wills: [swap(one, b), swap(two, a)],
        words: [t("gunshi.will.swap", { a, b }), pays(CARD_COST.S2!)],
      };
    }
    case "ask": {
      const whom = unit(at);
      return {
        ...none(),
        asked: at,
        words: [t("gunshi.will.ask", { unit: unitName(whom?.type ?? ""), q: at }), pays(ASK_COST)],
      };
    }
    case "look":
      return { ...none(), looked: Number(at), words: [t("gunshi.will.look", { n: at }), pays(LOOK_COST)] };
    case "send": {
      const row = own.row.length + 1;
      const slot = String(row);
      // With nothing more to decide the turn ends by itself.
      const ends = (row === ROW_LIMIT || own.hand_size === 1) && (own.mlp < LIGHTNING_COST || row < 2);
      return {
        ...none(),
        sent: { card: at, slot, face: own.next_card },
        words: [
          t("gunshi.will.send", {
            card: tt(`gunshi.card.${at}`, at),
            n: slot,
            face: t(own.next_card === "up" ? "gunshi.faceUp" : "gunshi.faceDown"),
          }),
          count(row, "gunshi.will.dueNext", "gunshi.will.due"),
          ...(ends ? [t("gunshi.will.ends"), supplied(own, row, false, options)] : []),
        ],
      };
    }
    // What a card does, before it is taken for good.
    case "pick":
    case "prepare":
    case "take":
    case "hand":
    case "deck":
      return at === "blind"
        ? null
        : {
            ...none(),
            title: t("gunshi.will.card", { card: tt(`gunshi.card.${at}`, at) }),
            words: [
              tt(`thing.gunshi.${at}.about`, "") + (verb === "take" ? t("space") + t("gunshi.will.forCard") : ""),
            ],
          };
    case "discard":
      return { ...none(), words: [t("gunshi.will.discard", { card: tt(`gunshi.card.${at}`, at) })] };
    case "end":
      return { ...none(), words: [supplied(own, own.row.length, false, options)] };
    case "lightning":
      return {
        ...none(),
        words: [
          t("gunshi.will.lightning"),
          t("gunshi.will.paid", { n: LIGHTNING_COST }),
          supplied(own, own.row.length, true, options),
        ],
      };
    case "shogun": {
      const whom = unit(at);
      return whom
        ? { ...none(), asked: at, words: [t("gunshi.will.shogun", { unit: unitName(whom.type), q: at })] }
        : null;
    }
    case "invade": {
      const whom = unitAt(view);
      if (!whom) return null;
      const after = invadersAfter(view, own);
      return {
        ...none(),
        wills: [{ kind: "invade", unit: whom, to: whom.square, facing: whom.facing, reach: [], targets: [] }],
        words: [
          t("gunshi.will.invade", { q: whom.square, n: after }),
          ...(after >= INVADERS ? [t("gunshi.will.wins")] : []),
        ],
      };
    }
    case "turn":
      if (view.step === "turn" && command.unit && unit(command.unit))
        return tellAll(view, me, [turning(unit(command.unit)!, at as Way)], []);
  }
  const plan = planOf(view, verb, at);
  if (!plan) return null;
  const extra =
    view.step === "what" && CARD_COST[command.card ?? ""]
      ? [t("gunshi.will.paid", { n: CARD_COST[command.card!]! })]
      : [];
  return carriedOut(view, me, plan, extra);
}

/** What the end of a turn brings. */
function supplied(own: SideView, row: number, lightning: boolean, options: Options): string {
  const { gain, total } = supply(own, row, lightning, options);
  return t("gunshi.will.supplied", { n: gain, total });
}

/** A command in preparation: what is done, by whom, and for one of them where or at whom. */
interface Plan {
  doing: string;
  direction: Way | null;
  squares: string[];
  first: string;
  acting: string;
  goal: string;
  target: string;
}

function planOf(view: GunshiView, verb: string, at: string): Plan | null {
  const command: Command = view.command ?? {};
  const first = command.unit ?? "";
  const plan = { first, acting: command.at ?? first, goal: verb === "to" ? at : "", target: verb === "hit" ? at : "" };
  if (view.step === "what") {
    if (!first || !["move", "turn", "shoot"].includes(verb)) return null;
    const doing =
      verb === "shoot" && command.card === "R3"
        ? "crossbow"
        : verb === "move" && command.card === "R5"
          ? "light"
          : verb;
    return { ...plan, doing, direction: (at || null) as Way | null, squares: [first] };
  }
  if (!command.doing || !["join", "act", "to", "hit", "line"].includes(view.step)) return null;
  const left = command.to_act ?? [];
  const squares =
    view.step === "join"
      ? [...(command.chain ?? []), ...(verb === "join" ? [at] : [])]
      : verb === "next"
        ? [at]
        : [...new Set([...(command.at ? [command.at] : []), ...left])];
  return { ...plan, doing: command.doing, direction: command.direction ?? null, squares };
}

const turning = (unit: Unit, facing: Way): Will => ({
  kind: "turn",
  unit,
  to: unit.square,
  facing,
  reach: [],
  targets: [],
});

function carriedOut(view: GunshiView, me: Side, plan: Plan, extra: string[]): Foresight | null {
  const units = new Map(view.units.map((unit) => [unit.square, unit]));
  const enemy: Side = me === "red" ? "blue" : "red";
  const fences = new Set(view[enemy].fences);
  const members = plan.squares.flatMap((square) => units.get(square) ?? []);
  const way = plan.direction;
  if (plan.doing === "build")
    return members.length
      ? {
          ...none(),
          words: [
            t(members.length > 1 ? "gunshi.will.build" : "gunshi.will.buildOne", {
              list: plan.squares.join(t("gunshi.tale.list")),
              n: members.length,
            }),
          ],
        }
      : null;
  if (plan.doing === "turn" && way)
    return tellAll(
      view,
      me,
      members.map((unit) => turning(unit, way)),
      extra,
    );
  if (plan.doing === "shoot" || plan.doing === "crossbow") {
    const reach = plan.doing === "shoot" ? range : bolts;
    const shooters = plan.target ? members.filter((unit) => unit.square === plan.acting) : members;
    const wills = shooters.map((unit): Will => {
      const open = reach(unit, [...fences])
        .filter(({ square, covered }) => !covered && units.get(square)?.owner === enemy)
        .map(({ square }) => square);
      return {
        kind: "shoot",
        unit,
        to: unit.square,
        facing: unit.facing,
        reach: [],
        targets: plan.target ? [plan.target] : open,
      };
    });
    const only = wills.length === 1 && wills[0]!.targets.length === 1 ? wills[0]!.targets[0]! : "";
    return tellAll(view, me, wills, only ? [hitWord(units.get(only), only), ...extra] : extra);
  }
  if (!way || (plan.doing !== "move" && plan.doing !== "light")) return null;
  // The front of a column goes first, as the player would have it (RULES §8.5, §8.6).
  const ahead = (square: string): number => {
    const [column, row] = place(square);
    return way === "north" ? row : way === "south" ? -row : way === "east" ? column : -column;
  };
  const inFront = (one: Unit, two: Unit): number => ahead(two.square) - ahead(one.square);
  const fallen: string[] = [];
  const go = (will: Will): Will => {
    if (will.to !== will.unit.square) {
      units.delete(will.unit.square);
      units.set(will.to, { ...will.unit, square: will.to, facing: way });
      fallen.push(...around(will.to).filter((line) => fences.has(line)));
    }
    return will;
  };
  const wills = [...members].sort(inFront).map((unit) => {
    const walker = plan.doing === "light" ? { ...unit, shield: false } : unit;
    return go(
      (plan.doing === "light" ? slip : move)(
        walker,
        way,
        units,
        fences,
        me,
        plan.goal && unit.square === plan.acting ? plan.goal : "",
      ),
    );
  });
  // A Chain Trap drags along who stands beside the first unit when that goes a single square (RULES §9.11).
  const leader = wills.find((will) => will.unit.square === plan.first);
  if (view[enemy].trap && leader && beside(leader.unit.square, way) === leader.to) {
    const dragged = WAYS.flatMap((side) => {
      const square = beside(plan.first, side);
      const unit = square ? units.get(square) : undefined;
      return unit?.owner === me && !plan.squares.includes(unit.square) && square !== leader.to ? [unit] : [];
    });
    for (const unit of dragged.sort(inFront)) {
      const to = beside(unit.square, way);
      if (to && !units.has(to) && !fences.has(lineBetween(unit.square, to)))
        wills.push(go({ kind: "drag", unit, to, facing: way, reach: [], targets: [] }));
    }
  }
  const bare = plan.doing === "light" ? members.filter((unit) => unit.shield).map((unit) => unit.square) : [];
  const zone = wills
    .filter(
      (will) =>
        will.to !== will.unit.square &&
        will.kind !== "stay" &&
        will.to.endsWith(me === "red" ? "7" : "1") &&
        will.unit.shogun !== true,
    )
    .map((will) => will.to);
  return {
    ...tellAll(view, me, wills, [
      ...(bare.length ? [t("gunshi.will.bare", { list: bare.join(t("gunshi.tale.list")) })] : []),
      ...(fallen.length ? [t("gunshi.will.falls", { list: fallen.join(t("gunshi.tale.list")) })] : []),
      ...(zone.length ? [t("gunshi.will.zone", { list: zone.join(t("gunshi.tale.list")) })] : []),
      ...extra,
    ]),
    fallen,
  };
}

/** A move by a unit's own legs or horse (RULES §5). */
function move(unit: Unit, way: Way, units: Map<string, Unit>, fences: Set<string>, me: Side, goal: string): Will {
  const stay: Will = { kind: "stay", unit, to: unit.square, facing: unit.facing, reach: [], targets: [] };
  const open = (from: string): string | null => {
    const to = beside(from, way);
    return to && !fences.has(lineBetween(from, to)) ? to : null;
  };
  const rides = unit.type === "cavalry";
  const turn = (WAYS.indexOf(way) - WAYS.indexOf(unit.facing) + 4) % 4;
  if (rides && turn === 2) return stay;
  const reach: string[] = [];
  let jumped = false;
  for (let at = open(unit.square); at; at = open(at)) {
    const there = units.get(at);
    if (!there) reach.push(at);
    else if (there.owner !== me) {
      if (!rides && there.shield) return { ...stay, kind: "break", facing: way, targets: [at] };
      reach.push(at);
      break;
    } else if (!rides || turn !== 0 || jumped || there.type === "cavalry") break;
    else jumped = true; // over one foot unit of one's own (RULES §5.4)
    if (!rides || turn !== 0) break;
  }
  return arriving(unit, way, units, me, reach, goal, stay);
}

/**
 * Light Infantry: one square any way or up to two ahead, through units of both sides but not through fences (RULES
 * §9.6).
 */
function slip(unit: Unit, way: Way, units: Map<string, Unit>, fences: Set<string>, me: Side, goal: string): Will {
  const stay: Will = { kind: "stay", unit, to: unit.square, facing: unit.facing, reach: [], targets: [] };
  const reach: string[] = [];
  for (let at = unit.square, steps = 0; steps < (way === unit.facing ? 2 : 1); steps++) {
    const to = beside(at, way);
    if (!to || fences.has(lineBetween(at, to))) break;
    if (units.get(to)?.owner !== me) reach.push(to);
    at = to;
  }
  const to = goal || reach.at(-1);
  if (to && units.get(to)?.shield && units.get(to)!.owner !== me)
    return { ...stay, kind: "break", facing: way, targets: [to], reach };
  return arriving(unit, way, units, me, reach, goal, stay);
}

function arriving(
  unit: Unit,
  way: Way,
  units: Map<string, Unit>,
  me: Side,
  reach: string[],
  goal: string,
  stay: Will,
): Will {
  const to = goal || reach.at(-1);
  if (!to) return stay;
  const taken = units.get(to);
  const takes = taken !== undefined && taken.owner !== me;
  return { kind: takes ? "take" : "move", unit, to, facing: way, reach: goal ? [] : reach, targets: takes ? [to] : [] };
}

/** Whether this table lets reinforcements clear enemy fences around them (RULES §7.2). */
function clears({ edition, reinforcement_clears_fences: rule }: Options): boolean {
  return rule === "yes" || (rule !== "no" && edition !== "draft");
}

/** A unit from the reserve: by what it costs one knows which card brings it (RULES §7.1, §9.5). */
function placing(
  view: GunshiView,
  me: Side,
  unit: Unit,
  pays: (n: number) => string,
  faced: boolean,
  clears: boolean,
): Foresight {
  const enRoute = !HOME[me].has(unit.square);
  const fences = new Set(view[me === "red" ? "blue" : "red"].fences);
  const fallen =
    view.phase === "battle" && faced && (clears || enRoute)
      ? around(unit.square).filter((line) => fences.has(line))
      : [];
  const words = [
    t(faced ? "gunshi.will.placeFacing" : "gunshi.will.place", {
      unit: unitName(unit.type),
      q: unit.square,
      way: tt(`way.${unit.facing}`, unit.facing),
    }),
    pays((enRoute ? EN_ROUTE_COST : COST)[unit.type]),
  ];
  return {
    ...none(),
    wills: [{ kind: "place", unit, to: unit.square, facing: unit.facing, reach: [], targets: [] }],
    fallen,
    words: fallen.length ? [...words, t("gunshi.will.falls", { list: fallen.join(t("gunshi.tale.list")) })] : words,
  };
}

function tellAll(view: GunshiView, _me: Side, wills: Will[], extra: string[]): Foresight {
  return { ...none(), wills, words: [...wills.map((will) => foretell(view, will)), ...extra] };
}
const hitWord = (unit: Unit | undefined, q: string): string =>
  unit ? t(unit.shield ? "gunshi.will.shieldGone" : "gunshi.will.fallen", { unit: unitName(unit.type), q }) : "";

/** What one unit does, in words. */
function foretell(view: GunshiView, will: Will): string {
  const a = will.unit.square;
  const enemy = view.units.find((unit) => unit.square === will.targets[0]);
  switch (will.kind) {
    case "move":
      return t(will.reach.length > 1 ? "gunshi.will.asFar" : "gunshi.will.move", { a, b: will.to });
    case "take":
      return t(will.reach.length > 1 ? "gunshi.will.canTake" : "gunshi.will.take", {
        a,
        b: will.to,
        unit: enemy ? unitName(enemy.type) : "",
      });
    case "break":
      return t("gunshi.will.break", { a, b: will.targets[0] ?? "" });
    case "turn":
      return t("gunshi.will.turn", { a, way: tt(`way.${will.facing}`, will.facing) });
    case "drag":
      return t("gunshi.will.drag", { a, b: will.to });
    case "shoot":
      return will.targets.length === 1
        ? t("gunshi.will.shootOne", { a, b: will.targets[0]! })
        : will.targets.length
          ? t("gunshi.will.shoot", { a, list: will.targets.join(t("gunshi.tale.list")) })
          : t("gunshi.will.noTarget", { a });
    default:
      return t("gunshi.will.stay", { a });
  }
}
