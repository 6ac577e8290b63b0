import { ACQUAINTED, api, ApiError } from "./api";
import { entropy } from "./entropy";
import { keep, prefs, stored } from "./prefs.svelte";
import { inWords } from "./said.svelte";
import { uiOf } from "../games";
import { t } from "./words.svelte";
import type { Choice, Happening, LogLine, PublicTable, Reason, Sight, Update } from "./types";

/** The spectator's place in maps keyed by seat. */
export const WATCHER = -1;
/** At most so many actions are played again. */
const AGAIN = 60;
/** What a game shows for no longer than this is nothing to look at: choices made in secret. */
const SEALED = 100;
/** So long the own last action stays on screen before the device is passed on, if something came of it. */
const LINGER = 1600,
  LINGER_CALM = 500;
const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const RETRY = [500, 1000, 2000, 4000, 8000];
/** A line that was silent for so long is asked whether it still stands: a network can go away without a word. */
const SILENCE = 25_000,
  LOOK_AFTER = 5_000;

/**
 * One table as this browser knows it. It keeps what it saw by version; after sleep, a lost network or a restarted
 * server it says which version it has and receives the rest, so the same moment is there again.
 */
export class Play {
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
  lost = $state(false); // there is no such table, or not for these eyes
  notice = $state(""); // the last refusal, in words
  refused = $state.raw<Reason | null>(null);
  /** The seats whose words are not wanted; the server sends no more of them, and the page hides what it has. */
  muted = $state.raw<number[]>([]);
  behind = $state(false); // newer moments wait to be shown
  /** What the shown seat saw when it last decided, after the device was passed to it. */
  earlier = $state.raw<Sight | null>(null);
  /** A moment of the past that is shown instead of now, while what others did is played again. */
  echo = $state.raw<Sight | null>(null);
  /** How long an action of others stays on screen, in milliseconds; a game knows which of its actions weigh more. */
  pace: (text: string) => number = () => 420;

  #socket: WebSocket | null = null;
  #seq = 0;
  #doing = $state(0); // orders under way, and rows of them
  #spokenAt = 0; // the version on the screen when an order was last given
  #attempt = 0;
  #closed = false;
  #timer = 0;
  #updates: Update[] = [];
  #pacing = false;
  #heard = Date.now();
  #looked = Date.now();
  #watch = 0;
  #asking = false;
  #look = (): void => void this.#lookAfter(true);
  #renew = (): void => {
    this.#hangUp();
    this.#open();
  };
  #cut = (): void => this.#hangUp();

  constructor(id: string) {
    this.id = id;
    this.muted = (stored(`muted.${id}`) ?? "").split(" ").filter(Boolean).map(Number);
    document.addEventListener("visibilitychange", this.#look);
    addEventListener("online", this.#renew);
    addEventListener(ACQUAINTED, this.#renew);
    addEventListener("offline", this.#cut);
    this.#watch = setInterval(() => void this.#lookAfter(), LOOK_AFTER);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    document.removeEventListener("visibilitychange", this.#look);
    removeEventListener("online", this.#renew);
    removeEventListener(ACQUAINTED, this.#renew);
    removeEventListener("offline", this.#cut);
    this.#socket?.close();
  }

  get sight(): Sight | null {
    return this.echo ?? this.#now;
  }
  get #now(): Sight | null {
    return this.sights[this.looking] ?? null;
  }
  get log(): LogLine[] {
    const all = this.logs[this.looking] ?? [];
    return this.echo ? all.slice(0, this.echo.length) : all;
  }
  /** What others and chance did since this seat's last action. */
  get since(): LogLine[] {
    const all = this.logs[this.looking] ?? [];
    return this.looking === WATCHER ? all : all.slice(all.findLastIndex((line) => line.seat === this.looking) + 1);
  }
  /** Whether something this screen asked for is still under way. */
  get busy(): boolean {
    return this.#doing > 0;
  }
  /** The number of this seat's last action, 0 before the first. */
  get lastOwn(): number {
    return this.log.findLast((line) => line.seat === this.looking)?.number ?? 0;
  }
  get version(): number {
    return Math.max(0, ...Object.values(this.sights).map((sight) => sight.version));
  }
  /** Whether this screen's seat is to decide. */
  get myTurn(): boolean {
    return (
      !this.behind && !this.echo && this.sight !== null && !this.sight.over && this.sight.to_act.includes(this.looking)
    );
  }
  /** The own seat that must decide while another own seat is shown: time to hand the device over. */
  get handTo(): number | null {
    const sight = this.#now;
    if (!sight || sight.over || this.echo || this.lingering || this.you.length < 2) return null;
    if (this.myTurn && this.handedOver) return null;
    return this.you.find((seat) => sight.to_act.includes(seat)) ?? null;
  }

  /** Lift the cover: this seat sees the table again, first what happened since it last decided. */
  look(seat: number): void {
    this.looking = seat;
    this.handedOver = true;
    void (calm() ? this.#catchUp() : this.again());
  }

  // -- looking back ------------------------------------------------------------------------------

  /**
   * Play again what others did since this seat's last action, one action after the other; what is only sealed shows
   * nothing and is passed over.
   */
  async again(): Promise<void> {
    const lines = this.since.slice(-AGAIN);
    if (this.echo || !lines.length) return;
    const seat = this.looking === WATCHER ? null : this.looking;
    const shown = lines.filter((line) => this.pace(line.action) > SEALED);
    if (!shown.length) return;
    try {
      for (const length of [lines[0]!.number - 1, ...shown.map((line) => line.number)]) {
        const sight = await api.moment(this.id, length, seat);
        if (this.#closed || (length >= lines[0]!.number && !this.echo)) return; // stopped
        this.echo = sight;
        const last = length < lines[0]!.number ? "" : (this.log.at(-1)?.action ?? "");
        await new Promise((wake) => setTimeout(wake, Math.max(300, 1.6 * this.pace(last))));
        if (!this.echo) return;
      }
    } catch (error) {
      this.notice = error instanceof ApiError ? error.message : t("error.server");
    } finally {
      this.echo = null;
    }
  }
  /** For who wants no motion: all that changed is marked at once. */
  async #catchUp(): Promise<void> {
    const first = this.since[0];
    const seat = this.looking;
    if (!first) return;
    try {
      const sight = await api.moment(this.id, first.number - 1, seat);
      if (seat === this.looking) this.earlier = sight;
    } catch {
      /* the log tells it all the same */
    }
  }
  backToNow(): void {
    this.echo = null;
  }

  // -- saying ------------------------------------------------------------------------------------

  async choose(choices: Choice | Choice[]): Promise<boolean> {
    const list = Array.isArray(choices) ? choices : [choices];
    const sight = this.sight;
    if (!sight || !list.length || (this.busy && !(await this.#meant(sight)))) return false;
    return this.#then(await this.#act(sight, list));
  }
  /**
   * A second tap before the first has done its work means nothing. What the first has brought may be on the screen
   * before the word that it was done: who taps there means it.
   */
  async #meant(sight: Sight): Promise<boolean> {
    if (sight.version <= this.#spokenAt) return false;
    while (this.busy) await new Promise((wake) => setTimeout(wake, 15));
    return this.sight?.version === sight.version;
  }
  /** Several orders that belong together; what is on the screen in between invites to nothing. */
  async #inOne<T>(work: () => Promise<T>): Promise<T> {
    this.#doing++;
    try {
      return await work();
    } finally {
      this.#doing--;
    }
  }
  /** What must follow an own action is done without asking. */
  async #then(done: boolean): Promise<boolean> {
    for (let next = done ? this.#forced() : null; next; next = this.#forced())
      if (!(await this.#act(this.sight!, [next]))) break;
    return done;
  }
  #act(sight: Sight, choices: Choice[]): Promise<boolean> {
    return this.#say({
      do: "act",
      version: sight.version,
      seat: this.looking,
      actions: choices.map((choice) => choice.action),
    });
  }
  #forced(): Choice | null {
    return this.myTurn ? (uiOf(this.table?.game ?? "").forced?.(this.sight!) ?? null) : null;
  }
  /** Carry out what was prepared: one choice after the other, as long as the next one follows without asking. */
  async carryOut(following: (sight: Sight) => Choice | null): Promise<void> {
    if (!this.sight || (this.busy && !(await this.#meant(this.sight)))) return;
    const next = (): Choice | null => (this.myTurn ? following(this.sight!) : null);
    await this.#inOne(async () => {
      for (let choice = next(); choice; choice = next())
        if (!(await this.#then(await this.#act(this.sight!, [choice])))) return;
    });
  }
  /** Go back some own actions and choose otherwise; what cannot be chosen then is explained. */
  async rethink(steps: number, texts: string[]): Promise<void> {
    if (this.busy) return;
    const barred = await this.#inOne(async () => {
      for (; steps > 0; steps--) if (!(await this.goBack())) return "";
      for (const text of texts) {
        const choice = this.sight?.legal.find((each) => each.text === text);
        if (!choice) return text;
        if (!(await this.#then(await this.#act(this.sight!, [choice])))) return "";
      }
      return "";
    });
    if (barred) await this.why(barred);
  }
  async command(text: string): Promise<boolean> {
    return this.#then(
      await this.#say({ do: "act", version: this.sight?.version ?? 0, seat: this.looking, command: text }),
    );
  }
  async undo(): Promise<boolean> {
    do if (!(await this.#say({ do: "undo", seat: this.looking }))) return false;
    while (this.#forced() && this.sight!.can_undo !== false);
    return true;
  }
  async offer(what: string, length = 0): Promise<boolean> {
    const done = await this.#say({ do: "offer", what, length, seat: this.looking });
    // Bots answer at once.
    if (done && what === "draw" && this.sight && !this.sight.offer && !this.sight.over)
      this.notice = t("offer.declined");
    return done;
  }
  // What has shown something can be taken back by consent only; bots always agree, so among them the way back is one
  // button.
  get #amongBots(): boolean {
    return (
      this.you.length === 1 &&
      this.lastOwn > 0 &&
      (this.table?.seats.every((seat) => seat.kind === "bot" || this.you.includes(seat.seat)) ?? false)
    );
  }
  get canGoBack(): boolean {
    return this.sight?.can_undo !== false || this.#amongBots;
  }
  async goBack(): Promise<boolean> {
    // Whether an action has shown something may not be known yet; the server's no is the answer then.
    if (this.sight?.can_undo !== false && (await this.undo())) return true;
    return this.#amongBots && (await this.offer("take back", this.lastOwn - 1));
  }
  // Names the offer that was on the screen, so that no other one is answered.
  answer(yes: boolean): Promise<boolean> {
    return this.#say({
      do: "answer",
      yes,
      seat: this.looking,
      what: this.sight?.offer?.kind,
      length: this.sight?.offer?.length,
    });
  }
  resign(): Promise<boolean> {
    return this.#say({ do: "resign", seat: this.looking });
  }
  say(text: string): Promise<boolean> {
    return this.#say({ do: "say", text });
  }
  aside(text: string): Promise<boolean> {
    return this.#say({ do: "aside", text, seat: this.looking });
  }
  join(seat?: number): Promise<boolean> {
    return this.#say({ do: "join", seat, entropy: entropy() });
  }
  leave(): Promise<boolean> {
    return this.#say({ do: "leave" });
  }
  vote(what: string, absent: number | null, yes: boolean): Promise<boolean> {
    return this.#say({ do: "vote", what, absent: absent ?? undefined, yes, seat: this.looking });
  }
  async mute(seat: number, on: boolean): Promise<void> {
    try {
      await api.order(this.id, { do: "mute", seat, on });
      this.muted = on ? [...this.muted, seat] : this.muted.filter((each) => each !== seat);
      keep(`muted.${this.id}`, this.muted.join(" "));
    } catch (error) {
      this.notice = error instanceof Error ? error.message : t("error.server");
    }
  }
  start(): Promise<boolean> {
    return this.#say({ do: "start" });
  }
  rematch(): Promise<boolean> {
    return this.#say({ do: "rematch" });
  }

  /** Ask why something is not allowed. Only what is not legal may be asked for, so nothing can change. */
  async why(text: string): Promise<void> {
    if (!this.myTurn || this.busy || this.sight!.legal.some((choice) => choice.text === text)) return;
    await this.#say({ do: "act", version: this.sight!.version, seat: this.looking, actions: [text] });
  }

  async #say(order: Record<string, unknown>): Promise<boolean> {
    this.#doing++;
    this.#spokenAt = this.#now?.version ?? 0;
    this.notice = "";
    this.refused = null;
    try {
      const done = await api.order(this.id, { ...order, key: entropy() });
      if (this.#socket) await this.#reach(done.version ?? 0);
      return true;
    } catch (error) {
      if (error instanceof ApiError) {
        // Somebody was faster: what changed is on its way, and nothing was lost.
        if (error.kind === "stale") void this.#refresh();
        const { problem } = error;
        const game = this.table?.game ?? "";
        if (problem.paragraph) this.refused = { paragraph: problem.paragraph, problem };
        else this.notice = inWords(problem, game, uiOf(game).word);
      } else this.notice = t("error.server");
      return false;
    } finally {
      this.#doing--;
    }
  }

  /** Wait until what we did is on screen; choices of the old moment must not invite in between. */
  async #reach(version: number): Promise<void> {
    const newest = (): number => Math.max(this.version, ...this.#updates.map((update) => update.version));
    for (let waited = 0; newest() < version; waited += 30) {
      await new Promise((wake) => setTimeout(wake, 30));
      if (waited > 3000) return this.#refresh();
    }
  }

  // -- hearing -----------------------------------------------------------------------------------

  #open(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(api.socket(this.id, this.version, this.#seq));
    this.#socket = socket;
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      for (const line of String(event.data).split("\n")) {
        const message = JSON.parse(line) as Update | { type: string };
        if (message.type === "update") this.#queue(message as Update);
      }
    };
    socket.onopen = () => {
      this.#heard = Date.now();
      this.connected = true;
      this.#attempt = 0;
      if (this.notice === t("error.server")) this.notice = "";
    };
    socket.onclose = (event) => {
      // Refused for good; that too many lines are open passes.
      if (event.code === 4403 && event.reason !== "too-much") {
        this.lost = true;
        this.connected = false;
        this.#socket = null;
      } else this.#hangUp();
    };
  }
  /** Give this line up without waiting for what the network says to it, and try another soon. */
  #hangUp(): void {
    const socket = this.#socket;
    if (socket) socket.onmessage = socket.onopen = socket.onclose = null;
    socket?.close();
    this.#socket = null;
    this.connected = false;
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.#open(), RETRY[Math.min(this.#attempt++, RETRY.length - 1)]);
  }
  /** Who comes back from sleep, or has heard nothing for long, makes sure that nothing was missed. */
  async #lookAfter(woken = false): Promise<void> {
    const slept = Date.now() - this.#looked > 3 * LOOK_AFTER;
    this.#looked = Date.now();
    if (this.lost || this.#asking || document.hidden) return;
    if (slept) return this.#renew();
    if (!this.#socket) {
      if (woken) this.#open();
      return;
    }
    if (!woken && Date.now() - this.#heard < SILENCE) return;
    this.#asking = true;
    const known = this.#seq;
    try {
      const update = await api.table(this.id, this.version, known);
      this.#heard = Date.now();
      // What the line should have brought by now came this way: it is dead.
      if (update.seq > known && this.#seq === known) {
        this.#queue(update);
        this.#renew();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) this.#hangUp();
    } finally {
      this.#asking = false;
    }
  }

  async #refresh(): Promise<void> {
    try {
      this.#queue(await api.table(this.id));
    } catch {
      /* the socket will try again */
    }
  }

  /**
   * What others do arrives one by one and is shown so, quickly when much has gathered, at once for who wants no motion.
   */
  #queue(update: Update): void {
    this.#updates.push(update);
    if (!this.#pacing) this.#next();
    this.behind = this.#updates.length > 0;
  }
  #next(): void {
    const update = this.#updates.shift();
    if (!update) return;
    const before = this.#now?.version ?? 0;
    this.#take(update);
    const last = (this.logs[this.looking] ?? []).at(-1);
    const theirs =
      before > 0 &&
      (this.#now?.version ?? 0) > before &&
      last !== undefined &&
      last.seat >= 0 &&
      !this.you.includes(last.seat);
    if (!this.#updates.length && !theirs) return;
    this.#pacing = true;
    setTimeout(
      () => {
        this.#pacing = false;
        this.#next();
        this.behind = this.#updates.length > 0;
      },
      calm() || document.hidden ? 0 : this.#updates.length > 24 ? 40 : theirs ? this.pace(last.action) : 0,
    );
  }

  #take(update: Update): void {
    // What was asked for may arrive after what happened since.
    if (update.seq < this.#seq) return;
    const before = this.#now;
    this.#seq = Math.max(this.#seq, update.seq);
    this.you = update.you;
    if (update.table) this.table = update.table;
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
    }
    if (this.looking === WATCHER || !this.you.includes(this.looking)) {
      this.looking = this.you[0] ?? WATCHER;
      this.handedOver = this.you.length < 2;
    }
    const now = this.#now;
    if (this.you.length > 1 && now && !now.to_act.includes(this.looking)) {
      const last = this.logs[this.looking]?.at(-1);
      if (
        this.handedOver &&
        before &&
        now.length > before.length &&
        last?.seat === this.looking &&
        last.effects?.length
      )
        this.#linger();
      this.handedOver = false;
    }
    if (now && before && now.version !== before.version) this.#alert(before, now);
  }

  #linger(): void {
    this.lingering = true;
    setTimeout(() => (this.lingering = false), calm() ? LINGER_CALM : LINGER);
  }

  #alert(before: Sight, now: Sight): void {
    const mine = now.to_act.includes(this.looking) && !now.over;
    if (!mine || before.to_act.includes(this.looking)) return;
    try {
      if (prefs.sound) chime();
      if (prefs.alerts && document.hidden && "Notification" in window && Notification.permission === "granted")
        new Notification("Gunbai", { body: t("alert.yourTurn"), tag: this.id });
    } catch {
      /* Chrome on Android knows the word but refuses; the title says it all the same */
    }
  }
}

/** A wooden clapper, twice: made on the spot, no file. */
function chime(): void {
  const audio = new AudioContext();
  for (const at of [0, 0.16]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(1150, audio.currentTime + at);
    tone.frequency.exponentialRampToValueAtTime(640, audio.currentTime + at + 0.08);
    gain.gain.setValueAtTime(0.22, audio.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.14);
    tone.connect(gain).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.15);
  }
}
