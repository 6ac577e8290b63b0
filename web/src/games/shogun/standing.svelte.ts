import type { Play } from "../../lib/play.svelte";
import { keep, stored } from "../../lib/prefs.svelte";
import { oddsOf } from "./model";
import type { ShogunView } from "./read";

/**
 * What a player orders beforehand for the battles of one turn of war: go on as long as the odds are at least so good,
 * losing the cheapest first. Below that the battle is called off, or the player is asked.
 */
export class StandingOrder {
  /** The turn of war it was given for; empty while there is none. */
  #turn = $state("");
  /** In per cent. */
  least = $state(Number(stored("shogun.least") ?? 50));
  callsOff = $state(stored("shogun.callsOff") === "yes");
  /** Why the player is asked all the same. */
  stopped = $state<"" | "below" | "choice">("");

  holds(view: ShogunView): boolean {
    return this.#turn !== "" && this.#turn === turnOf(view);
  }
  give(view: ShogunView): void {
    this.#turn = turnOf(view);
    this.stopped = "";
    keep("shogun.least", String(this.least));
    keep("shogun.callsOff", this.callsOff ? "yes" : "no");
  }
  end(): void {
    this.#turn = "";
    this.stopped = "";
  }
  /** Carry it out at the moment on the screen; to be called whenever something changes. */
  follow(play: Play): void {
    const view = play.sight?.view as ShogunView | undefined;
    if (!view || !this.holds(view) || !play.myTurn || play.busy || !play.foresight.told) return;
    const [losses] = play.foresight.quick;
    const [next] = play.sight!.legal;
    // Each battle in turn; whoever wants another order begins one himself.
    if (view.stage === "combat" && next) void play.choose(next);
    else if (view.stage === "lose" && losses) void play.order(losses.actions);
    else if (view.stage === "press") this.#press(play);
    else if (view.battle.to) this.stopped = "choice";
  }
  #press(play: Play): void {
    const choice = (text: string) => play.sight!.legal.find((each) => each.text === text);
    const press = choice("press");
    const odds = press && oddsOf(play.foresight.of(press.action));
    const on = odds && odds.attacker_wins * 100 >= this.least;
    const next = on ? press : this.callsOff ? choice("call off") : undefined;
    this.stopped = next ? "" : "below";
    if (next) void play.choose(next);
  }
}

const turnOf = (view: ShogunView): string => `${view.round} ${view.at_war}`;
