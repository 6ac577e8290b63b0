import { offers } from "./house.svelte";
import { choiceName, optionName } from "./names";
import { count, t, tt, type Key } from "./words.svelte";

type Values = Record<string, unknown>;
type Value = string | number | boolean;

/** A clock in words: `none`, `total:SECONDS` or `per-move:SECONDS`. */
export function clockName(clock: string): string {
  const [kind, seconds = "0"] = clock.split(":");
  const minutes = Math.round(Number(seconds) / 60);
  if (kind === "total") return t("clock.minutes", { n: minutes });
  if (kind !== "per-move") return t("clock.none");
  if (minutes % 1440 === 0) return count(minutes / 1440, "clock.perDay", "clock.perDays");
  return minutes % 60 === 0
    ? count(minutes / 60, "clock.perHour", "clock.perHours")
    : t("clock.perMinutes", { n: minutes });
}

/** What is agreed on for a table besides its seats: the ready-made setting it is, or what differs from the standard. */
export function termsOf(game: string, options: Values, clock: string, fate: string): [string, string][] {
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => name !== "players"));
  const same = (preset: Values): boolean => {
    const wanted = Object.entries(preset).filter(([name]) => name !== "players");
    return wanted.length > 0 && wanted.length === Object.keys(own).length && wanted.every(([k, v]) => own[k] === v);
  };
  const preset = Object.entries(offers.game(game)?.presets ?? {}).find(([, values]) => same(values))?.[0];
  const named = preset ? tt(`preset.${game}.${preset}`, "") : "";
  const terms: [string, string][] = [[t("new.clock"), clockName(clock)]];
  if (clock.startsWith("per-move")) terms.push([t("new.fate"), t(`fate.${fate}` as Key)]);
  if (named) terms.unshift([t("terms.setting"), named]);
  else if (Object.keys(own).length === 0) terms.unshift([t("terms.setting"), t("new.preset.none")]);
  else
    for (const [name, value] of Object.entries(own))
      terms.push([optionName(game, name), choiceName(game, name, value as Value)]);
  return terms;
}
