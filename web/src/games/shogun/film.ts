import type { Scene } from "../../lib/livetable.svelte";
import type { Picture } from "../../lib/pacing";
import { t } from "../../lib/words.svelte";
import type { LogLine, Sight } from "../../lib/types";
import { casualties } from "./dice";
import { provinceName } from "./phrase";
import { clanOf, PLURAL, type Army, type Land, type ShogunView, type Unit } from "./read";

/** How long a picture of a battle stays, in milliseconds at normal speed: of one's own, and of others. */
const BEGINS = [800, 450],
  ROLLS = [1150, 800],
  ENDS = [1700, 1000];
const STEPS: Record<string, number> = { bowmen: 1, gunners: 2, daimyo: 4, "swordsmen and ronin": 5, spearmen: 6 };

type Side = "attacker" | "defender";
interface Troop {
  units: Army["units"];
  ronin: number;
}

/** A battle that is under way, kept up with what the log tells of it; nothing is reckoned here but sums. */
class Field {
  view: ShogunView;

  constructor(view: ShogunView) {
    this.view = view;
  }
  get fights(): boolean {
    return this.view.battle.to !== null;
  }
  get own(): boolean {
    const { view } = this;
    const clans = [this.attacker, view.provinces[view.battle.to ?? ""]?.owner ?? ""];
    return view.seat !== null && clans.some((clan) => view.clans[clan]?.seat === view.seat);
  }
  get attacker(): string {
    const { army, from } = this.view.battle;
    return army ? clanOf(army) : (this.view.provinces[from ?? ""]?.owner ?? this.view.at_war ?? "");
  }

  /** An attack begins: with an army of the clan at war, or with the force of a province. */
  begin(line: LogLine): void {
    const [verb, a = "", b = ""] = line.action.split(" ");
    const { view } = this;
    const name = verb === "attack" ? view.battle.army : a === "army" ? `${view.at_war} ${b}` : null;
    const army = view.armies.find((each) => each.army === name);
    const from = army?.at ?? a;
    const to = verb === "attack" ? a : ((army ? army.aim : view.provinces[from]?.aim) ?? null);
    this.#battle({ army: name, from, to, step: 0, first_strike: false, hits_on_attacker: 0, hits_on_defender: 0 });
  }
  roll(line: LogLine): void {
    const { template = "", words = {} } = line.effects?.[0] ?? {};
    const hits = Number(line.action.split(" ")[1]);
    const { hits_on_attacker, hits_on_defender } = this.view.battle;
    this.#battle({
      step: STEPS[String(words.roll)] ?? 0,
      first_strike: template.includes("strikes first"),
      hits_on_attacker: hits_on_attacker + (words.side === "attacker" ? 0 : hits),
      hits_on_defender: hits_on_defender + (words.side === "attacker" ? hits : 0),
    });
  }
  /** What an action's telling adds: ronin that step forward, units that fall. */
  come(line: LogLine): void {
    for (const { template, words } of line.effects ?? [])
      if (template.includes("hidden ronin step forward"))
        this.#change(words.side as Side, "ronin", Number(words.number));
    const fallen = casualties(line);
    for (const { side, unit, n } of fallen) this.#change(side, unit, -n);
    if (fallen.length) this.#battle({ step: 7, hits_on_attacker: 0, hits_on_defender: 0 });
  }
  lose(line: LogLine): void {
    const side = this.view.clans[this.attacker]?.seat === line.seat ? "attacker" : "defender";
    this.#change(side, line.action.split(" ")[2]!, -1);
    const on = side === "attacker" ? "hits_on_attacker" : "hits_on_defender";
    this.#battle({ step: 7, [on]: Math.max(0, this.view.battle[on] - 1) });
  }
  end(): void {
    this.#battle({ to: null, from: null, army: null });
  }

  #battle(changed: Partial<ShogunView["battle"]>): void {
    const battle = { ...this.view.battle, sides: null, losing: null, to_lose: 0, ...changed };
    this.view = { ...this.view, stage: "roll", battle };
  }
  /** An army and a force that defend together lose a kind of unit where it is; what fell of both is all there was. */
  #change(side: Side, unit: string, n: number): void {
    const { view } = this;
    const { battle } = view;
    const place = side === "defender" ? battle.to! : battle.army ? "" : battle.from!;
    let left = n;
    const changed = (troop: Troop): Troop => {
      const kind = PLURAL[unit as Unit];
      const had = unit === "ronin" ? troop.ronin : (troop.units[kind] ?? 0);
      const now = Math.max(0, had + left);
      left -= now - had;
      return unit === "ronin" ? { ...troop, ronin: now } : { ...troop, units: { ...troop.units, [kind]: now } };
    };
    const fights = (army: Army): boolean =>
      side === "attacker"
        ? army.army === battle.army
        : army.at === place && clanOf(army.army) === view.provinces[place]?.owner;
    const land = view.provinces[place];
    if (unit === "wall") {
      if (land) this.#set(view.armies, place, { ...land, bonus: Math.max(0, land.bonus + n) });
      return;
    }
    const armies = view.armies.map((army) => (left && fights(army) ? { ...army, ...changed(army) } : army));
    const force = land && left ? changed({ units: land.force, ronin: land.ronin }) : null;
    this.#set(armies, place, land && force ? { ...land, force: force.units, ronin: force.ronin } : land);
  }
  #set(armies: Army[], place: string, land: Land | undefined): void {
    const provinces = land ? { ...this.view.provinces, [place]: land } : this.view.provinces;
    this.view = { ...this.view, armies, provinces };
  }
}

/**
 * Battles as pictures: where one begins, its dice, what falls, how it ends. Of a battle of one's own every throw is
 * shown by itself, of a battle of others all dice up to the next losses.
 */
export function film(before: Sight, lines: LogLine[]): Picture<Scene>[] {
  if (!lines.some((line) => line.action.startsWith("hits "))) return [];
  const field = new Field(before.view as ShogunView);
  const pictures: Picture<Scene>[] = [];
  lines.forEach((line, at) => {
    const take = ([own, others]: number[]): void => {
      const title = t("sh.battle.title", { p: provinceName(field.view.battle.to ?? "") });
      const sight = { ...before, view: field.view, length: before.length + at + 1, legal: [], to_act: [] };
      pictures.push({ picture: { sight, log: lines.slice(0, at + 1), title }, lasts: (field.own ? own : others)! });
    };
    const next = lines[at + 1]?.action ?? "";
    const rolls = line.action.startsWith("hits ");
    if (/^(fight|attack) /.test(line.action)) {
      field.begin(line);
      if (!field.fights) return;
      field.come(line);
      take(BEGINS);
    } else if (!field.fights) return;
    else if (rolls) {
      field.roll(line);
      const falls = casualties(line).length > 0;
      field.come(line);
      const over = !/^(hits|lose|press|join|sealed)\b/.test(next) && (at + 1 < lines.length || ended(line));
      if (over || field.own || falls || !next.startsWith("hits ")) take(over ? ENDS : ROLLS);
      if (over) field.end();
    } else if (line.action.startsWith("lose ")) {
      field.lose(line);
      field.come(line);
      if (!next.startsWith("lose ")) take(ended(line) ? ENDS : ROLLS);
    } else if (line.action === "call off") field.end();
    else field.come(line);
  });
  return pictures;
}

/** Whether the telling of an action says that a battle is decided. */
const ended = (line: LogLine): boolean =>
  (line.effects ?? []).some(({ template }) => / drives | loses \{province\}| is lost$| is out\b/.test(template));
