import { HOUSE_GAMES } from "../games/texts";
import { t, tt } from "./words.svelte";

/** A seat's own name (red, blue, a clan) in the chosen language. */
export function seatName(game: string, name: string): string {
  return tt(`seat.${game}.${name}`, tt(`seat.${name}`, name));
}

const GUEST = /^guest( \d+)?$/;

/** The name somebody chose; the number the server gives a guest is none. */
export function chosenName(name: string): string {
  return GUEST.test(name) ? "" : name;
}

/** A person without a name is a guest with a number in every language; a deleted person has no name either. */
export function playerName(name: string): string {
  const guest = GUEST.exec(name);
  return guest ? t("seat.guest") + (guest[1] ?? "") : name === "deleted player" ? t("seat.deleted") : name;
}

/** What an option is called; without a game, in whichever game has it. */
export function optionName(game: string, name: string): string {
  const plain = tt(`option.${name}`, name.replaceAll("_", " "));
  return (game ? [game] : HOUSE_GAMES).map((each) => tt(`option.${each}.${name}`, "")).find(Boolean) ?? plain;
}

/** What one of an option's values is called. */
export function choiceName(game: string, option: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return tt(value ? "option.on" : "option.off", String(value));
  return tt(`option.${game}.${option}.${value}`, tt(`seat.${value}`, String(value)));
}

/** An option as the rules write it, `mlp_max` or `deck_rule=secret`, in words; undefined if it is none. */
export function settingName(text: string): string | undefined {
  const [name = "", value] = text.split("=");
  const game = HOUSE_GAMES.find((each) => tt(`option.${each}.${name}`, ""));
  if (!game) return undefined;
  const option = optionName(game, name);
  return value ? t("rules.value", { option, value: choiceName(game, name, value) }) : option;
}
