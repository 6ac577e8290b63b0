import type { Play } from "./play.svelte";
import type { Sight } from "./types";

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
    foresight: {
      of: none,
      at: none,
      see: none,
      barred: none,
      why: () => Promise.resolve(null),
      plans: () => Promise.resolve([]),
    },
    choose: () => Promise.resolve(false),
    refuse: none,
  };
  return still as unknown as Play;
}
