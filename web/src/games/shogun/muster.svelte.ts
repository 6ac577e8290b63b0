import { Layout, type Draft } from "../../lib/draft.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice } from "../../lib/types";
import { phrase, provinceName, unitName } from "./phrase";
import { ASHIGARU, clanOf, FORCE, KINDS, PLURAL, SAMURAI, size, type Army, type ShogunView, type Unit } from "./read";

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
  /** One koku pays one bowman, two swordsmen or gunners, three spearmen (RULES §7.2). */
  cost(more?: Unit): number {
    const n = (unit: Unit): number => this.count(unit) + (more === unit ? 1 : 0);
    return n("bowman") + Math.ceil((n("swordsman") + n("gunner")) / 2) + Math.ceil(n("spearman") / 3);
  }
  /** Why no more of the kind in hand can be laid out, if so. */
  note(view: ShogunView, clan: string): string {
    const lord = view.clans[clan]!;
    if ((lord.tray[PLURAL[this.unit]] ?? 0) <= this.count(this.unit))
      return t("sh.muster.noTray", { units: tt(`sh.many.${this.unit}`, this.unit) });
    return this.cost(this.unit) > (lord.bins?.levy ?? 0) ? t("sh.muster.noKoku", { unit: unitName(this.unit) }) : "";
  }
  #places(view: ShogunView, clan: string, id: string): string[] {
    const land = view.provinces[id]!;
    if (land.owner !== clan) return [];
    if (this.levies.has(id)) return [`unlevy ${id}`];
    if (this.note(view, clan)) return [];
    const army = view.armies.find((each) => each.at === id && clanOf(each.army) === clan);
    return [
      ...(army && roomIn(army, this.unit) ? [`levy ${this.unit} ${id} army`] : []),
      ...(size(land.force) < FORCE ? [`levy ${this.unit} ${id}`] : []),
    ];
  }

  // -- ronin -----------------------------------------------------------------------------------------

  left(view: ShogunView, clan: string): number {
    return view.clans[clan]!.veiled_ronin - [...this.ronin.values()].reduce((sum, n) => sum + n, 0);
  }
  #hidingPlaces(view: ShogunView, clan: string, id: string): string[] {
    const land = view.provinces[id]!;
    if (land.owner !== clan) return [];
    const army = view.armies.find((each) => each.at === id && clanOf(each.army) === clan);
    // One less than the units of each troop; a daimyo counts as a unit (RULES §7.9).
    const room = Math.max(0, size(land.force) - 1 - land.ronin) + (army ? size(army.units) - army.ronin : 0);
    const here = this.ronin.get(id) ?? 0;
    return [...(here < room && this.left(view, clan) > 0 ? [`ronin ${id}`] : []), ...(here ? [`unhide ${id}`] : [])];
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
        ? t("sh.muster.levy", { n: this.cost(), all: koku })
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

/** Whether an army has a free place for a unit (RULES §2.4). */
function roomIn({ units }: Army, unit: Unit): boolean {
  const samurai = unit === "bowman" || unit === "swordsman";
  return samurai
    ? (units.bowmen ?? 0) + (units.swordsmen ?? 0) < SAMURAI
    : (units.gunners ?? 0) + (units.spearmen ?? 0) < ASHIGARU;
}
