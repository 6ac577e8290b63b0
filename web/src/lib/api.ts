import type { Order } from "./outbox";
import { commitment } from "./dice";
import { prefs, type Lang } from "./prefs.svelte";
import { inWords } from "./said.svelte";
import type {
  AuditLine,
  FormerSelf,
  House,
  Me,
  Odds,
  Problem,
  ReportLine,
  Section,
  Session,
  Sight,
  TableLine,
  Update,
} from "./types";
import type { BoardLine, Guide, LessonLine, LinkSeen } from "./wire";
import { t } from "./words.svelte";

/** A refusal, in words as far as they do not speak of a game's own pieces. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(inWords(problem));
  }
  get kind(): string {
    return this.problem.error;
  }
}

/** How long an answer is waited for; a network that is gone may never say so. */
const PATIENCE = 30_000;

async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const asked = fetch(`/api${path}`, {
    method,
    signal: AbortSignal.timeout(PATIENCE),
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await asked.catch(() => {
    throw new Error(t("error.server"));
  });
  const text = await answer.text();
  let data: Partial<Problem> | null = null;
  try {
    data = text ? (JSON.parse(text) as Partial<Problem>) : null;
  } catch {
    /* a proxy's own page: the status speaks for it */
  }
  if (!answer.ok) throw new ApiError(answer.status, { error: "", detail: answer.statusText, ...data });
  return data as T;
}

let guest: Promise<unknown> | null = null;
/** Said to the window when a stranger has become a guest: sockets opened before are a stranger's. */
export const ACQUAINTED = "gunbai:acquainted";
/** Become a guest, once. If the server could not be reached, the next call tries again. */
export function acquaint(): Promise<unknown> {
  guest ??= ask("/guests", { name: prefs.name })
    .then(() => dispatchEvent(new Event(ACQUAINTED)))
    .catch((failed: unknown) => {
      guest = null;
      throw failed;
    });
  return guest;
}
/** Do something as somebody: a stranger becomes a guest first. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await acquaint();
    return work();
  }
}

const paragraphs = new Map<string, Promise<Section[]>>();

export interface NewTable {
  game: string;
  preset?: string;
  options?: Record<string, unknown>;
  seats: string[];
  clock?: string;
  fate?: string;
  listed?: boolean;
  auto?: boolean;
}

/** `replace` if this browser may become somebody else by a link; else which seat to take, or only to watch. */
export interface LinkWish {
  replace?: boolean;
  seat?: number;
  watch?: boolean;
}

export const api = {
  house: (): Promise<House> => ask("/house"),

  me: (): Promise<Me> => known(() => ask("/me")),
  remind: (webhook: string): Promise<Me> => ask("/me", { webhook }, "PATCH"),
  rename: (name: string): Promise<Me> => ask("/me", { name }, "PATCH"),
  async deviceLink(): Promise<string> {
    return (await ask<{ token: string }>("/me/device-link", {})).token;
  },
  async recoveryLink(): Promise<string> {
    return (await ask<{ token: string }>("/me/recovery-link", {})).token;
  },
  /** Who this browser is; a stranger stays one. */
  async whoAmI(): Promise<Me | null> {
    try {
      return await ask<Me>("/me");
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  former: (): Promise<FormerSelf[]> => ask("/me/former"),
  goBack: (session: string): Promise<Me> => ask("/me/return", { session }),
  register: (login: string, password: string): Promise<Me> => ask("/me/account", { login, password }),
  logIn: (login: string, password: string, absorb: boolean): Promise<Me> => ask("/login", { login, password, absorb }),
  logOut: (): Promise<void> => ask("/logout", {}),
  sessions: (): Promise<Session[]> => ask("/me/sessions"),
  changePassword: (old: string, next: string): Promise<void> => ask("/me/password", { old, new: next }),
  setEmail: (email: string, password: string, lang: Lang): Promise<Me> => ask("/me/email", { email, password, lang }),
  confirmEmail: (token: string): Promise<void> => ask("/email/confirm", { token }),
  forgotPassword: (login: string): Promise<void> => ask("/password/forgotten", { login, lang: prefs.lang }),
  resetPassword: (token: string, password: string): Promise<Me> => ask("/password/reset", { token, password }),
  ownData: "/api/me/data",
  deleteMe: (password: string): Promise<void> => ask("/me/deletion", { password }),
  revoke: (session: string): Promise<void> => ask(`/me/sessions/${session}`, undefined, "DELETE"),

  myTables: (): Promise<TableLine[]> => known(() => ask("/me/tables")),
  lobby: (): Promise<TableLine[]> => ask("/tables"),
  running: (): Promise<TableLine[]> => ask("/tables/running"),
  async create(table: NewTable): Promise<string> {
    const dice = await commitment();
    return (await known(() => ask<{ table: string }>("/tables", { auto: true, ...dice, ...table }))).table;
  },
  async takeIn(record: string): Promise<string> {
    return (await known(() => ask<{ table: string }>("/tables/import", { record }))).table;
  },
  /** A table as it is now; of what was seen before, only what has changed. */
  table: (id: string, version = 0, after = 0): Promise<Update> =>
    ask(`/tables/${id}?${new URLSearchParams({ version: String(version), after: String(after) })}`),
  moment: (id: string, length: number, seat: number | null): Promise<Sight> =>
    ask(`/tables/${id}/moments/${length}${seat === null ? "" : `?seat=${seat}`}`),
  order: (id: string, { do: what, ...fields }: Order): Promise<Record<string, unknown>> =>
    known(() => ask(`/tables/${id}/${what}`, fields)),
  async invite(id: string): Promise<string> {
    return (await known(() => ask<{ token: string }>(`/tables/${id}/links`, { kind: "any" }))).token;
  },
  lookAtLink: (token: string): Promise<LinkSeen> => ask("/link", { token }),
  async openLink(token: string, wish: LinkWish = {}): Promise<string | null> {
    const dice = wish.replace ? {} : await commitment();
    return (await ask<{ table: string | null }>("/exchange", { token, ...wish, ...dice })).table;
  },

  report: (table: string, seat: number, text: string): Promise<void> => ask(`/tables/${table}/report`, { seat, text }),
  reports: (): Promise<ReportLine[]> => ask("/operator/reports"),
  audit: (): Promise<AuditLine[]> => ask("/operator/audit"),
  settle: (report: string, reason: string, all_of_reporter: boolean): Promise<void> =>
    ask(`/operator/reports/${report}/settle`, { reason, all_of_reporter }),
  muteFor: (person: string, hours: number, reason: string): Promise<void> =>
    ask("/operator/mute", { person, hours, reason }),
  ban: (person: string, hours: number, reason: string, withAddress: boolean): Promise<void> =>
    ask("/operator/ban", { person, hours, reason, with_address: withAddress }),
  banAddress: (address: string, hours: number, reason: string): Promise<void> =>
    ask("/operator/ban-address", { address, hours, reason }),
  endTable: (table: string, how: "close" | "delete", reason: string): Promise<void> =>
    ask(`/operator/tables/${encodeURIComponent(table)}/${how}`, { reason }),

  socket: (id: string, version: number, after: number): string =>
    `${location.origin.replace("http", "ws")}/api/tables/${id}/socket?version=${version}&after=${after}`,
  record: (id: string): string => `/api/tables/${id}/record`,

  odds: (game: string, attacker: string, defender: string, naval: boolean, at: string): Promise<Odds> =>
    ask(`/games/${game}/odds?${new URLSearchParams({ attacker, defender, naval: String(naval), at })}`),

  rules(game: string, lang: Lang = prefs.lang): Promise<Section[]> {
    const path = `/games/${game}/rules?lang=${lang}`;
    if (!paragraphs.has(path))
      paragraphs.set(
        path,
        ask<RuleLine[]>(path)
          .then(sections)
          .catch((failed: unknown) => {
            paragraphs.delete(path);
            throw failed;
          }),
      );
    return paragraphs.get(path)!;
  },
  texts: (game: string): Promise<Record<string, string>> => ask(`/games/${game}/texts?lang=ja`),
  lesson: (game: string): Promise<LessonLine[]> => ask(`/games/${game}/lesson`),
  guide: (game: string): Promise<Guide> => ask(`/games/${game}/guide`),
  guideMoment: (game: string, at: number): Promise<Update> => ask(`/games/${game}/guide/${at}`),
  guideOrder: (game: string, what: string, order: object): Promise<Record<string, unknown>> =>
    ask(`/games/${game}/guide/${what}`, order),
  board(game: string, options: Record<string, unknown>): Promise<BoardLine> {
    const chosen = Object.entries(options).map(([name, value]) => `${name}=${value === true ? "on" : String(value)}`);
    return ask(`/games/${game}/board?${new URLSearchParams({ options: chosen.join(" ") })}`);
  },
  async paragraph(game: string, number: string): Promise<string> {
    const all = (await api.rules(game)).flatMap((section) => section.paragraphs);
    return all.find((paragraph) => paragraph.number === number)?.text ?? "";
  },
};

interface RuleLine {
  number: string;
  section: string;
  text: string;
}

/** Paragraphs gathered under their sections; a section is written "4 Title". */
function sections(lines: RuleLine[]): Section[] {
  const out: Section[] = [];
  for (const { number, section, text } of lines) {
    const [chapter = "", ...title] = section.split(" ");
    if (out.at(-1)?.number !== chapter) out.push({ number: chapter, title: title.join(" "), paragraphs: [] });
    out.at(-1)!.paragraphs.push({ number, text });
  }
  return out;
}
