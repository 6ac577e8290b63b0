import type { Foresight } from "./foresight.svelte";
import type { Play } from "./play.svelte";
import type { Pointed, Sight } from "./types";

/** What the things on a board stand for, as far as a picture shows it. */
export type PointedAt = Pick<Pointed, "places" | "ways">;

/** A picture shows where things can go, and foresees nothing; yet it has all that boards may ask for. */
function foresightOf({ legal }: Sight, told: PointedAt | null): { [Part in keyof Foresight]: Foresight[Part] } {
  return {
    told: false,
    pointed: told !== null,
    quick: [],
    see: () => undefined,
    of: () => null,
    at: (place) => told && legal.filter(({ action }) => told.places[place]?.includes(action)),
    barred: () => null,
    ways: (piece) => new Map(Object.entries(told?.ways[piece] ?? {})),
    why: () => Promise.resolve(null),
    plans: () => Promise.resolve([]),
    pointing: () => Promise.resolve(told !== null),
    telling: () => Promise.resolve(false),
  };
}

/**
 * A table at which nothing happens, for a board that is a picture: it shows what can be done at the moment of the
 * sight, and nobody does it. `told` is what the server says of the things on the board.
 */
export function stillOf(sight: Sight, told: PointedAt | null = null): Play {
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
    foresight: foresightOf(sight, told),
    choose: () => Promise.resolve(false),
    refuse: none,
  };
  return still as unknown as Play;
}
