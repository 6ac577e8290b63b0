import type { LogLine } from "../../lib/types";
import type { IconName } from "../../art/icons";

/** One handful of dice as it fell. */
export interface Roll {
  number: number;
  side: "attacker" | "defender";
  kind: string;
  icon: IconName;
  dice: number;
  hits: number;
  /** What each die shows, and up to which number it hits. */
  faces: number[];
  value: number;
  first: boolean; // a first strike, at a landing
}
/** Units that fell on a side, by the server's name for one of them; "wall" is a defender the castle lent. */
export type Fallen = Record<string, number>;
export interface Clash {
  attacker: Roll[];
  defender: Roll[];
  fallen: { attacker: Fallen; defender: Fallen };
}

const ICONS: Record<string, IconName> = {
  bowmen: "archer",
  gunners: "gunner",
  daimyo: "daimyo",
  "swordsmen and ronin": "swordsman",
  spearmen: "spearman",
};

const SINGLE: Record<string, string> = {
  bowmen: "bowman",
  gunners: "gunner",
  swordsmen: "swordsman",
  spearmen: "spearman",
};

/** The units that have fallen without a choice, by what is told of an action; those of the walls are the defender's. */
export function casualties(line: LogLine): { side: "attacker" | "defender"; unit: string; n: number }[] {
  return (line.effects ?? []).flatMap(({ template, words }) => {
    const n = Number(words.number ?? 1);
    if (/bonus defenders? falls?$/.test(template)) return [{ side: "defender" as const, unit: "wall", n }];
    if (!template.startsWith("the {side} loses ")) return [];
    const unit = String(words.unit ?? words.units);
    return [{ side: words.side === "attacker" ? "attacker" : "defender", unit: SINGLE[unit] ?? unit, n }];
  });
}

/** All units that an action has cost, chosen ones included; `attackers` is the seat that attacks. */
export function fallen(line: LogLine, attackers: number | null): ReturnType<typeof casualties> {
  const chosen = line.action.startsWith("lose ") ? line.action.split(" ")[2]! : "";
  const side = line.seat === attackers ? ("attacker" as const) : ("defender" as const);
  return [...(chosen ? [{ side, unit: chosen, n: 1 }] : []), ...casualties(line)];
}

/** The dice and losses of the present round of combat, by side: since the battle began or was fought on. */
export function clashNow(log: LogLine[], attackers: number | null): Clash {
  const found: Clash = { attacker: [], defender: [], fallen: { attacker: {}, defender: {} } };
  const fell = (side: "attacker" | "defender", unit: string, n: number): void => {
    found.fallen[side][unit] = (found.fallen[side][unit] ?? 0) + n;
  };
  for (const line of log.slice(log.findLastIndex((each) => /^(fight|attack|press)\b/.test(each.action)) + 1)) {
    for (const { side, unit, n } of fallen(line, attackers)) fell(side, unit, n);
    const { template, words } = (line.action.startsWith("hits ") && line.effects?.[0]) || {};
    if (!words) continue;
    const side = words.side === "attacker" ? "attacker" : "defender";
    const kind = String(words.roll);
    found[side].push({
      number: line.number,
      side,
      kind,
      icon: ICONS[kind] ?? "dice",
      dice: Number(words.dice ?? 1),
      hits: Number(line.action.split(" ")[1]),
      faces: String(words.faces ?? "")
        .split(" ")
        .filter(Boolean)
        .map(Number),
      value: Number(words.value ?? 0),
      first: template?.includes("strikes first") ?? false,
    });
  }
  return found;
}
