import { announce } from "./alert";
import { connect } from "./connect";
import { Echo } from "./echo.svelte";
import { Pacing, type Picture } from "./pacing";
import { heardOf } from "./sound";
import { Tempo } from "./tempo.svelte";
import { t } from "./words.svelte";
import type { Happening, LogLine, PublicTable, Sight, Thinking, Update } from "./types";

/** The spectator's place in maps keyed by seat. */
export const WATCHER = -1;
/** How long the own last action stays on screen before the device is passed on, if something came of it. */
const LINGER = 1600,
  LINGER_LEAST = 500;
/** So many actions at once are too many to be shown one by one. */
const MANY = 60;

/** A moment between two updates: what the board shows, and what has happened up to then. */
export interface Scene {
  sight: Sight;
  log: LogLine[];
  title: string;
}
export type Film = (before: Sight, lines: LogLine[]) => Picture<Scene>[];

/**
 * One table as this browser knows it, kept up to date. After sleep, a lost network or a restarted server the connection
 * says how far it had heard and receives the rest, so the same moment is there again.
 */
export class LiveTable {
  readonly id: string;
  table = $state.raw<PublicTable | null>(null);
  you = $state.raw<number[]>([]);
  sights = $state.raw<Record<number, Sight>>({});
  logs = $state.raw<Record<number, LogLine[]>>({});
  happenings = $state.raw<Happening[]>([]);
  /** The seat this screen shows; several seats may share one device. */
  looking = $state(WATCHER);
  handedOver = $state(false);
  lingering = $state(false);
  connected = $state(false);
  lost = $state(false); // there is no such table, or not for this person
  notice = $state(""); // what the table has to say about the last thing that was tried
  /** The bot that is to act, and how many other bots think before it. */
  thinking = $state.raw<Thinking | null>(null);
  behind = $state(false); // newer moments wait to be shown
  /** What the shown seat saw when it last decided, after the device was passed to it. */
  earlier = $state.raw<Sight | null>(null);
  /** How long an action of others stays on screen, in milliseconds; a game knows which of its actions weigh more. */
  pace: (text: string) => number = () => 420;

  /** The moments that lead from a sight through these actions to the next one, for what must be seen step by step. */
  film: Film = () => [];
  /** The moment of such a film that is on the screen. */
  scene = $state.raw<Scene | null>(null);
  readonly tempo = new Tempo();

  protected readonly connection: ReturnType<typeof connect>;
  protected readonly pacing = new Pacing<Scene>({
    film: (update) => this.#filmOf(update),
    draw: (scene) => (this.scene = scene),
    show: (update) => this.#show(update),
    behind: (on) => (this.behind = on),
    wait: (lasts) => this.tempo.wait(lasts),
  });
  readonly #echo: Echo;

  constructor(id: string) {
    this.id = id;
    this.#echo = new Echo(id, this.tempo);
    this.connection = connect(id, {
      update: (update) => this.pacing.push(update),
      connected: (on) => (this.connected = on),
      lost: () => (this.lost = true),
    });
  }
  close(): void {
    this.connection.close();
    this.#echo.stop();
  }

  // -- what is on the screen -----------------------------------------------------------------------

  get sight(): Sight | null {
    return this.echo ?? this.scene?.sight ?? this.#now;
  }
  /** A moment of the past that is shown instead of now. */
  get echo(): Sight | null {
    return this.#echo.sight;
  }
  get #now(): Sight | null {
    return this.sights[this.looking] ?? null;
  }
  get log(): LogLine[] {
    const all = this.logs[this.looking] ?? [];
    if (this.echo) return all.slice(0, this.echo.length);
    return this.scene ? [...all, ...this.scene.log] : all;
  }
  /** What others and chance did since this seat's last action. */
  get since(): LogLine[] {
    const all = this.logs[this.looking] ?? [];
    return this.looking === WATCHER ? all : all.slice(all.findLastIndex((line) => line.seat === this.looking) + 1);
  }
  /** The number of this seat's last action, 0 before the first. */
  get lastOwn(): number {
    return this.log.findLast((line) => line.seat === this.looking)?.number ?? 0;
  }
  /** Whether this screen's seat is to decide. */
  get myTurn(): boolean {
    return (
      !this.behind && !this.echo && this.sight !== null && !this.sight.over && this.sight.to_act.includes(this.looking)
    );
  }
  /** The own seat that must decide while another own seat is shown: time to hand the device over. */
  get handTo(): number | null {
    return this.openTo === null ? this.#next : null;
  }
  /** The same where there is nothing to hide between the seats of this device. */
  get openTo(): number | null {
    const next = this.#next;
    const hides = (seat: number): boolean => !this.sights[seat] || this.secret(this.sights[seat]);
    return next === null || this.you.some(hides) ? null : next;
  }
  /** Whether a seat knows, or is about to decide, something that others at this device must not see. */
  protected secret(_sight: Sight): boolean {
    return true;
  }
  get #next(): number | null {
    const sight = this.#now;
    if (!sight || sight.over || this.echo || this.lingering || this.you.length < 2) return null;
    if (this.scene || (this.handedOver && sight.to_act.includes(this.looking))) return null;
    return this.you.find((seat) => sight.to_act.includes(seat)) ?? null;
  }

  /** Lift the cover: this seat sees the table again, first what happened since it last decided. */
  look(seat: number): void {
    this.looking = seat;
    this.handedOver = true;
    void (this.tempo.shows ? this.again() : this.#catchUp());
  }
  /** Go on as another seat of this device, with all in view. */
  pass(seat: number): void {
    this.looking = seat;
    this.handedOver = true;
  }
  /** What is played again: what others did since then, or the own turn that ended the game. */
  get #latest(): LogLine[] {
    const { since } = this;
    if (!this.sight?.over || since.some((line) => line.seat >= 0)) return since;
    const all = this.logs[this.looking] ?? [];
    return all.slice(all.findLastIndex((line) => line.seat >= 0 && line.seat !== this.looking) + 1);
  }
  /** Play again what others did since this seat's last action. */
  async again(): Promise<void> {
    try {
      await this.#echo.play(this.#latest, this.looking === WATCHER ? null : this.looking, this.pace);
    } catch (error) {
      this.notice = error instanceof Error ? error.message : t("error.server");
    }
  }
  backToNow(): void {
    this.#echo.stop();
  }
  /** Where nothing is played again, all that changed is marked at once. */
  async #catchUp(): Promise<void> {
    const first = this.since[0];
    const seat = this.looking;
    if (!first) return;
    try {
      const sight = await this.#echo.at(first.number - 1, seat);
      if (seat === this.looking) this.earlier = sight;
    } catch {
      /* the log tells it all the same */
    }
  }

  // -- what comes in -------------------------------------------------------------------------------

  /** What is shown before an update, if the shown seat is to see how it came about. */
  #filmOf(update: Update): Picture<Scene>[] {
    const before = this.#now;
    const now = update.sights?.find((sight) => sight && (sight.seat ?? WATCHER) === this.looking);
    const start = before && now ? before.length - now.log.from : -1;
    if (!before || !now || start < 0 || this.handTo !== null || !this.tempo.shows) return [];
    const lines = now.log.lines.slice(start);
    return lines.length && lines.length < MANY ? this.film(before, lines) : [];
  }
  /** Show an update; how long it stays if another player acted, null otherwise. */
  #show(update: Update): number | null {
    const before = this.#now;
    this.scene = null;
    this.#take(update);
    const now = this.#now;
    this.tempo.clocked = (this.table?.clock ?? "none") !== "none";
    if (now && (now.over || now.to_act.includes(this.looking))) this.tempo.ready();
    if (before && now && now.version !== before.version) this.#announce(before, now);
    const last = (this.logs[this.looking] ?? []).at(-1);
    const theirs = last !== undefined && last.seat >= 0 && !this.you.includes(last.seat);
    if (!before || !now || now.version <= before.version || !theirs) return null;
    return this.pace(last.action);
  }

  /** The public part of the table has come again. */
  protected took(_table: PublicTable): Promise<void> {
    return Promise.resolve();
  }
  #take(update: Update): void {
    const before = this.#now;
    this.you = update.you;
    this.thinking = update.thinking ?? (update.sights ? null : this.thinking);
    if (update.table) {
      this.table = update.table;
      void this.took(update.table);
    }
    if (update.sights) {
      const sights = { ...this.sights };
      const logs = { ...this.logs };
      for (const sight of update.sights) {
        if (!sight) continue; // the game has not begun
        const seat = sight.seat ?? WATCHER;
        sights[seat] = sight;
        logs[seat] = [...(logs[seat] ?? []).slice(0, sight.log.from), ...sight.log.lines];
      }
      this.sights = sights;
      this.logs = logs;
    }
    if (update.happenings?.length) {
      const known = new Set(this.happenings.map((h) => h.seq));
      this.happenings = [...this.happenings, ...update.happenings.filter((h) => !known.has(h.seq))];
      if (before?.offer?.seat === this.looking && update.happenings.some((h) => h.kind === "answered" && !h.yes))
        this.notice = t("offer.declined");
      // Bots answer at once, in the same message.
      const declined = update.happenings.find((h) => h.reason === "declined" && h.seat === this.looking);
      if (declined) this.notice = t(declined.what === "draw" ? "offer.botsPlayOn" : "offer.botsKeep");
    }
    if (this.looking === WATCHER || !this.you.includes(this.looking)) {
      this.looking = this.you[0] ?? WATCHER;
      this.handedOver = this.you.length < 2;
    }
    this.#passOn(before);
  }
  /** Cover the table when the shown seat has decided and another seat on this device may be next. */
  #passOn(before: Sight | null): void {
    const now = this.#now;
    if (this.you.length < 2 || !now || now.to_act.includes(this.looking)) return;
    const last = this.logs[this.looking]?.at(-1);
    const own = before && now.length > before.length && last?.seat === this.looking;
    if (this.handedOver && own && last.effects?.length) {
      this.lingering = true;
      setTimeout(() => (this.lingering = false), Math.max(LINGER_LEAST, this.tempo.length(LINGER)));
    }
    this.handedOver = false;
  }
  #announce(before: Sight, now: Sight): void {
    announce(this.id, heardOf(before, now, this.looking));
  }
}
