import type { Ahead } from "../../lib/foresight.svelte";
import type { Choice, Sight } from "../../lib/types";
import { carry } from "./phrase";
import { named, place, type GunshiView, type Way } from "./read";

/** One gesture of a player, told to the table step by step. What may be done stands in the table's legal actions. */
export interface Order {
  first: Choice;
  /** The unit that carries it out, and its neighbours that are to do the same. */
  unit: string;
  crew: string[];
  /** The square or line that was pointed at. */
  goal: string;
  /** Which way a unit faces that is placed. */
  facing: Way;
}

/** Who may act along, as the server foresees it of a choice. */
export const mayJoin = (ahead: Ahead | null): string[] =>
  (ahead?.effects ?? []).flatMap(({ kind, piece, places }) =>
    kind === "open" && piece === "chain" ? (places ?? []) : [],
  );
/** The lines on which a unit may build once its chain is closed. */
export const mayBuild = (ahead: Ahead | null): string[] =>
  (ahead?.effects ?? []).flatMap(({ kind, piece, places }) =>
    kind === "open" && piece === "fence" ? (places ?? []) : [],
  );

/** As far from one square as another one lies from a third. */
function shifted(from: string, start: string, goal: string): string | null {
  const [x, y] = place(from);
  const [sx, sy] = place(start);
  const [gx, gy] = place(goal);
  return named(x + gx - sx, y + gy - sy);
}

/** The steps of an order, one after the other; null where the player has to decide, or nothing is left to do. */
export function course(order: Order): (sight: Sight) => Choice | null {
  let begun = false;
  let aimed = false; // the goal is used up: a second shot is asked for
  return (sight) => {
    if (!begun) {
      begun = true;
      aimed = order.first.text.endsWith(` ${order.goal}`);
      return order.first;
    }
    const { command, step } = sight.view as GunshiView;
    const find = (text: string): Choice | undefined => sight.legal.find((choice) => choice.text === text);
    const at = command?.at ?? command?.unit ?? "";
    const leads = at === order.unit && !aimed;
    const once = (choice: Choice | undefined): Choice | undefined => {
      aimed ||= choice !== undefined;
      return choice;
    };
    switch (step) {
      case "facing":
        return find(`face ${order.facing}`) ?? null;
      case "join":
        return (
          sight.legal.find(({ text }) => text.startsWith("join ") && order.crew.includes(text.slice(5))) ??
          find("go") ??
          null
        );
      case "act": {
        // Who shoots or builds at the goal does so first; of those who move, the front goes first.
        const own = command?.doing !== "move" && command?.doing !== "light" && !aimed && find(`next ${order.unit}`);
        return own || carry(sight);
      }
      case "to": {
        // The others go as far as the first one, if they can.
        const goal = order.goal && order.unit ? shifted(at, order.unit, order.goal) : null;
        return (goal && find(`to ${goal}`)) || carry(sight);
      }
      case "hit":
        return (leads && once(find(`hit ${order.goal}`))) || carry(sight);
      case "line":
        return (leads && once(find(`fence ${order.goal}`))) || null;
      default:
        return null;
    }
  };
}
