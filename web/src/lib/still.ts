import type { Foresight } from "./foresight.svelte";
import type { Play } from "./play.svelte";
import type { Sight } from "./types";

/** Nothing is foreseen in a picture; yet it has all that boards may ask for, or a board would draw nothing. */
const foresight: { [Part in keyof Foresight]: Foresight[Part] } = {
  told: false,
  pointed: false,
  quick: [],
  see: () => undefined,
  of: () => null,
  at: () => null,
  barred: () => null,
  ways: () => new Map(),
  why: () => Promise.resolve(null),
  plans: () => Promise.resolve([]),
  pointing: () => Promise.resolve(false),
  telling: () => Promise.resolve(false),
};

/**
 * A table at which nothing happens, for a board that is a picture: it shows what can be done at the moment of the
 * sight, and nobody does it.
 */
export function stillOf(sight: Sight): Play {
  const none = (): null => null;
  const still = {
    id: "",
    table: null,
    sight,
    looking: sight.seat,
    myTurn: sight.legal.length > 0,
    busy: false,
    idle: true,
    notice: "",
    earlier: null,
    canGoBack: false,
    scene: null,
    echo: null,
    foresight,
    choose: () => Promise.resolve(false),
    refuse: none,
  };
  return still as unknown as Play;
}
