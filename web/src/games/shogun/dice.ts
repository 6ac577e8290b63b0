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
}

const ICONS: Record<string, IconName> = {
  bowmen: "archer",
  gunners: "gunner",
  daimyo: "daimyo",
  "swordsmen and ronin": "swordsman",
  spearmen: "spearman",
};

/** The dice of the present round of combat, each side's by itself: all since the battle began or was fought on. */
export function rollsNow(log: LogLine[]): { attacker: Roll[]; defender: Roll[] } {
  const found: { attacker: Roll[]; defender: Roll[] } = { attacker: [], defender: [] };
  for (const line of log.slice(log.findLastIndex((each) => /^(fight|attack|press)\b/.test(each.action)) + 1)) {
    const words = line.action.startsWith("hits ") ? line.effects?.[0]?.words : undefined;
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
    });
  }
  return found;
}
