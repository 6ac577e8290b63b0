import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { count, t, tt } from "../../lib/words.svelte";
import { phrase } from "./phrase";
import { without, type Pile } from "./read";

const freeAt = (pile: Pile, taken: number[], code: string): number =>
  pile.cards.findIndex((each, i) => each === code && !taken.includes(i));

/** Whether what is chosen ends in a deck: then all cards lie somewhere. */
const stacks = (pile: Pile): boolean => pile.verb === "deck" || pile.verb === "hand";
/** The hand is chosen; the deck below it lies as it lay, or has begun to be stacked. */
const handSeal = (stacked: boolean): "gunshi.seal.hand.rest" | "gunshi.seal.hand.asIs" =>
  stacked ? "gunshi.seal.hand.rest" : "gunshi.seal.hand.asIs";

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
  /**
   * Where the chosen cards lie in the pile, in the order of choosing. What the table has heard of already, from who
   * types or took a step back, is laid out as well.
   */
  places(pile: Pile): number[] {
    const laid = this.#laid.parts.get("cards")?.map(Number);
    if (laid?.every((at) => at < pile.cards.length)) return laid;
    return pile.chosen.reduce<number[]>((found, code) => [...found, freeAt(pile, found, code)], []);
  }
  picked(pile: Pile): string[] {
    return this.places(pile).map((at) => pile.cards[at]!);
  }
  free(pile: Pile): string[] {
    return without(pile.cards, this.picked(pile));
  }
  /** How many may be laid out now: behind the hand the deck that is left of it, so that both are said by one seal. */
  room = (pile: Pile): number => (pile.verb === "hand" ? pile.cards.length : pile.count);

  /** Choose a card, of equal ones the one at a place. */
  pick(pile: Pile, code: string, at = freeAt(pile, this.places(pile), code)): void {
    const places = this.places(pile);
    if (places.length === this.room(pile) || at < 0 || places.includes(at)) return;
    const laid = [...places, at];
    const left = pile.cards.map((_, i) => i).filter((i) => !laid.includes(i));
    // The last card of a deck lies under the others, whatever anybody wants.
    this.#lay(stacks(pile) && left.length === 1 ? [...laid, ...left] : laid);
    this.last = `${pile.verb} ${code}`;
  }
  putBack(pile: Pile, code: string, at = this.places(pile).find((each) => pile.cards[each] === code)): void {
    this.#lay(this.places(pile).filter((each) => each !== at));
    this.last = "";
  }
  #lay(places: number[]): void {
    this.#laid.lay(new Map([["cards", places.map(String)]]));
  }

  draft(pile: Pile, play: Play): Draft {
    const { verb, cards, chosen } = pile;
    const picked = this.picked(pile);
    const left = Math.max(0, pile.count - picked.length);
    const next = picked.length < this.room(pile) ? (left ? verb : "deck") : "";
    const texts = [
      ...(next ? new Set(this.free(pile).map((code) => `${next} ${code}`)) : []),
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
      seal: !left
        ? t(verb === "hand" && next ? handSeal(picked.length > pile.count) : `gunshi.seal.${verb}`)
        : verb === "deck"
          ? t(picked.length ? "gunshi.seal.deck.rest" : "gunshi.seal.deck.asIs")
          : count(left, "gunshi.seal.oneLeft", "gunshi.seal.left"),
      // What is not chosen of a deck follows in the order in which it lies there.
      ready: !left || verb === "deck",
      full: !left,
      // A set has one spelling for the table, a deck the order it was stacked in.
      say: async () => {
        const all = stacks(pile) ? [...picked, ...this.free(pile)] : picked;
        const set = all.slice(0, pile.count).toSorted((a, b) => cards.indexOf(a) - cards.indexOf(b));
        for (let back = chosen.length; back > 0; back--) if (!(await play.undo())) return false;
        // The last card of a deck is settled by the others.
        const deck = verb === "deck" ? all : all.slice(pile.count);
        return play.orders([
          ...(verb === "deck" ? [] : set).map((code) => `${verb} ${code}`),
          ...deck.slice(0, -1).map((code) => `deck ${code}`),
        ]);
      },
    };
  }
}
