import { t, tt } from "../../lib/words.svelte";
import { beside, lineBetween, place, range, WAYS, type Command, type GunshiView, type Side, type Unit, type Way } from "./read";

/** What one unit of a prepared command will do. `reach` holds all squares a rider may stop on, nearest first. */
export interface Will { kind: "move" | "take" | "break" | "stay" | "turn" | "shoot"; unit: Unit; to: string; facing: Way; reach: string[]; targets: string[] }

/** The command that is being prepared, with a direction that is only pointed at, if any. */
export interface Plan { doing: string; direction: Way | null; squares: string[] }

export function planOf(view: GunshiView, pointed: string): Plan | null {
  const command: Command = view.command ?? {};
  const [verb = "", way = ""] = pointed.split(" ");
  if (view.step === "what" && command.unit && ["M", "Re", "R1", "R3"].includes(command.card ?? "") && (verb === "move" || verb === "turn" || verb === "shoot")) return { doing: verb === "shoot" && command.card === "R3" ? "crossbow" : verb, direction: (way || null) as Way | null, squares: [command.unit] };
  if (!command.doing || !["join", "act", "to", "hit"].includes(view.step)) return null;
  const left = command.to_act ?? [];
  const squares = view.step === "join" ? command.chain ?? [] : [...new Set([...(command.at ? [command.at] : []), ...left])];
  return { doing: command.doing, direction: command.direction ?? null, squares };
}

/**
 * What a prepared command will do as far as it can be seen; the server alone decides what may be done.
 * The front of a column goes first, as the player would have it (RULES §8.5, §8.6).
 */
export function foresee(view: GunshiView, me: Side, plan: Plan): Will[] {
  const units = new Map(view.units.map((unit) => [unit.square, unit]));
  const fences = new Set(view[me === "red" ? "blue" : "red"].fences);
  const members = plan.squares.flatMap((square) => units.get(square) ?? []);
  const way = plan.direction;
  if (plan.doing === "turn" && way) return members.map((unit) => ({ kind: "turn", unit, to: unit.square, facing: way, reach: [], targets: [] }));
  if (plan.doing === "shoot") {
    return members.map((unit) => {
      const targets = range(unit, [...fences]).filter(({ square, covered }) => !covered && units.get(square)?.owner && units.get(square)!.owner !== me).map(({ square }) => square);
      return { kind: "shoot", unit, to: unit.square, facing: unit.facing, reach: [], targets };
    });
  }
  if (plan.doing !== "move" || !way) return [];
  const ahead = (square: string): number => { const [column, row] = place(square); return way === "north" ? row : way === "south" ? -row : way === "east" ? column : -column; };
  return [...members].sort((a, b) => ahead(b.square) - ahead(a.square)).map((unit) => {
    const will = move(unit, way, units, fences, me);
    if (will.to !== unit.square) {
      units.delete(unit.square);
      units.set(will.to, { ...unit, square: will.to, facing: way });
    }
    return will;
  });
}

function move(unit: Unit, way: Way, units: Map<string, Unit>, fences: Set<string>, me: Side): Will {
  const stay: Will = { kind: "stay", unit, to: unit.square, facing: unit.facing, reach: [], targets: [] };
  const open = (from: string): string | null => { const to = beside(from, way); return to && !fences.has(lineBetween(from, to)) ? to : null; };
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
  const to = reach.at(-1);
  if (!to) return stay;
  const taken = units.get(to);
  return { kind: taken && taken.owner !== me ? "take" : "move", unit, to, facing: way, reach, targets: taken && taken.owner !== me ? [to] : [] };
}

/** The same in words. */
export function foretell(view: GunshiView, will: Will): string {
  const a = will.unit.square;
  const enemy = view.units.find((unit) => unit.square === will.targets[0]);
  switch (will.kind) {
    case "move": return t("gunshi.will.move", { a, b: will.to });
    case "take": return t("gunshi.will.take", { a, b: will.to, unit: enemy ? tt(`gunshi.${enemy.type}`, enemy.type) : "" });
    case "break": return t("gunshi.will.break", { a, b: will.targets[0] ?? "" });
    case "turn": return t("gunshi.will.turn", { a, way: tt(`way.${will.facing}`, will.facing) });
    case "shoot": return will.targets.length ? t("gunshi.will.shoot", { a, list: will.targets.join(", ") }) : t("gunshi.will.noTarget", { a });
    default: return t("gunshi.will.stay", { a });
  }
}
