import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { count, t, tt } from "../../lib/words.svelte";
import { phrase } from "./phrase";
import { without, type Pile } from "./read";

/**
 * Cards that are chosen in secret: laid out one by one, put back at will, and said at once. Nothing leaves the browser
 * until then.
 */
export class Secret {
  #laid = new Layout<"cards", string[]>("secret");
  /** The card that was laid last: what it does is told to who has no hover. */
  last = $state("");

  open(moment: string): void {
    this.#laid.open(moment);
    this.last = "";
  }
  /** What the table has heard of already, from who types or took a step back, is laid out as well. */
  picked(pile: Pile): string[] {
    return this.#laid.parts.get("cards") ?? pile.chosen;
  }
  free(pile: Pile): string[] {
    return without(pile.cards, this.picked(pile));
  }

  pick(pile: Pile, code: string): void {
    const picked = this.picked(pile);
    if (picked.length === pile.count || !this.free(pile).includes(code)) return;
    const laid = [...picked, code];
    const left = without(pile.cards, laid);
    // The last card of a deck lies under the others, whatever anybody wants.
    this.#laid.lay(new Map([["cards", pile.verb === "deck" && left.length === 1 ? [...laid, ...left] : laid]]));
    this.last = `${pile.verb} ${code}`;
  }
  putBack(pile: Pile, code: string): void {
    this.#laid.lay(new Map([["cards", without(this.picked(pile), [code])]]));
    this.last = "";
  }

  draft(pile: Pile, play: Play): Draft {
    const { verb, cards, chosen } = pile;
    const picked = this.picked(pile);
    const left = pile.count - picked.length;
    const texts = [
      ...(left ? new Set(this.free(pile).map((code) => `${verb} ${code}`)) : []),
      ...new Set(picked.map((code) => `back ${code}`)),
    ];
    return {
      // Each has a number of its own, so that a card does not turn into another one under the keyboard.
      choices: texts.map((text) => ({
        action: -1 - 2 * cards.indexOf(text.split(" ")[1]!) - Number(text.startsWith("back ")),
        text,
      })),
      label: (text) =>
        text.startsWith("back ")
          ? t("gunshi.do.back", { card: tt(`gunshi.card.${text.slice(5)}`, text.slice(5)) })
          : phrase(text),
      chosen: () => false,
      take: (text) => {
        const [what, code = ""] = text.split(" ");
        if (what === "back") this.putBack(pile, code);
        else this.pick(pile, code);
      },
      seal: left ? count(left, "gunshi.seal.oneLeft", "gunshi.seal.left") : t(`gunshi.seal.${verb}`),
      ready: !left,
      // A set has one spelling for the table, a deck the order it was stacked in.
      say: async () => {
        const said = verb === "deck" ? picked : picked.toSorted((a, b) => cards.indexOf(a) - cards.indexOf(b));
        for (let back = chosen.length; back > 0; back--) if (!(await play.undo())) return false;
        return play.command(`${verb} ${said.join(" ")}`);
      },
    };
  }
}
