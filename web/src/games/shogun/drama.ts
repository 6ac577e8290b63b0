import type { IconName } from "../../art/icons";
import { t } from "../../lib/words.svelte";
import type { LogLine, Sight } from "../../lib/types";
import { clanName } from "./phrase";
import { clanOf, numberOf, type ShogunView } from "./read";
import { breachText, readTruces } from "./truces";

/** A moment one tells afterwards. */
export interface Drama { icon: IconName; text: string }

const STRUCK_UP_TO = 8; // the die of a ninja (RULES §8.4)

/** What happened between two sights of the same seat that deserves a banner. */
export function dramas(before: Sight, now: Sight, lines: LogLine[]): Drama[] {
  const was = before.view as ShogunView;
  const is = now.view as ShogunView;
  const found: Drama[] = [];
  const known = new Set(readTruces(before.truces).filter((truce) => truce.status === "broken").map((truce) => truce.line));
  for (const truce of readTruces(now.truces)) if (truce.status === "broken" && !known.has(truce.line)) found.push({ icon: "flag", text: t("sh.drama.truce", { how: breachText(truce.breach) }) });

  for (const line of lines) {
    const w = line.action.split(" ");
    const by = clanName(is.at_war && is.clans[is.at_war]?.seat === line.seat ? is.at_war : Object.entries(is.clans).find(([, clan]) => clan.seat === line.seat)?.[0] ?? "");
    if (w[0] === "strike") found.push({ icon: "ninja", text: t("sh.drama.strike", { who: by, clan: clanName(w[1]!), n: w[3]! }) });
    else if (w[0] === "die" && was.strike.at && was.stage === "ninja-roll") found.push({ icon: "ninja", text: t(Number(w[1]) <= STRUCK_UP_TO ? "sh.drama.struck" : "sh.drama.missed", { clan: clanName(clanOf(was.strike.at)), n: numberOf(was.strike.at), die: w[1]! }) });
  }
  for (const [name, clan] of Object.entries(is.clans)) {
    const old = was.clans[name];
    if (!old?.alive || clan.alive) continue;
    // Whose lands grew by those of the fallen has taken over.
    const heir = Object.entries(is.clans).filter(([other]) => other !== name).sort(([a], [b]) => grown(b) - grown(a))[0]?.[0];
    found.push(heir && old.provinces > 0 && grown(heir) >= old.provinces / 2 ? { icon: "daimyo", text: t("sh.drama.takeOver", { who: clanName(heir), clan: clanName(name) }) } : { icon: "daimyo", text: t("sh.drama.fallen", { clan: clanName(name) }) });
  }
  if (was.stage === "plan" && is.stage !== "plan" && is.stage !== "spy") found.push({ icon: "koku", text: t("sh.drama.plans") });
  return found;

  function grown(name: string): number {
    return (is.clans[name]?.provinces ?? 0) - (was.clans[name]?.provinces ?? 0);
  }
}
