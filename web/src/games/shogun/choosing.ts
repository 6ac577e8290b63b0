import type { Sight } from "../../lib/types";
import { KINDS, PLURAL, type ShogunView, type Unit } from "./read";

/** Units that are picked one by one: how many there are by the text that picks one, and how many can be picked. */
export interface Choosing {
  all: ReadonlyMap<string, number>;
  most: number;
}

/**
 * What is to be picked at this moment, as the view tells it; none where ronin have a say in it, and the table is asked
 * unit by unit.
 */
export function choosingOf(sight: Sight): Choosing | null {
  const view = sight.view as ShogunView;
  const { moving, battle } = view;
  if (moving.from_type !== 0) return null;
  if (battle.losing) {
    const { army, force } = battle.losing;
    const count = (troop: typeof army, unit: Unit | "ronin"): number =>
      troop?.[unit === "ronin" ? "ronin" : PLURAL[unit]] ?? 0;
    const all = (["ronin", ...KINDS] as const).flatMap((unit): [string, number][] => [
      [`lose army ${unit}`, count(army, unit)],
      [`lose force ${unit}`, count(force, unit)],
    ]);
    return { all: new Map(all.filter(([, n]) => n > 0)), most: battle.to_lose };
  }
  const { choose_from: from, at_most: most } = moving;
  if (!from || most === null || moving.chosen > 0 || ledByRonin(view)) return null;
  const texts = sight.legal.map((choice) => choice.text).filter((text) => text !== "done");
  return { all: new Map(texts.map((text) => [text, from[PLURAL[text.split(" ")[1] as Unit]] ?? 0])), most };
}

/** Whether there is anything to weigh: which kinds, or how many of the only one. */
export function weighs({ all, most }: Choosing, { view, legal }: Sight): boolean {
  if ((view as ShogunView).battle.losing) return most > 1;
  return legal.length > 1 || Math.min(most, ...all.values()) > 1;
}

/** Whether ronin go with the troop that is on the move. */
function ledByRonin(view: ShogunView): boolean {
  if (view.stage === "send") {
    const land = view.provinces[view.battle.from ?? ""];
    return Boolean(land?.ronin || land?.hidden_ronin);
  }
  const army = view.armies.find((each) => each.army === (view.battle.army ?? `${view.turn} ${view.moving.army}`));
  return Boolean(army?.ronin || view.clans[view.turn ?? ""]?.veiled_ronin);
}
