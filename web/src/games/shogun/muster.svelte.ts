import { alike, Layout, type Advised, type Draft } from "../../lib/draft.svelte";
import type { Ahead } from "../../lib/foresight.svelte";
import type { Play } from "../../lib/play.svelte";
import { t, tt } from "../../lib/words.svelte";
import { inWords } from "../../lib/said.svelte";
import type { Choice, Problem } from "../../lib/types";
import { phrase, provinceName, refs, unitName, word } from "./phrase";
import { clanOf, KINDS, PLURAL, type ShogunView, type Unit } from "./read";

export interface Levy {
  unit: Unit;
  army: boolean;
}

type Levies = ReadonlyMap<string, Levy>;

/** What the table says of a levy: its koku, null if they are not known, and why one more of a kind cannot be had. */
interface Told {
  asked: string;
  koku: number | null;
  full: Problem | null;
}

/**
 * A levy, or hired ronin, as they are laid out on the map in any order, before all of it is sealed at once.
 * The table wants them in the order of the map; a player may lay them out in any order. The table is asked what a levy
 * costs, and whether there can be one more; nothing else leaves the browser until then.
 */
export class Muster {
  unit = $state<Unit>("spearman");
  #levies = new Layout<string, Levy>("levy");
  #ronin = new Layout<string, number>("ronin");
  #told = $state.raw<Told | null>(null);
  // What was asked last, and the levy that the table could take last.
  #moment = "";
  #asked = "";
  #taken: Levies = new Map();

  get levies(): ReadonlyMap<string, Levy> {
    return this.#levies.parts;
  }
  get ronin(): ReadonlyMap<string, number> {
    return this.#ronin.parts;
  }
  /** What was laid out for this moment stays, also when others seal meanwhile. */
  open(moment: string): void {
    if (moment !== this.#moment) this.#taken = new Map();
    this.#moment = moment;
    this.#levies.open(moment);
    this.#ronin.open(moment);
  }

  // -- levy ------------------------------------------------------------------------------------------

  count(unit: Unit): number {
    return [...this.levies.values()].filter((levy) => levy.unit === unit).length;
  }
  /** Ask what the levy that is laid out costs, and whether one more can be had; to be called when it changes. */
  async ask(view: ShogunView, clan: string, play: Play): Promise<void> {
    const { levies } = this;
    const asked = this.#question(view);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const more = this.#oneMore(view, clan);
    const plans = [levies, more ?? new Map<string, Levy>()].map((each) => planOf(each, view));
    const answers = await play.foresight.plans(plans.filter((plan) => plan.length));
    if (this.#question(view) !== asked) return;
    // Nothing costs nothing.
    const all = levies.size ? answers.shift() : { certain: true, effects: [], sayings: [] };
    const [another] = answers;
    if (all && !("effects" in all)) {
      // It cannot be had: what could be had before lies there again.
      play.refuse(all);
      this.#levies.lay(this.#taken);
      return;
    }
    if (all) this.#taken = levies;
    const full = another && !("effects" in another) ? another : null;
    this.#told = { asked, koku: all ? kokuIn(all) : null, full };
  }
  #question(view: ShogunView): string {
    return `${this.#moment} ${this.unit} ${planOf(this.levies, view).join(", ")}`;
  }
  /** What the table has said of the levy that is laid out; null until it has. */
  #known(view: ShogunView): Told | null {
    return this.#told?.asked === this.#question(view) ? this.#told : null;
  }
  /** What is laid out and one more of the kind in hand, wherever there is a place for it. */
  #oneMore(view: ShogunView, clan: string): Levies | null {
    for (const id of Object.keys(view.provinces)) {
      const [place] = this.levies.has(id) ? [] : this.#open(view, clan, id);
      if (place) return new Map(this.levies).set(id, place);
    }
    return null;
  }
  /** Why no more of the kind in hand can be laid out, if so. */
  note(view: ShogunView, clan: string): string {
    const { full, koku } = this.#known(view) ?? {};
    // The table would say that the levy is over.
    if (full && koku === view.clans[clan]?.bins?.levy) return t("sh.muster.spent");
    return full ? inWords(full, "shogun", word) : "";
  }
  /** Whether a unit of any kind could still come somewhere. */
  #roomLeft(view: ShogunView, clan: string): boolean {
    const free = Object.keys(view.provinces).filter((id) => !this.levies.has(id));
    return free.some((id) => KINDS.some((unit) => this.#open(view, clan, id, unit).length > 0));
  }
  /** The ways in which a unit, of the kind in hand unless another is named, can come to a province. */
  #open(view: ShogunView, clan: string, id: string, unit = this.unit): Levy[] {
    const land = view.provinces[id]!;
    if (land.owner !== clan) return [];
    const army = view.armies.find((each) => each.at === id && clanOf(each.army) === clan);
    return [...(army?.room[PLURAL[unit]] ? [{ unit, army: true }] : []), ...(land.room ? [{ unit, army: false }] : [])];
  }
  #places(view: ShogunView, clan: string, id: string): string[] {
    if (this.levies.has(id)) return [`unlevy ${id}`];
    if (this.#known(view)?.full) return [];
    return this.#open(view, clan, id).map((levy) => levyText(id, levy));
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
    const [verb, a = ""] = text.split(" ");
    const levies = new Map(this.levies);
    const ronin = new Map(this.ronin);
    if (verb === "kind") this.unit = a as Unit;
    else if (verb === "unlevy") levies.delete(a);
    else if (verb === "unhide") ronin.delete(a);
    else added(text, levies, ronin);
    if (verb === "levy" || verb === "unlevy") this.#levies.lay(levies);
    if (verb === "ronin" || verb === "unhide") this.#ronin.lay(ronin);
  }
  /**
   * The levy or the ronin of an adviser's line: the steps between kinds of units are the table's, not the player's, and
   * what the line goes on with for another clan of the same player has its own moment.
   */
  advised(line: readonly string[], owns: (province: string) => boolean): Advised {
    const levies = new Map<string, Levy>();
    const ronin = new Map<string, number>();
    const texts = line.filter((text) => refs(text).every(owns) && added(text, levies, ronin));
    const lay = (): void => {
      if (levies.size) this.#levies.lay(levies);
      if (ronin.size) this.#ronin.lay(ronin);
    };
    const laid = levies.size > 0 ? alike(levies, this.levies) : ronin.size > 0 && alike(ronin, this.ronin);
    return { texts, laid, lay };
  }
  label(text: string): string {
    const [verb, a = ""] = text.split(" ");
    const levy = this.levies.get(a);
    if (verb === "kind")
      return t("sh.muster.laid", {
        units: tt(`sh.many.${a}`, a),
        n: this.count(a as Unit),
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
    // What is only laid out has no number of the table.
    let number = 0;
    const numbered = (texts: string[]): Choice[] => texts.map((text) => ({ action: --number, text }));
    const kinds = numbered(levy ? KINDS.map((unit) => `kind ${unit}`) : []);
    const at = new Map(
      Object.keys(view.provinces).map((id) => [
        id,
        numbered(levy ? this.#places(view, clan, id) : this.#hidingPlaces(view, clan, id)),
      ]),
    );
    const koku = view.clans[clan]!.bins?.levy ?? 0;
    const known = this.#known(view);
    // Koku that cannot be spent are lost without a question.
    const unspent = levy && this.#roomLeft(view, clan) ? koku - (known?.koku ?? koku) : 0;
    const back = (levy ? this.#levies : this.#ronin).back;
    return {
      back,
      ...(unspent > 0 ? { asks: t("sh.muster.unspent", { n: unspent }) } : {}),
      choices: [...kinds, ...[...at.values()].flat()],
      at: (id) => at.get(id) ?? [],
      label: (text) => this.label(text),
      chosen: (text) => text === `kind ${this.unit}`,
      take: (text) => this.take(text),
      advised: (line) => this.advised(line, (id) => view.provinces[id]?.owner === clan),
      seal: levy
        ? t("sh.muster.levy", { n: known?.koku ?? "…", all: koku })
        : t("sh.muster.ronin", { n: this.left(view, clan) }),
      ready: !levy || known !== null,
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

/** Adds the unit or the ronin that an action brings; false if it brings none. */
function added(text: string, levies: Map<string, Levy>, ronin: Map<string, number>): boolean {
  const [verb, a = "", b = "", c = ""] = text.split(" ");
  if (verb === "levy" && KINDS.includes(a as Unit) && b) levies.set(b, { unit: a as Unit, army: c === "army" });
  else if (verb === "ronin" && a !== "none") ronin.set(a, (ronin.get(a) ?? 0) + 1);
  else return false;
  return true;
}
const levyText = (id: string, { unit, army }: Levy): string => `levy ${unit} ${id}${army ? " army" : ""}`;

/** A levy as the table wants it said: kind by kind, each in the order of the map. */
function planOf(levies: Levies, view: ShogunView): string[] {
  const plan: string[] = [];
  let ahead: string[] = [];
  for (const unit of KINDS) {
    for (const id of Object.keys(view.provinces)) {
      const levy = levies.get(id);
      if (levy?.unit !== unit) continue;
      plan.push(...ahead, levyText(id, levy));
      ahead = [];
    }
    ahead.push("levy next");
  }
  return plan;
}

/** The koku that a levy takes, as it is foreseen. */
const kokuIn = ({ effects }: Ahead): number =>
  effects.filter(({ kind }) => kind === "cost").reduce((sum, { amount }) => sum + (amount ?? 0), 0);
