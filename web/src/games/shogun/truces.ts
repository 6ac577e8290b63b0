import { count, t, tt } from "../../lib/words.svelte";
import { clanName, provinceName } from "./phrase";

/** A truce as the server tells it: `truce red - blue, 2 rounds, kyushu: in force until round 4`. */
export interface Truce {
  line: string;
  from: string;
  to: string;
  rounds: number;
  scope: string;
  status: string;
  until: number;
  breach: string;
}

const LINE = /^truce (\w+) - (\w+), (\d+) rounds, (\S+): ([a-z ]+?)(?: until round (\d+))?(?: \((.*)\))?$/;

export function readTruces(lines: string[]): Truce[] {
  return lines.flatMap((line) => {
    const found = LINE.exec(line);
    return found
      ? [
          {
            line,
            from: found[1]!,
            to: found[2]!,
            rounds: Number(found[3]),
            scope: found[4]!,
            status: found[5]!,
            until: Number(found[6] ?? 0),
            breach: found[7] ?? "",
          },
        ]
      : [];
  });
}

/** `all`, an island, or provinces divided by commas, in words. */
export function scopeName(scope: string): string {
  return tt(`sh.scope.${scope}`, scope.split(",").map(provinceName).join(t("comma")));
}

/** How long and where, in words. */
export const termsText = (truce: Truce): string =>
  t("sh.truce.terms", {
    rounds: count(truce.rounds, "sh.truce.round", "sh.truce.rounds"),
    scope: scopeName(truce.scope),
  });

/** `red attacks blue in bungo` in words. */
export function breachText(breach: string): string {
  const found = /^(\w+) (attacks|strikes at) (\w+) in (\w+)$/.exec(breach);
  return found
    ? t(found[2] === "attacks" ? "sh.truce.attacks" : "sh.truce.strikes", {
        who: clanName(found[1]!),
        whom: clanName(found[3]!),
        p: provinceName(found[4]!),
      })
    : breach;
}

/** What was put on record, in words: `truce offer blue rounds 2 scope kyushu`. */
export function spoken(text: string): string {
  const w = text.toLowerCase().split(/\s+/);
  if (w[0] !== "truce") return text;
  if (w[1] === "offer")
    return t("sh.truce.said.offer", { who: clanName(w[2] ?? ""), n: w[4] ?? "", scope: scopeName(w[6] ?? "") });
  return tt(`sh.truce.said.${w[1]}`, text, { who: clanName(w[2] ?? "") });
}
