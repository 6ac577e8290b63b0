import type { Sight } from "../../lib/types";
import { place, type GunshiView, type Side, type Unit } from "./read";

/** What changed on the field between two moments; a fence is named by its line. */
export interface Step {
  kind: "move" | "fall" | "shield" | "turn" | "new" | "built" | "torn";
  from: string;
  to: string;
}
/** A unit left the field for the Invader Spot. */
interface Breach {
  kind: "invade";
  from: string;
  to: string;
  side: Side;
}

/** How many units of a side stand on the Invader Spot. */
function through({ view }: Sight, side: Side): number {
  const { infantry, archer, cavalry } = (view as GunshiView)[side].spot;
  return infantry + archer + cavalry;
}

export function changes(before: Sight, now: Sight): (Step | Breach)[] {
  const was = new Map((before.view as GunshiView).units.map((unit) => [unit.square, unit]));
  const is = new Map((now.view as GunshiView).units.map((unit) => [unit.square, unit]));
  const same = (a: Unit, b: Unit | undefined): boolean => b?.owner === a.owner && b.type === a.type;
  const gone = [...was.values()].filter((unit) => !same(unit, is.get(unit.square)));
  const come = [...is.values()].filter((unit) => !same(unit, was.get(unit.square)));
  const out: (Step | Breach)[] = [];
  // A unit that left a square and a unit on a new square belong together, nearest first.
  for (const unit of come) {
    const far = (other: Unit): number => {
      const [a, b] = place(unit.square),
        [c, d] = place(other.square);
      return Math.abs(a - c) + Math.abs(b - d);
    };
    const from = gone.filter((other) => same(unit, other)).sort((a, b) => far(a) - far(b))[0];
    if (from) gone.splice(gone.indexOf(from), 1);
    out.push(
      from ? { kind: "move", from: from.square, to: unit.square } : { kind: "new", from: unit.square, to: unit.square },
    );
  }
  // Whoever left the field for the Invader Spot has not fallen; it was nearest to the enemy's edge.
  for (const side of ["red", "blue"] as const) {
    const ahead = (unit: Unit): number => place(unit.square)[1] * (side === "red" ? -1 : 1);
    const leavers = gone.filter((unit) => unit.owner === side).sort((a, b) => ahead(a) - ahead(b));
    for (const unit of leavers.slice(0, through(now, side) - through(before, side))) {
      gone.splice(gone.indexOf(unit), 1);
      out.push({ kind: "invade", from: unit.square, to: unit.square, side });
    }
  }
  for (const unit of gone) out.push({ kind: "fall", from: unit.square, to: unit.square });
  for (const unit of is.values()) {
    const old = was.get(unit.square);
    if (!old || !same(unit, old)) continue;
    if (old.shield && !unit.shield) out.push({ kind: "shield", from: unit.square, to: unit.square });
    else if (old.facing !== unit.facing) out.push({ kind: "turn", from: unit.square, to: unit.square });
  }
  const lines = ({ view }: Sight): string[] => [
    ...(view as GunshiView).red.fences,
    ...(view as GunshiView).blue.fences,
  ];
  const [stood, stand] = [new Set(lines(before)), new Set(lines(now))];
  for (const line of stand) if (!stood.has(line)) out.push({ kind: "built", from: line, to: line });
  for (const line of stood) if (!stand.has(line)) out.push({ kind: "torn", from: line, to: line });
  return out;
}
