import type { IconName } from "../../art/icons";
import { t } from "../../lib/words.svelte";
import type { LogLine, Sight } from "../../lib/types";
import { clanName, provinceName } from "./phrase";
import { BINS, clanOf, FIGHTING, numberOf, type Bin, type ShogunView } from "./read";
import { breachText, readTruces, termsText } from "./truces";

/**
 * A moment one tells afterwards: a line that stands large, a sentence below it, the clan it is about, and how grave it
 * is; of plans, their bins.
 */
export interface Drama {
  icon: IconName;
  clan: string;
  title: string;
  text: string;
  grave: boolean;
  plans?: [clan: string, bins: Record<Bin, number>][];
}

/**
 * Whether one sight goes on from another by a step forward; an undo or a jump in a replay tells nothing. At a table the
 * seat that looks may be another one: a shared device goes on to whoever is asked next.
 */
export function follows(before: Sight, now: Sight, live: boolean): boolean {
  const steps = now.length - before.length;
  return (live || before.seat === now.seat) && steps >= 0 && steps < 40;
}

/** What happened between two sights that deserves a banner. */
export function dramas(before: Sight, now: Sight, lines: LogLine[]): Drama[] {
  const was = before.view as ShogunView;
  return [
    // Others know of other truces.
    ...(before.seat === now.seat ? ofTruces(before, now) : []),
    ...ofBattles(was, now.view as ShogunView, lines),
    ...ofNinja(was, now.view as ShogunView, lines),
    ...ofClans(was, now.view as ShogunView),
    ...ofVictory(before, now),
  ];
}

function ofTruces(before: Sight, now: Sight): Drama[] {
  const known = new Set(
    readTruces(before.truces).map(
      (truce) => `${truce.status} ${truce.from} ${truce.to} ${truce.scope} ${truce.breach}`,
    ),
  );
  return readTruces(now.truces).flatMap((truce): Drama[] => {
    if (known.has(`${truce.status} ${truce.from} ${truce.to} ${truce.scope} ${truce.breach}`)) return [];
    if (truce.status === "broken")
      return [
        {
          icon: "flag",
          clan: truce.breach.split(" ")[0]!,
          title: t("sh.drama.truce"),
          text: `${breachText(truce.breach)}${t("sh.drama.stop")}`,
          grave: true,
        },
      ];
    if (truce.status === "in force")
      return [
        {
          icon: "people",
          clan: truce.from,
          title: t("sh.drama.peace"),
          text: t("sh.drama.peaceText", { a: clanName(truce.from), b: clanName(truce.to), terms: termsText(truce) }),
          grave: false,
        },
      ];
    return [];
  });
}

type Told =
  | "sh.drama.strike"
  | "sh.drama.struck"
  | "sh.drama.slain"
  | "sh.drama.missed"
  | "sh.drama.mayAvenge"
  | "sh.drama.revenge";

/**
 * A strike and its dice may come together or one by one; what a die means follows from what came before it, and from
 * what became of the daimyo and of the chance to take revenge.
 */
function ofNinja(was: ShogunView, is: ShogunView, lines: LogLine[]): Drama[] {
  const found: Drama[] = [];
  const stands = (view: ShogunView, name: string): boolean =>
    view.armies.some((army) => army.army === name && !army.struck);
  const avenged = is.stage === "revenge" || lines.some((line) => line.action.startsWith("revenge "));
  let stage = was.stage;
  let victim = was.strike.at ?? "";
  let lord = was.strike.by ?? "";
  const tell = (clan: string, title: Told, grave: boolean, words: Record<string, string>): void =>
    void found.push({ icon: "ninja", clan, title: t(title), text: t(`${title}Text`, words), grave });
  for (const line of lines) {
    const w = line.action.split(" ");
    const struck = { clan: clanName(clanOf(victim)), n: numberOf(victim), die: w[1] ?? "" };
    const hit = !stands(is, victim);
    if (w[0] === "strike") {
      victim = `${w[1]} ${w[3]}`;
      lord = was.ninja ?? Object.entries(is.clans).find(([, clan]) => clan.seat === line.seat)?.[0] ?? "";
      stage = "ninja-roll";
      tell(w[1]!, "sh.drama.strike", true, { who: clanName(lord), clan: clanName(w[1]!), n: w[3]! });
    } else if (w[0] === "revenge")
      tell(lord, "sh.drama.revenge", true, { who: clanName(clanOf(victim)), clan: clanName(lord), n: w[2]! });
    else if (w[0] === "die" && stage === "ninja-roll") {
      stage = hit ? "" : "revenge-roll";
      tell(
        clanOf(victim),
        !hit
          ? "sh.drama.missed"
          : is.armies.some((army) => army.army === victim)
            ? "sh.drama.struck"
            : "sh.drama.slain",
        hit,
        struck,
      );
    } else if (w[0] === "die" && stage === "revenge-roll" && avenged)
      tell(clanOf(victim), "sh.drama.mayAvenge", false, struck);
  }
  return found;
}

/** How a battle of one's own ended: the province has fallen, or it holds. */
function ofBattles(was: ShogunView, is: ShogunView, lines: LogLine[]): Drama[] {
  let place = was.battle.to ?? "";
  let home = was.battle.from ?? "";
  const places: [place: string, home: string][] = place ? [[place, home]] : [];
  for (const line of lines) {
    const w = line.action.split(" ");
    const army =
      w[0] === "fight" && w[1] === "army"
        ? was.armies.find((each) => each.army === `${was.at_war} ${w[2]}`)
        : undefined;
    if (w[0] === "fight") [place, home] = army ? [army.aim ?? "", army.at] : [was.provinces[w[1]!]?.aim ?? "", w[1]!];
    else if (w[0] === "attack") place = w[1]!;
    else continue;
    if (place) places.push([place, home]);
  }
  return places.flatMap(([id, from]): Drama[] => {
    const owner = was.provinces[id]?.owner ?? "";
    const attacker = was.at_war ?? "";
    const own = (clan: string): boolean => was.clans[clan]?.seat === was.seat;
    if (!owner || (is.battle.to === id && FIGHTING.has(is.stage)) || !(own(owner) || own(attacker))) return [];
    const now = is.provinces[id]?.owner;
    const fell = now !== owner;
    // A clan that attacked with its last units of a province has lost the province.
    const perished = was.provinces[from]?.owner === attacker && !is.provinces[from]?.owner;
    return [
      {
        icon: fell ? "swordsman" : "castle",
        clan: fell ? attacker : owner,
        title: t(fell ? "sh.drama.won" : "sh.drama.held", { p: provinceName(id) }),
        text: t(
          !fell
            ? perished
              ? "sh.drama.perished"
              : "sh.drama.heldText"
            : now
              ? "sh.drama.takenText"
              : "sh.drama.wonText",
          { who: clanName(attacker), whom: clanName(owner), p: provinceName(from) },
        ),
        grave: false,
      },
    ];
  });
}

function ofClans(was: ShogunView, is: ShogunView): Drama[] {
  const grown = (name: string): number => (is.clans[name]?.provinces ?? 0) - (was.clans[name]?.provinces ?? 0);
  const found = Object.entries(is.clans).flatMap(([name, clan]): Drama[] => {
    const old = was.clans[name];
    if (!old?.alive || clan.alive) return [];
    // The clan whose lands grew by those of the fallen has taken over.
    const heir =
      Object.keys(is.clans)
        .filter((other) => other !== name)
        .sort((a, b) => grown(b) - grown(a))[0] ?? "";
    const fallen: Drama = {
      icon: "daimyo",
      clan: name,
      title: t("sh.drama.fallen", { clan: clanName(name) }),
      text: t("sh.drama.fallenText", { clan: clanName(name) }),
      grave: true,
    };
    return old.provinces > 0 && grown(heir) >= old.provinces / 2
      ? [
          fallen,
          {
            icon: "banner",
            clan: heir,
            title: t("sh.drama.takeOver", { who: clanName(heir) }),
            text: t("sh.drama.takeOverText", { who: clanName(heir), clan: clanName(name) }),
            grave: false,
          },
        ]
      : [fallen];
  });
  if (was.stage === "plan" && is.stage !== "plan" && is.stage !== "spy")
    found.push({
      icon: "koku",
      clan: "",
      title: t("sh.drama.plans"),
      text: t("sh.drama.plansText"),
      grave: false,
      plans: plansOf(is),
    });
  return found;
}

/** What every clan that is still there has put into its bins, if all of it can be seen. */
function plansOf({ clans }: ShogunView): Drama["plans"] {
  return Object.entries(clans).flatMap(([name, { alive, bins }]) =>
    alive && bins ? [[name, Object.fromEntries(BINS.map((bin) => [bin, bins[bin] ?? 0])) as Record<Bin, number>]] : [],
  );
}

/** Somebody holds the provinces it takes; the result tells which clan is left alone, or ahead after the last round. */
function ofVictory(before: Sight, now: Sight): Drama[] {
  const view = now.view as ShogunView;
  if (before.over || !now.over) return [];
  // In a game of two a player wins with both clans together; the greater one bears the name.
  const own = Object.entries(view.clans)
    .filter(([, { seat }]) => seat === view.winner)
    .sort(([, a], [, b]) => b.provinces - a.provinces);
  const n = own.reduce((sum, [, { provinces }]) => sum + provinces, 0);
  const who = own[0]?.[0] ?? "";
  return who && n >= view.goal
    ? [
        {
          icon: "banner",
          clan: who,
          title: t("sh.drama.shogun", { who: clanName(who) }),
          text: t("sh.drama.shogunText", { n }),
          grave: false,
        },
      ]
    : [];
}
