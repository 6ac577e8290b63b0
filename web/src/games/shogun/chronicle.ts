import { seatName } from "../../lib/names";
import type { Passage, Voices } from "../../lib/passages";
import { saying } from "../../lib/said.svelte";
import { t, tt, type Key } from "../../lib/words.svelte";
import type { LogLine } from "../../lib/types";
import { fallen } from "./dice";
import { provinceName, refs, unitName, word } from "./phrase";

type Kind =
  | "deal"
  | "draw"
  | "reinforce"
  | "marker"
  | "split"
  | "sealed"
  | "bin"
  | "levy"
  | "ronin"
  | "move"
  | "declare"
  | "battle"
  | "return"
  | "";
const KINDS: [RegExp, Kind][] = [
  [/^(deal|draw|reinforce|marker|split|sealed|bin|levy|ronin|declare)\b/, ""],
  [/^(move|pick|leave|march|send)\b/, "move"],
  [/^(fight|attack|enter|hits|lose|press|call|join)\b/, "battle"],
  [/^(recover|absorb)\b/, "return"],
];
// What "done" and "along" belong to is known from what came of them.
const ENDS: Record<string, Kind> = {
  "declares no further attacks": "declare",
  "attacks no further": "battle",
  "takes in no more units": "return",
};
/**
 * Set-up goes round the table, and all decide at once behind their screens: such lines of one kind are told together.
 */
const ROUND_THE_TABLE = new Set<Kind>(["deal", "draw", "reinforce", "marker", "sealed"]);
const SECRET = new Set<Kind>(["sealed", "bin", "levy", "ronin"]);

interface Run {
  kind: Kind;
  seat: number;
  lines: LogLine[];
}

function kindOf(line: LogLine, last: Run | undefined): Kind {
  const verb = line.action.split(" ")[0]!;
  const template = line.effects?.[0]?.template ?? "";
  // An army that goes on in the middle of its battles leaves a garrison and takes ronin along there; so do secrets
  // belong to it.
  if (
    last?.kind === "battle" &&
    (["leave", "along", "sealed"].includes(verb) || template === "leaves no more units behind")
  )
    return "battle";
  if (verb === "done") return ENDS[template] ?? "move";
  if (verb === "along") return "move";
  const found = KINDS.find(([pattern]) => pattern.test(line.action));
  return found ? found[1] || (verb as Kind) : "";
}

/** What a seat has sealed among the secrets of this moment. */
function sealed(found: Run[], seat: number): Run | undefined {
  const secrets = found.slice(found.findLastIndex((run) => !SECRET.has(run.kind)) + 1);
  return secrets.find((run) => run.kind === "sealed" && run.lines.some((line) => line.seat === seat));
}

/** The lines that belong together, in the order in which they began. */
function runs(lines: LogLine[]): Run[] {
  const found: Run[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const kind = kindOf(line, last);
    const seat = ROUND_THE_TABLE.has(kind) ? -1 : line.seat;
    // A new battle, or in a game of two the plan of one's other colour.
    const begins =
      (kind === "battle" && /^(fight|attack)\b/.test(line.action)) || line.action.startsWith("bin swords ");
    let home: Run | undefined;
    if (kind === "battle" && last?.kind === "battle" && !begins) home = last;
    // The last of the secret choices is told openly, because then all of them are.
    else if (SECRET.has(kind) && sealed(found, line.seat)) home = sealed(found, line.seat);
    else if (kind && !begins)
      // Secret decisions of several seats come in any order.
      for (let i = found.length - 1; i >= 0 && !home; i--) {
        if (found[i]!.kind === kind && found[i]!.seat === seat) home = found[i];
        if (!SECRET.has(kind) || !SECRET.has(found[i]!.kind)) break;
      }
    if (home) home.lines.push(line);
    else found.push({ kind, seat, lines: [line] });
  }
  return found;
}

const list = (words: string[]): string => words.join(t("sh.log.and"));
const clan = (english: string): string => seatName("shogun", english.toLowerCase());
const units = (kinds: string[]): string => {
  const counted = new Map<string, number>();
  for (const kind of kinds) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  return list(
    [...counted].map(([kind, n]) =>
      t("sh.log.units", { n, unit: n === 1 ? unitName(kind) : tt(`sh.many.${kind}`, kind) }),
    ),
  );
};
/** Gathers what belongs to the same name, in the order of first mention. */
function gather<T>(items: T[], name: (item: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(name(item), [...(found.get(name(item)) ?? []), item]);
  return [...found];
}
const words = (line: LogLine): string[] => line.action.split(" ");
const place = (line: LogLine): string => provinceName(words(line)[1]!);
const owner = (line: LogLine): string => clan(String(line.effects?.[0]?.words.clan ?? ""));

/** What came of it for provinces, armies and clans, as the table says it (`aftermath.py`). */
const CAME = / (takes|drives|loses) (?!one |\{number\} )|is lost$|is out\b/;
export const came = (lines: LogLine[]): string[] =>
  lines.flatMap((line) =>
    (line.effects ?? []).filter(({ template }) => CAME.test(template)).map((effect) => saying(effect, "shogun", word)),
  );

/**
 * What others have raised in secret, told when all levies come to light; null where a line of the run tells it or
 * nothing does. One's own levies have been told by then.
 */
function raised(run: Run, own: Set<string>): Passage | null {
  const found = run.lines
    .flatMap((line) => line.effects ?? [])
    .filter(({ template }) => template.startsWith("{clan} raises "))
    .map(({ template, words }) => ({
      clan: clan(String(words.clan)),
      places: word("provinces", String(words.provinces)) ?? "",
      first: word("province", String(words.provinces).split(", ")[0]!) ?? "",
      units: t(template.includes("army") ? "sh.log.forArmies" : "sh.log.place", {
        p: word("units", String(words.units)) ?? "",
      }),
    }))
    .filter(({ first }) => !own.has(first));
  if (!found.length || run.lines.length === 1) return null;
  const told = gather(found, (each) => each.clan).map(([name, kinds]) =>
    t("sh.log.hand", {
      name,
      list: list(kinds.map(({ units, places }) => t("sh.log.of", { name: units, list: places }))),
    }),
  );
  return {
    number: run.lines.at(-1)!.number,
    seat: -1,
    text: t("sh.log.raised", { list: told.join(t("sh.log.also")) }) + t("sh.drama.stop"),
    parts: [],
  };
}

/** Armies and forces on the way: each with where it went, who stayed and who came along. */
function journeys(lines: LogLine[]): string {
  const trips: { key: string; name: string; to: string[]; more: LogLine[] }[] = [];
  for (const line of lines) {
    const [verb, a = "", b = "", c = ""] = words(line);
    const key = verb === "march" ? `${a} ${b}` : verb === "move" || verb === "pick" ? a : (trips.at(-1)?.key ?? "");
    let trip = trips.findLast((each) => each.key === key);
    if (verb === "done" && line.effects?.[0]?.template !== "leaves no more units behind") continue;
    if (!trip)
      trips.push(
        (trip = {
          key,
          name: verb === "march" ? t("sh.log.force", { p: provinceName(a) }) : t("sh.army", { n: a }),
          to: [],
          more: [],
        }),
      );
    if (verb === "move") trip.to.push(provinceName(b));
    else if (verb === "march") trip.to = [t(c === "army" ? "sh.log.into" : "sh.log.place", { p: provinceName(b) })];
    else if (verb !== "done") trip.more.push(line);
  }
  if (!trips.length) return t("sh.log.stays");
  const said = (lines: LogLine[], verb: string, at: number, key: Key): string[] => {
    const kinds = lines.filter((line) => words(line)[0] === verb).map((line) => words(line)[at]!);
    return kinds.length ? [t(key, { units: units(kinds) })] : [];
  };
  return trips
    .map(({ name, to, more }) => {
      const ronin = more
        .filter((line) => words(line)[0] === "along")
        .reduce((sum, line) => sum + Number(words(line)[1]), 0);
      const extra = [
        ...said(more, "send", 1, "sh.log.sent"),
        ...said(more, "leave", 1, "sh.log.left"),
        ...said(more, "pick", 2, "sh.log.picked"),
        ...(ronin ? [t("sh.log.ronin", { n: ronin })] : []),
      ];
      return t(to.length ? (extra.length ? "sh.log.tripWith" : "sh.log.trip") : "sh.log.noTrip", {
        name: name.charAt(0).toUpperCase() + name.slice(1),
        to: to.join(t("sh.log.then")),
        extra: list(extra),
      });
    })
    .join(t("sh.log.next"));
}

/** A battle from its first blow to its end: for what, how many hits each side made, and whether it was given up. */
function battle(lines: LogLine[], aims: Map<string, string>): string {
  const [verb, a = "", b = ""] = words(lines[0]!);
  const aim = verb === "attack" ? a : (aims.get(`${lines[0]!.seat} ${a === "army" ? b : a}`) ?? "");
  const hits = { attacker: 0, defender: 0 };
  for (const line of lines) {
    const side = line.effects?.[0]?.words.side;
    if (line.action.startsWith("hits ") && (side === "attacker" || side === "defender"))
      hits[side] += Number(words(line)[1]);
  }
  const lost = (side: "attacker" | "defender", key: Key): string[] => {
    const kinds = lines.flatMap((line) =>
      fallen(line, lines[0]!.seat).flatMap((each) => (each.side === side ? Array<string>(each.n).fill(each.unit) : [])),
    );
    return kinds.length ? [t(key, { units: units(kinds) })] : [];
  };
  const said = [
    t(aim ? "sh.log.battle" : "sh.log.aBattle", { p: provinceName(aim), a: hits.attacker, d: hits.defender }),
  ];
  said.push(...lost("attacker", "sh.log.attackerLost"), ...lost("defender", "sh.log.defenderLost"));
  if (lines.some((line) => line.action === "call off")) said.push(t("sh.log.calledOff"));
  const entered = lines.find((line) => line.action.startsWith("enter "));
  if (entered) said.push(t("sh.log.entered", { p: place(entered) }));
  return [...said, ...came(lines)].join(t("sh.log.next"));
}

function text({ kind, lines }: Run, voices: Voices, aims: Map<string, string>): string {
  const bySeat = (key: Key): string =>
    t(key, {
      list: gather(lines, (line) => voices.who(line.seat))
        .map(([name, own]) => t("sh.log.of", { name, list: list(own.map(place)) }))
        .join(t("sh.log.also")),
    });
  const spots = (): LogLine[] => lines.filter((line) => refs(line.action).length > 0);
  switch (kind) {
    case "deal":
      return t("sh.log.deal", {
        list: list(gather(lines, owner).map(([name, own]) => t("sh.log.count", { name, n: own.length }))),
      });
    case "draw":
      return t("sh.log.draw", {
        list: list(
          lines.map((line) => t("sh.log.count", { name: owner(line) || voices.who(line.seat), n: words(line)[2]! })),
        ),
      });
    case "reinforce":
      return bySeat("sh.log.reinforce");
    case "marker":
      return bySeat("sh.log.marker");
    case "split":
      return list(
        gather(lines, (line) => words(line)[2]!).map(([half, own]) =>
          t("sh.log.of", { name: t("sh.log.half", { half: tt(`sh.half.${half}`, half) }), list: list(own.map(place)) }),
        ),
      );
    case "sealed":
      return t("sh.log.sealed", { list: list(gather(lines, (line) => voices.who(line.seat)).map(([name]) => name)) });
    case "bin":
      return t("sh.log.plan", {
        list: list(
          lines.map((line) => t("sh.log.count", { name: tt(`sh.bin.${words(line)[1]}`, ""), n: words(line)[2]! })),
        ),
      });
    case "levy":
      return spots().length
        ? t("sh.log.levy", {
            list: gather(spots(), (line) => words(line)[1]!)
              .map(([unit, own]) =>
                t("sh.log.of", {
                  name: unitName(unit),
                  list: list(
                    own.map((line) =>
                      t(words(line)[3] === "army" ? "sh.log.toArmy" : "sh.log.place", {
                        p: provinceName(words(line)[2]!),
                      }),
                    ),
                  ),
                }),
              )
              .join(t("sh.log.also")),
          })
        : t("sh.log.noLevy");
    case "ronin":
      return spots().length
        ? t("sh.log.hide", {
            list: list(gather(spots(), place).map(([name, own]) => t("sh.log.count", { name, n: own.length }))),
          })
        : t("sh.log.noRonin");
    case "move":
      return [journeys(lines), ...came(lines)].join(t("sh.log.next"));
    case "declare":
      return spots().length
        ? t("sh.log.declare", {
            list: list(
              spots().map((line) => {
                const [, a = "", b = "", c = ""] = words(line);
                return t("sh.log.on", {
                  name: a === "army" ? t("sh.army", { n: b }) : t("sh.log.force", { p: provinceName(a) }),
                  p: provinceName(a === "army" ? c : b),
                });
              }),
            ),
          })
        : t("sh.log.noAttack");
    case "battle":
      return battle(lines, aims);
    case "return": {
      const taken = lines.filter((line) => line.action.startsWith("absorb ")).map((line) => words(line)[1]!);
      return t(taken.length ? "sh.log.returnsWith" : "sh.log.returns", {
        list: list(lines.filter((line) => line.action.startsWith("recover ")).map(place)),
        units: units(taken),
      });
    }
    default:
      return lines.map(voices.say).join(" ");
  }
}

/** The log as paragraphs, one for a seat and phase; what was dealt is listed by clan. */
export function passages(lines: LogLine[], voices: Voices): Passage[] {
  const aims = new Map<string, string>();
  const found = runs(lines);
  return found.flatMap((run, i) => {
    const opened = raised(run, levied(found, i));
    return [passage(run, voices, aims), ...(opened ? [opened] : [])];
  });
}

/** The provinces of the levies that are told with a run among secrets: those that the reader has made. */
function levied(found: Run[], at: number): Set<string> {
  const before = found.slice(0, at).findLastIndex((run) => !SECRET.has(run.kind)) + 1;
  const after = found.findIndex((run, i) => i > at && !SECRET.has(run.kind));
  const secrets = found.slice(before, after < 0 ? undefined : after).filter((run) => run.kind === "levy");
  const lines = secrets.flatMap((run) => run.lines).filter((line) => refs(line.action).length > 0);
  return new Set(lines.map((line) => provinceName(words(line)[2]!)));
}

function passage(run: Run, voices: Voices, aims: Map<string, string>): Passage {
  if (run.kind === "declare")
    for (const line of run.lines)
      if (refs(line.action).length)
        aims.set(`${line.seat} ${words(line).slice(1, -1).join(" ").replace("army ", "")}`, refs(line.action).at(-1)!);
  const [first] = run.lines as [LogLine];
  const idle = first.action === "done" && (run.kind === "move" || run.kind === "declare");
  if (run.lines.length === 1 && run.kind !== "deal" && !idle)
    return { number: first.number, seat: first.seat, text: voices.say(first), parts: [] };
  // Only where the paragraph leaves something out is there more to read.
  const parts =
    run.kind === "deal"
      ? gather(run.lines, owner).map(([name, own]) => t("sh.log.hand", { name, list: list(own.map(place)) }))
      : run.kind === "battle"
        ? run.lines.map(voices.say)
        : [];
  const told = text(run, voices, aims);
  return {
    number: first.number,
    seat: run.seat,
    text: `${told.charAt(0).toUpperCase()}${told.slice(1)}${run.kind ? t("sh.drama.stop") : ""}`,
    parts,
  };
}

const TOLD = { seat: -1, parts: [] };
/**
 * What others did last, where a line of its own would say little or too much: they opened a plan bin by bin, or dice
 * that were thrown decided a battle; then what came of it is said, the log has the dice.
 */
export function story(lines: LogLine[], since: number): Passage | null {
  const last = lines.at(-1);
  if (!last || last.number <= since) return null;
  if (last.action.startsWith("bin ")) return { ...TOLD, number: last.number, text: t("sh.tale.plans") };
  const text = last.seat < 0 ? came([last]).map((each) => each + t("sh.drama.stop")) : [];
  return text.length ? { ...TOLD, number: last.number, text: text.join(t("space")) } : null;
}
