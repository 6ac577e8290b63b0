import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice } from "../../lib/types";
import { phrase, provinceName, unitName } from "./phrase";
import { clanOf, KINDS, PLURAL, type ShogunView, type Unit } from "./read";

export interface Levy {
  unit: Unit;
  army: boolean;
}

/**
 * A levy, or hired ronin, as they are laid out on the map in any order, before all of it is sealed at once.
 * The table wants them in the order of the map; whoever lays them out does not. Nothing leaves the browser until then.
 */
export class Muster {
  unit = $state<Unit>("spearman");
  #levies = new Layout<string, Levy>("levy");
  #ronin = new Layout<string, number>("ronin");

  get levies(): ReadonlyMap<string, Levy> {
    return this.#levies.parts;
  }
  get ronin(): ReadonlyMap<string, number> {
    return this.#ronin.parts;
  }
  /** What was laid out for this moment stays, also when others seal meanwhile. */
  open(moment: string): void {
    this.#levies.open(moment);
    this.#ronin.open(moment);
  }

  // -- levy ------------------------------------------------------------------------------------------

  count(unit: Unit): number {
    return [...this.levies.values()].filter((levy) => levy.unit === unit).length;
  }
  /** The koku for what is laid out, or for one more of a kind, by the prices of the game. */
  cost({ prices }: ShogunView, more?: Unit): number {
    const n = (unit: string): number => this.count(unit as Unit) + (more === unit ? 1 : 0);
    return prices.levy.reduce(
      (koku, { units, for_a_koku }) => koku + Math.ceil(units.reduce((all, unit) => all + n(unit), 0) / for_a_koku),
      0,
    );
  }
  /** Why no more of the kind in hand can be laid out, if so. */
  note(view: ShogunView, clan: string): string {
    const lord = view.clans[clan]!;
    if ((lord.tray[PLURAL[this.unit]] ?? 0) <= this.count(this.unit))
      return t("sh.muster.noTray", { units: tt(`sh.many.${this.unit}`, this.unit) });
    return this.cost(view, this.unit) > (lord.bins?.levy ?? 0)
      ? t("sh.muster.noKoku", { unit: unitName(this.unit) })
      : "";
  }
  #places(view: ShogunView, clan: string, id: string): string[] {
    const land = view.provinces[id]!;
    if (land.owner !== clan) return [];
    if (this.levies.has(id)) return [`unlevy ${id}`];
    if (this.note(view, clan)) return [];
    const army = view.armies.find((each) => each.at === id && clanOf(each.army) === clan);
    return [
      ...(army?.room[PLURAL[this.unit]] ? [`levy ${this.unit} ${id} army`] : []),
      ...(land.room ? [`levy ${this.unit} ${id}`] : []),
    ];
  }

  // -- ronin -----------------------------------------------------------------------------------------

  left(view: ShogunView, clan: string): number {
    return view.clans[clan]!.veiled_ronin - [...this.ronin.values()].reduce((sum, n) => sum + n, 0);
  }
  #hidingPlaces(view: ShogunView, clan: string, id: string): string[] {
    const land = view.provinces[id]!;
    if (land.owner !== clan) return [];
    const here = this.ronin.get(id) ?? 0;
    return [
      ...(here < (land.ronin_room ?? 0) && this.left(view, clan) > 0 ? [`ronin ${id}`] : []),
      ...(here ? [`unhide ${id}`] : []),
    ];
  }

  // -- both ------------------------------------------------------------------------------------------

  take(text: string): void {
    const [verb, a = "", b = "", c = ""] = text.split(" ");
    const levies = new Map(this.levies);
    const ronin = new Map(this.ronin);
    if (verb === "kind") this.unit = a as Unit;
    else if (verb === "levy" && KINDS.includes(a as Unit) && b) levies.set(b, { unit: a as Unit, army: c === "army" });
    else if (verb === "unlevy") levies.delete(a);
    else if (verb === "ronin" && a !== "none") ronin.set(a, (ronin.get(a) ?? 0) + 1);
    else if (verb === "unhide") ronin.delete(a);
    this.#levies.lay(levies);
    this.#ronin.lay(ronin);
  }
  label(text: string, view: ShogunView, clan: string): string {
    const [verb, a = ""] = text.split(" ");
    const levy = this.levies.get(a);
    if (verb === "kind")
      return t("sh.muster.kind", {
        units: tt(`sh.many.${a}`, a),
        n: this.count(a as Unit),
        all: view.clans[clan]?.tray[PLURAL[a as Unit]] ?? 0,
      });
    if (verb === "unlevy") return t("sh.muster.back", { unit: unitName(levy?.unit ?? ""), p: provinceName(a) });
    return verb === "unhide" ? t("sh.muster.back", { unit: unitName("ronin"), p: provinceName(a) }) : phrase(text);
  }
  /** The same on the card of its province, which need not be named again. */
  onCard(text: string): string {
    const [verb, unit = "", , army] = text.split(" ");
    return verb === "levy" ? t(army ? "sh.muster.army" : "sh.muster.force", { unit: unitName(unit) }) : "";
  }
  draft(view: ShogunView, clan: string, play: Play): Draft {
    const levy = view.stage === "levy";
    const texts = Object.keys(view.provinces).flatMap((id) =>
      levy ? this.#places(view, clan, id) : this.#hidingPlaces(view, clan, id),
    );
    const choices: Choice[] = [...(levy ? KINDS.map((unit) => `kind ${unit}`) : []), ...texts].map((text, i) => ({
      action: -1 - i,
      text,
    }));
    const koku = view.clans[clan]!.bins?.levy ?? 0;
    return {
      choices,
      label: (text) => this.label(text, view, clan),
      chosen: (text) => text === `kind ${this.unit}`,
      take: (text) => this.take(text),
      seal: levy
        ? t("sh.muster.levy", { n: this.cost(view), all: koku })
        : t("sh.muster.ronin", { n: this.left(view, clan) }),
      ready: true,
      say: () => {
        if (levy)
          return play.command(
            `levy ${[...this.levies]
              .map(([id, { unit, army }]) => `${unit} ${id}${army ? " army" : ""}`)
              .concat("none", "none")
              .join(", ")}`,
          );
        const none = play.sight?.legal.find((choice) => choice.text === "ronin none");
        return this.ronin.size || !none
          ? play.command(`ronin ${[...this.ronin].map(([id, n]) => `${id} ${n}`).join(", ")}`)
          : play.choose(none);
      },
    };
  }
}
