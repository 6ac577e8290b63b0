import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { count, t } from "../../lib/words.svelte";
import type { Choice, Sight } from "../../lib/types";
import { label, provinceName } from "./phrase";
import type { ShogunView } from "./read";

/** "declare army 1 hida", "declare mino hida": who, and where to. */
function order(text: string): { troop: string; target: string } {
  const words = text.split(" ");
  return { troop: words.slice(1, -1).join(" "), target: words.at(-1)! };
}

/** Attacks as they are drawn on the map in any order, before all are declared at once; the table hears armies first. */
export class WarPlan {
  #aims = new Layout<string, string>("war");

  get aims(): ReadonlyMap<string, string> {
    return this.#aims.parts;
  }
  open(moment: string): void {
    this.#aims.open(moment);
  }
  #aimed(text: string): boolean {
    const { troop, target } = order(text);
    return this.aims.get(troop) === target;
  }
  take(text: string): void {
    const { troop, target } = order(text);
    const aims = new Map(this.aims);
    if (text.startsWith("undeclare ")) aims.delete(troop);
    else if (text.startsWith("declare ")) aims.set(troop, target);
    this.#aims.lay(aims);
  }
  draft(sight: Sight, play: Play): Draft {
    const attacks = sight.legal.filter((choice) => choice.text.startsWith("declare "));
    const draft: Draft = {
      back: this.#aims.back,
      choices: attacks.map((choice): Choice =>
        this.#aimed(choice.text) ? { action: choice.action, text: `un${choice.text}` } : choice,
      ),
      label: (text) => {
        const { troop, target } = order(text);
        return text.startsWith("un")
          ? t("sh.war.back", {
              name: troop.startsWith("army ") ? t("sh.army", { n: troop.slice(5) }) : provinceName(troop),
              p: provinceName(target),
            })
          : label(text, sight);
      },
      chosen: () => false,
      take: (text) => (text === "done" ? void draft.say() : this.take(text)),
      seal: this.aims.size ? count(this.aims.size, "sh.war.one", "sh.war.many") : t("sh.war.none"),
      ready: true,
      say: async () => {
        const aimed = attacks.filter((choice) => this.#aimed(choice.text));
        if (aimed.length && !(await play.choose(aimed))) return false;
        // Where nobody is left to declare, the table knows that itself.
        const done =
          play.myTurn && (play.sight!.view as ShogunView).stage === "declare"
            ? play.sight!.legal.find((choice) => choice.text === "done")
            : undefined;
        return done ? play.choose(done) : true;
      },
    };
    return draft;
  }
}
