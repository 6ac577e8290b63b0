import { prefs } from "../../lib/prefs.svelte";
import { seatName } from "../../lib/names";
import { quoted, t, tt } from "../../lib/words.svelte";
import type { Choice, LogLine, Sight } from "../../lib/types";
import names from "./names.json";
import { choosingOf, weighs } from "./choosing";
import { acting, clanOf, leadsSeveral, numberOf, SINGULAR, size, stageOf, type Army, type ShogunView } from "./read";

/** In English, in Japanese, and how the Japanese name is read. */
const NAMES = names as unknown as Record<string, [string, string, string]>;
export const provinceName = (id: string): string => NAMES[id]?.[prefs.lang === "ja" ? 1 : 0] ?? id;
/** How a province's name is read, where its writing does not tell: in Japanese only. */
export const provinceReading = (id: string): string => (prefs.lang === "ja" ? (NAMES[id]?.[2] ?? "") : "");
/** In Japanese, choices that differ by their province stand in the order of its reading. */
export function order(choices: Choice[]): Choice[] {
  if (prefs.lang !== "ja") return choices;
  const kinds: string[] = [];
  const keyed = choices.map((choice) => {
    const words = choice.text.split(" ");
    const at = words.findIndex((word) => word in NAMES);
    const kind = at < 0 ? choice.text : words.slice(0, at).join(" ");
    if (!kinds.includes(kind)) kinds.push(kind);
    return { choice, kind: kinds.indexOf(kind), read: at < 0 ? "" : provinceReading(words[at]!) };
  });
  return keyed.sort((a, b) => a.kind - b.kind || a.read.localeCompare(b.read, "ja")).map(({ choice }) => choice);
}
export const unitName = (name: string): string => tt(`sh.${name}`, name);
export const clanName = (name: string): string => seatName("shogun", name);

export function phrase(text: string): string {
  const w = text.split(" ");
  const [verb = "", a = "", b = "", c = ""] = w;
  const p = provinceName;
  switch (verb) {
    case "deal":
    case "reinforce":
    case "marker":
    case "castle":
    case "fortress":
    case "attack":
    case "enter":
    case "recover":
      return t(`sh.do.${verb}`, { p: p(a) });
    case "split":
      return t("sh.do.split", { p: p(a), half: tt(`sh.half.${b}`, b) });
    case "draw":
      return t("sh.do.drawSword", { n: b });
    case "spy":
      return t("sh.do.spy", { clan: clanName(b) });
    case "no":
      return t(a === "spy" ? "sh.do.noSpy" : "sh.do.noStrike");
    case "bin":
      return t("sh.do.bin", { bin: tt(`sh.bin.${a}`, a), n: b });
    case "wish":
    case "take":
      return t(`sh.do.${verb}`, { n: b });
    case "first":
      return t("sh.do.first", { clan: clanName(a) });
    case "levy":
      return a === "none"
        ? t("sh.do.levyNone")
        : a === "next"
          ? t("sh.do.levyNext")
          : t(c === "army" ? "sh.do.levyArmy" : "sh.do.levy", { unit: unitName(a), p: p(b) });
    case "ronin":
      return a === "none" ? t("sh.do.hideNone") : t("sh.do.hide", { p: p(a) });
    case "strike":
      return t("sh.do.strike", { clan: clanName(a), n: c });
    case "die":
      return t("sh.do.die", { n: a });
    case "along":
    case "join":
    case "hits":
      return t(`sh.do.${verb}${a === "0" ? "0" : a === "1" ? "1" : ""}`, { n: a });
    case "revenge":
      return t("sh.do.revenge", { n: b });
    case "move":
      return t("sh.do.move", { n: a, p: p(b) });
    case "pick":
      return t("sh.do.pick", { n: a, unit: unitName(b) });
    case "leave":
    case "send":
    case "absorb":
      return t(`sh.do.${verb}`, { unit: unitName(a) });
    case "declare":
      return a === "army" ? t("sh.do.declareArmy", { n: b, p: p(c) }) : t("sh.do.declareForce", { a: p(a), b: p(b) });
    case "fight":
      return a === "army" ? t("sh.do.fightArmy", { n: b }) : t("sh.do.fightForce", { p: p(a) });
    case "lose":
      return t(a === "army" ? "sh.do.loseArmy" : "sh.do.loseForce", { unit: unitName(b) });
    case "press":
    case "done":
    case "sealed":
      return t(`sh.do.${verb}`);
    case "call":
      return t("sh.do.callOff");
    case "march":
      return t(c === "army" ? "sh.do.marchJoin" : "sh.do.march", { a: p(a), b: p(b) });
    default:
      return text;
  }
}

/** What follows without a decision: nobody to go along, one kind to send. What begins a battle is still tapped. */
export function forced(sight: Sight): Choice | null {
  const [only, another] = sight.legal;
  if (!only || another || !/^(along|join|send|leave|done|levy (next|none)|ronin none)\b/.test(only.text)) return null;
  // Of one kind there may still be a number to choose.
  const choosing = choosingOf(sight);
  return choosing && weighs(choosing, sight) ? null : only;
}

/** A choice at its moment: "done" says what it ends, a battle where it is fought. */
export function label(text: string, sight: Sight): string {
  const view = sight.view as ShogunView;
  if (text === "done") return tt(`sh.done.${view.stage}`, phrase(text));
  const [verb, clan = "", unit = ""] = text.split(" ");
  if (verb === "split") {
    const own = Object.keys(view.clans).filter((name) => view.clans[name]!.seat === view.seat);
    return t("sh.split.to", { p: provinceName(clan), clan: clanName(own[unit === "second" ? 1 : 0] ?? "") });
  }
  if (verb === "pick") return t("sh.pick.short", { n: clan, unit: unitName(unit) });
  if (verb === "fight") {
    const army = clan === "army" ? view.armies.find((each) => each.army === `${view.turn} ${unit}`) : undefined;
    const aim = army ? army.aim : view.provinces[clan]?.aim;
    if (aim)
      return t("sh.fight.at", { name: army ? t("sh.army", { n: unit }) : provinceName(clan), p: provinceName(aim) });
  }
  // Where the question names the troop, the unit is enough.
  const unlike =
    sight.legal.some((choice) => choice.text.startsWith("lose army")) &&
    sight.legal.some((choice) => choice.text.startsWith("lose force"));
  if (verb === "lose")
    return t(!unlike ? "sh.one" : clan === "army" ? "sh.lose.army" : "sh.lose.force", { unit: unitName(unit) });
  if (verb === "join" && view.stage === "defence")
    return t(`sh.beside${clan === "0" || clan === "1" ? clan : ""}`, { n: clan });
  if (verb === "wish" || verb === "take") return t("sh.sword", { n: unit });
  if (verb === "leave" || verb === "send") return t("sh.one", { unit: unitName(clan) });
  const daimyo = struck(text, view);
  return daimyo
    ? t(verb === "revenge" ? "sh.do.revengeAt" : "sh.do.strikeAt", {
        clan: clanName(clanOf(daimyo.army)),
        n: numberOf(daimyo.army),
        p: provinceName(daimyo.at),
      })
    : phrase(text);
}

/** The army whose daimyo a ninja, or revenge, is about to strike. */
function struck(text: string, view: ShogunView): Army | undefined {
  const [verb, clan = "", army = "", n = ""] = text.split(" ");
  const name = verb === "strike" ? `${clan} ${n}` : verb === "revenge" ? `${view.strike.by} ${army}` : "";
  return view.armies.find((each) => each.army === name);
}

/** The provinces a choice speaks of, including the one in which the daimyo stands that it strikes. */
export function places(text: string, sight: Sight): string[] {
  const at = struck(text, sight.view as ShogunView)?.at;
  return at ? [at] : refs(text);
}

/**
 * The provinces a choice speaks of; the last one is where it ends. A battle is called by its name wherever it is
 * offered.
 */
export function refs(text: string): string[] {
  if (text.startsWith("fight ")) return [];
  return text
    .split(" ")
    .slice(1)
    .filter((word) => word in NAMES);
}

/** What a word of a refusal is called; provinces come by their English names. */
export function word(kind: string, value: string): string | undefined {
  switch (kind) {
    case "text":
      return quoted(phrase(value));
    case "unit":
    case "building":
      return unitName(value);
    case "units":
      return tt(`sh.many.${SINGULAR[value as keyof typeof SINGULAR] ?? value}`, value);
    case "clan":
      return clanName(value.toLowerCase());
    case "bin":
      return tt(`sh.bin.${value}`, value);
    case "provinces":
      return value
        .split(", ")
        .map((name) => word("province", name))
        .join(t("sh.log.and"));
    case "province":
      return provinceName(Object.keys(NAMES).find((id) => NAMES[id]![0] === value) ?? value);
    default:
      return undefined;
  }
}

export function prompt(sight: Sight): string {
  const who = asked(sight);
  const what = question(sight);
  return who ? t("table.asks", { who: clanName(who), what }) : what;
}

/** Which of one's clans is asked, where one leads several: with two players each has two. */
export function asked(sight: Sight): string {
  const view = sight.view as ShogunView;
  const own = Object.keys(view.clans).filter((name) => view.clans[name]!.seat === view.seat);
  if (own.length < 2 || view.stage === "split") return "";
  const attacked = view.provinces[view.battle.to ?? ""]?.owner;
  return own.find((name) => name === view.turn) ?? own.find((name) => name === attacked) ?? "";
}

function question(sight: Sight): string {
  const view = sight.view as ShogunView;
  const fresh = Object.values(view.clans).some(
    (clan) => clan.seat === sight.seat && clan.choices_made === 0 && !clan.sealed,
  );
  if (fresh && (view.stage === "levy" || view.stage === "hire")) return t(`sh.ask.muster.${view.stage}`);
  const unit = /^levy (bowman|swordsman|gunner|spearman) /.exec(sight.legal[0]?.text ?? "")?.[1];
  if (unit) return t("sh.ask.levyUnit", { unit: unitName(unit) });
  const leaving =
    view.stage === "garrison" || view.stage === "along"
      ? view.armies.find((army) => army.army === `${view.turn} ${view.moving.army}`)
      : undefined;
  if (leaving)
    return t(`sh.ask.${view.stage as "garrison" | "along"}Of`, {
      n: view.moving.army,
      a: provinceName(leaving.at),
      b: provinceName(view.moving.to ?? ""),
    });
  if (view.stage === "send" || view.stage === "march-ronin")
    return t(`sh.ask.${view.stage}${view.moving.into_army ? "Join" : ""}`, {
      a: provinceName(view.battle.from ?? ""),
      b: provinceName(view.moving.march_to ?? ""),
    });
  if (view.stage === "reinforce" || view.stage === "markers") return t(`sh.ask.${view.stage}`, placed(view));
  const own = view.armies.find(
    (army) =>
      army.army ===
      (view.stage === "chain"
        ? view.battle.army
        : view.stage === "absorb"
          ? `${view.takes_over} ${view.moving.recovering}`
          : ""),
  );
  if (own) return t(`sh.ask.${view.stage as "chain" | "absorb"}Of`, { n: numberOf(own.army), p: provinceName(own.at) });
  if (view.stage === "offer") {
    const own = view.clans[view.at_war ?? ""]?.seat === sight.seat;
    return own ? t("sh.ask.offerOwn") : t("sh.ask.offer", { clan: clanName(view.at_war ?? "") });
  }
  if (view.stage === "plan") return t("sh.ask.plan", { n: view.clans[acting(view)]?.koku ?? 0 });
  return tt(`sh.ask.${stageOf(view)}`, sight.prompt, { n: roninLeft(view) });
}

/** Which of the set-up's placements this is, of how many (RULES §3.6, §3.7). */
function placed(view: ShogunView): { n: number; all: number } {
  const own = Object.values(view.provinces).filter((land) => land.owner === view.turn);
  if (view.stage === "markers")
    return { n: view.armies.filter((army) => clanOf(army.army) === view.turn).length + 1, all: view.set_up.armies };
  return {
    n: own.filter((land) => size(land.force) > 1).length + 1,
    all: Math.min(view.set_up.reinforcements, own.length),
  };
}

/** What the one who is waited for is about. */
export const waiting = (sight: Sight, who: string): string =>
  t("sh.wait", { who, what: tt(`sh.stage.${stageOf(sight.view as ShogunView)}`, "") });
/** Where the game stands; the map says in which phase. */
export const stage = (sight: Sight): string => {
  const { round } = sight.view as ShogunView;
  return round ? t("sh.round", { n: round }) : t("sh.setUp");
};
/** What only closes a list that was told unit by unit. */
const CLOSED = new Set(["sends no more units", "leaves no more units behind", "takes in no more units"]);
/** Lines of the log that only lead over to the next one. */
export const aside = ({ action, effects }: LogLine): boolean =>
  action === "levy next" || (action === "done" && effects?.length === 1 && CLOSED.has(effects[0]!.template));
/** Lines that say little about what others did. */
export const minor = (line: LogLine): boolean =>
  /^(sealed|done|bin|levy|ronin|pick|leave|along|send|deal)\b/.test(line.action);

/** Hired ronin that wait to be placed. */
function roninLeft(view: ShogunView): number {
  const hired = Object.values(view.clans)
    .filter((clan) => clan.seat === view.seat)
    .reduce((sum, clan) => sum + clan.veiled_ronin, 0);
  return hired - Object.values(view.provinces).reduce((sum, land) => sum + (land.hidden_ronin ?? 0), 0);
}

/**
 * How long an action of another clan stays on screen: what is sealed or dealt hurries by, what is fought over stays.
 */
export function pace(text: string): number {
  if (/^(strike|revenge) /.test(text)) return 1500;
  if (/^(declare|fight|attack|enter|move|march|castle|fortress|hits|die) ?/.test(text)) return 600;
  return /^(sealed|deal|split|done|bin|levy|ronin|wish|draw)\b/.test(text) ? 60 : 300;
}

/** How near a player is to the goal, where the provinces of several clans count together. */
export const score = (sight: Sight, seat: number): string => {
  const view = sight.view as ShogunView;
  return leadsSeveral(view) ? t("sh.score", { n: standing(sight, seat), all: view.goal }) : "";
};
/** How a player stands: the provinces of all clans of the seat. */
export const standing = (sight: Sight, seat: number): number =>
  Object.values((sight.view as ShogunView).clans)
    .filter((clan) => clan.seat === seat)
    .reduce((sum, clan) => sum + clan.provinces, 0);
