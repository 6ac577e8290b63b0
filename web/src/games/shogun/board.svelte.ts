import { onDestroy, tick, untrack } from "svelte";
import { drafting, type Draft } from "../../lib/draft.svelte";
import { hints } from "../../lib/hint.svelte";
import { pick } from "../../lib/pick.svelte";
import { Trail } from "../../lib/trail.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice, QuickOrder } from "../../lib/types";
import type { BoardProps } from "..";
import type { Point } from "./camera";
import { Camera, Gestures } from "./camera.svelte";
import { Detail } from "./detail.svelte";
import { provincePaths, type ProvincePath } from "./geometry";
import * as model from "./model";
import { clanName, label, phrase, provinceName, refs } from "./phrase";
import { Muster } from "./muster.svelte";
import { Plan } from "./plan.svelte";
import { acting, clanOf, numberOf, size, type ShogunView } from "./read";
import { toggle, treaty } from "./treaty.svelte";
import { StandingOrder } from "./standing.svelte";
import { WarPlan } from "./warplan.svelte";

/** The province beside a point at sea: a finger is broader than an island, and seldom meets a coast exactly. */
function ashore(x: number, y: number): string {
  for (const far of [5, 10, 15])
    for (let turn = 0; turn < 12; turn++) {
      const angle = (turn * Math.PI) / 6;
      const there = document.elementFromPoint(x + far * Math.cos(angle), y + far * Math.sin(angle));
      const id = there?.closest<SVGElement>("[data-p]")?.dataset.p;
      if (id) return id;
    }
  return "";
}

/** One map on the screen: what the sight says of it, what is laid out, what is in hand. Layers and panels read it. */
export class ShogunBoard {
  // What is made of many small parts is laid out in any order and then said at once: plans, levies, ronin, attacks, a
  // garrison, losses.
  readonly plan = new Plan();
  readonly muster = new Muster();
  readonly warplan = new WarPlan();
  readonly detail = new Detail();
  readonly standing = new StandingOrder();
  readonly trail = new Trail<model.Arrow>(model.movedArmies);
  readonly camera: Camera;
  readonly gestures: Gestures;
  /** The troop taken in hand: an army ("red 1"), or a force by its province. */
  inHand = $state("");
  /** Where a troop is dragged to. */
  ghost = $state.raw<Point | null>(null);
  #dragged = "";
  #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.camera = new Camera(() => this.paths);
    this.gestures = new Gestures(this.camera);
    this.#keepDrafts();
    this.#follow();
    $effect(() => this.trail.see(this.sight, this.log, this.play !== null, this.play?.earlier ?? null));
    // The card of a province has its choices; on a phone the dock need not repeat them below it.
    this.#markPage("carded", () => this.pickedChoices.length > 0);
    this.#markPage("planning", () => this.draft !== null && this.view.stage === "plan");
    this.#markPage("signing", () => this.signing);
    $effect(() => {
      if (this.play) this.standing.follow(this.play);
    });
    // What was in hand belongs to its moment. A sight of the same moment may come again and must not empty the hand.
    $effect(() => {
      void this.#asked;
      this.inHand = "";
    });
  }

  sight = $derived.by(() => this.#props().sight);
  #asked = $derived(this.sight.asked);
  log = $derived.by(() => this.#props().log);
  play = $derived.by(() => this.#props().play);
  view = $derived(this.sight.view as ShogunView);
  clan = $derived(acting(this.view));
  mine = $derived(model.ownClans(this.view));
  /** While the provinces of a truce are tapped, the game itself waits. */
  signing = $derived(this.play !== null && treaty.onMap);
  armiesAt = $derived(model.armiesByPlace(this.view));
  paths: ProvincePath[] = $derived(provincePaths.filter((province) => province.id in this.view.provinces));
  small = $derived(this.paths.length < 60);

  draft: Draft | null = $derived.by(() => {
    const { play, view, clan } = this;
    if (!play?.myTurn || this.signing) return null;
    switch (view.stage) {
      case "plan":
        return this.plan.draft(view.clans[clan]!, (text) => play.command(text));
      case "levy":
      case "hire":
        return view.clans[clan]?.choices_made === 0 ? this.muster.draft(view, clan, play) : null;
      case "declare":
        return model.declaredArrows(view).length ? null : this.warplan.draft(this.sight, play);
      case "garrison":
      case "send":
      case "lose":
        return this.detail.draft(this.sight, play);
      default:
        return null;
    }
  });
  legal: Choice[] = $derived(
    this.draft ? this.draft.choices : this.play?.myTurn && !this.signing ? this.sight.legal : [],
  );

  // -- choices on the map ---------------------------------------------------------------------------
  /** The choices of each province that has any: those of a draft are its own, all others the server points out. */
  byProvince = $derived.by(() => {
    const { draft, play } = this;
    const byAction = new Map(this.legal.map((choice) => [choice.action, choice]));
    const at =
      draft?.at ?? ((id: string) => (play?.foresight.at(id) ?? []).flatMap(({ action }) => byAction.get(action) ?? []));
    return new Map(this.paths.map(({ id }) => [id, at(id)] as const).filter(([, choices]) => choices.length));
  });
  /** Whether it is not yet known what the provinces stand for. */
  #unknown = $derived(this.legal.length > 0 && !this.draft?.at && !this.play?.foresight.pointed);
  /** Where an attack or a battle can be chosen, only the other's province is framed and not where it starts. */
  #aiming = $derived(this.view.stage === "declare" || this.view.stage === "combat");
  /** A line is drawn around what can be chosen; with an army in hand around nothing but its ways. */
  invites = (id: string): boolean =>
    !this.inHand && this.byProvince.has(id) && !(this.#aiming && this.view.provinces[id]!.owner === this.clan);
  picked = $derived(pick.ref in this.view.provinces ? pick.ref : "");
  /** Where each troop can go, as the server tells it. */
  #ways = (troop: string): Map<string, Choice[]> =>
    model.waysOf(this.play?.myTurn ? this.play.foresight.ways(troop) : new Map<string, number[]>(), this.legal);
  /** The provinces where the troop in hand can go, with the choices that bring it there. */
  reach = $derived(model.reachOf(this.view, this.inHand ? this.#ways(this.inHand) : new Map<string, Choice[]>()));
  /** The troops that stand on the map. */
  #troops = $derived([...this.view.armies.map((army) => army.army), ...Object.keys(this.view.provinces)]);
  #leading = $derived(
    new Set(this.#troops.flatMap((troop) => [...this.#ways(troop).values()].flat().map(({ action }) => action))),
  );
  /** Whether a choice leads a troop somewhere, which can be done on the map. */
  leads = ({ action }: Choice): boolean => this.#leading.has(action);
  /** Whether a troop can be taken in hand. */
  canGo = (troop: string): boolean => this.#ways(troop).size > 0;
  /** The troops of a province that can be taken in hand, armies first. */
  #troopsAt = (id: string): string[] =>
    [...(this.armiesAt.get(id) ?? []).map((army) => army.army), id].filter((troop) => this.canGo(troop));
  /** Those of the province whose card is open. */
  pickedTroops = $derived(this.picked ? this.#troopsAt(this.picked) : []);
  /** The odds of the attacks that the troop in hand can make, by province. */
  chances = $derived(
    new Map(
      [...this.reach].flatMap(([id, choices]) => {
        const odds = model.oddsOf(this.play?.foresight.of(choices[0]!.action) ?? null);
        return odds ? [[id, odds.attacker_wins] as const] : [];
      }),
    ),
  );
  /** Orders of several steps for the armies of the province whose card is open. */
  pickedQuick = $derived(
    (this.play?.myTurn && !this.draft ? this.play.foresight.quick : []).filter(({ piece }) =>
      (this.armiesAt.get(this.picked) ?? []).some((army) => army.army === piece),
    ),
  );
  advised = $derived(new Set(this.play ? refs(hints.text) : []));
  pickedChoices = $derived(this.picked ? (this.byProvince.get(this.picked) ?? []) : []);

  // -- what is drawn --------------------------------------------------------------------------------
  arrows = $derived([
    ...model.declaredArrows(this.view),
    ...(this.draft && this.view.stage === "declare"
      ? model.plannedArrows(this.view, this.clan, this.warplan.aims)
      : []),
  ]);
  underway = $derived(model.moveUnderway(this.view));
  recent = $derived(model.recentPlaces(this.log, this.sight.seat));
  raised = $derived.by(() => {
    const found = model.sealedLevies(this.view);
    if (this.draft && this.view.stage === "levy")
      for (const [id, { unit, army }] of this.muster.levies) found.set(id, model.levyMark(unit, army));
    if (this.draft && this.view.stage === "hire")
      for (const [id, n] of this.muster.ronin) found.set(id, { n, icon: "ronin", army: false });
    return found;
  });

  // -- words ----------------------------------------------------------------------------------------
  label = (text: string): string => this.draft?.label(text) ?? label(text, this.sight);
  describe = (id: string): string => {
    const land = this.view.provinces[id]!;
    const owner = land.owner ? clanName(land.owner) : t("sh.nobody");
    const parts = [t("sh.province", { p: provinceName(id), owner })];
    if (size(land.force)) parts.push(`${t("sh.force")} ${size(land.force)}`);
    for (const army of this.armiesAt.get(id) ?? [])
      parts.push(`${clanName(clanOf(army.army))} ${t("sh.army", { n: numberOf(army.army) })}`);
    if (land.castle) parts.push(tt(`sh.${land.castle}`, land.castle));
    const choices = this.byProvince.get(id)?.slice(0, 3);
    if (choices) parts.push(choices.map(({ text }) => this.draft?.label(text) ?? phrase(text)).join(t("sh.log.also")));
    return parts.join(t("comma"));
  };
  /** A word of advice where the next decision needs one. */
  tip = $derived.by(() => {
    const { view } = this;
    if (this.inHand)
      return this.inHand in view.provinces
        ? t("sh.tip.forceInHand", { p: provinceName(this.inHand) })
        : t("sh.tip.inHand", { n: numberOf(this.inHand) });
    const note = this.draft && view.stage === "levy" ? this.muster.note(view, this.clan) : "";
    if (note) return note;
    return this.play?.myTurn ? tt(`sh.tip.${view.stage}`, "", { prices: model.levyPrices(view) }) : "";
  });

  // -- what is done ---------------------------------------------------------------------------------
  choose = (choice: Choice): void => {
    this.inHand = "";
    const here = pick.ref;
    pick.clear();
    if (this.draft) return this.draft.take(choice.text);
    // Units are taken in one after the other, from the same card.
    void this.play?.choose(choice).then((done) => {
      if (done && choice.text.startsWith("pick ")) void this.#reopen(here);
    });
  };
  order = ({ actions }: QuickOrder): void => {
    const here = pick.ref;
    void this.play?.order(actions).then((done) => {
      if (done) void this.#reopen(here);
    });
  };
  /** The army that was strengthened is in hand again, with its card. */
  async #reopen(id: string): Promise<void> {
    await tick();
    if (!id || pick.ref || !this.play?.myTurn || !(await this.play.foresight.pointing())) return;
    pick.ref = id;
    this.inHand = this.#troopsAt(id)[0] ?? "";
  }

  /**
   * A tap on a province. With a troop in hand, where it can go: it goes there. Where the question gives something to
   * place: it is placed. On what was tapped before: it is put down. Anywhere else: what stands there is taken in hand,
   * and its card opens. A tap never takes back and never confirms.
   */
  tap = (id: string): void => {
    if (this.gestures.moved) return;
    if (this.signing) return toggle(id);
    if (!this.#unknown) return this.#point(id);
    // The tap came before the server's word on this moment, and counts when that is there.
    void this.play?.foresight.pointing().then((told) => told && this.#point(id));
  };
  #point(id: string): void {
    const goals = this.reach.get(id);
    if (goals?.length === 1) return this.choose(goals[0]!);
    const [placed, another] = model.PLACING.has(this.view.stage) ? model.laidDown(this.byProvince.get(id) ?? []) : [];
    if (placed && !another) return this.choose(placed);
    if (goals) pick.ref = id;
    else if (pick.ref === id) this.putDown();
    else this.#takeUp(id, this.#troopsAt(id)[0] ?? "");
  }
  #takeUp(id: string, troop: string): void {
    pick.ref = id;
    this.inHand = troop;
    // On a narrow screen the card lies over the lower half: what it speaks of stays in sight above it.
    const spot = model.SPOT.get(id);
    if (!spot || !this.camera.narrow || this.small) return;
    this.camera.gliding = true;
    this.camera.centre = [spot.x, spot.y + (0.2 * this.camera.height) / this.camera.scale];
  }
  putDown(): void {
    this.inHand = "";
    pick.clear();
  }
  /** A tap on an army or a force itself: the one in hand is put down, another joins it or is taken in hand instead. */
  take = (troop: string): void => {
    if (this.gestures.moved) return;
    const [joins] = (this.inHand && this.#ways(this.inHand).get(troop)) || [];
    if (joins) this.choose(joins);
    else if (!this.canGo(troop)) this.tap(model.placeOf(this.view, troop));
    else if (this.inHand === troop) this.putDown();
    else this.#takeUp(model.placeOf(this.view, troop), troop);
  };

  // -- a troop is dragged, or the map ---------------------------------------------------------------
  down = (event: PointerEvent): void => {
    this.gestures.down(event);
    const troop = (event.target as Element).closest<SVGElement>("[data-movable]")?.dataset.movable;
    if (troop && this.gestures.alone) this.#dragged = troop;
  };
  drag = (event: PointerEvent): void => {
    const carries = this.#dragged !== "" && this.gestures.alone;
    if (!this.gestures.move(event, carries) || !carries) return;
    if (this.inHand !== this.#dragged) pick.clear();
    this.inHand = this.#dragged;
    this.ghost = this.camera.toMap(event);
  };
  up = (event: PointerEvent): void => {
    if (this.#dragged && this.gestures.moved) this.#drop(this.#dragged, event);
    else if (event.pointerType === "touch" && !(event.target as Element).closest("[data-p], [data-army]")) {
      const id = ashore(event.clientX, event.clientY);
      if (id) this.tap(id);
    }
    this.#dragged = "";
    this.ghost = null;
    this.gestures.up(event);
  };
  #drop(troop: string, event: PointerEvent): void {
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const under = (name: "army" | "p"): string =>
      below.map((element) => element.closest<SVGElement>(`[data-${name}]`)?.dataset[name]).find(Boolean) ?? "";
    const target = under("p") || ashore(event.clientX, event.clientY);
    const [joins] = this.#ways(troop).get(under("army")) ?? [];
    const goals = this.reach.get(target) ?? [];
    if (joins) this.choose(joins);
    else if (goals.length === 1) this.choose(goals[0]!);
    // Into the province or into the army there: the card asks.
    else if (goals.length) pick.ref = target;
    else {
      if (target && target !== model.placeOf(this.view, troop))
        void this.play?.why(model.attempt(this.view, troop, target));
      this.inHand = "";
    }
  }

  #keepDrafts(): void {
    $effect(() => {
      const { view, log, clan } = this;
      const at = `${this.play?.id} ${view.round} ${view.stage} ${clan}`;
      this.plan.open(at, view.prices.build);
      this.muster.open(`${at} ${view.clans[clan]?.bins?.levy}`);
      this.warplan.open(`${at} ${log.length}`);
      // Each of these is a matter of its own, known by the action that led to it.
      this.detail.open(`${at} ${log.length}`);
    });
    $effect(() => {
      const { play, view, clan } = this;
      if (!play?.myTurn) return;
      void this.detail.ask(this.sight, play);
      if (this.draft && view.stage === "levy") void this.muster.ask(view, clan, play);
    });
    $effect(() => {
      drafting.draft = this.draft;
    });
    onDestroy(() => (drafting.draft = null));
  }
  #markPage(name: string, on: () => boolean): void {
    $effect(() => {
      document.body.classList.toggle(name, on());
      return () => document.body.classList.remove(name);
    });
  }
  /** The map goes where things happen. */
  #follow(): void {
    const { camera } = this;
    // On a narrow screen the whole map is a stamp: begin closer.
    let begun = false;
    $effect(() => {
      if (begun || this.sight.over || !camera.width || !camera.narrow || this.small) return;
      if (this.#unknown) return;
      const own = model.firstPlace(this.view, model.firstAsked(this.legal, this.byProvince));
      if (!own) return;
      begun = true;
      camera.zoom = camera.painted = 3;
      camera.centre = [model.SPOT.get(own)!.x, model.SPOT.get(own)!.y];
    });
    // Closer in, the map goes to what is asked, unless some of it is in sight.
    let asked = -1;
    $effect(() => {
      const { play, sight } = this;
      if (!play?.myTurn || this.#unknown || sight.asked === asked || camera.zoom < 1.3) return;
      asked = sight.asked;
      const first = model.firstPlace(this.view, model.firstAsked(this.legal, this.byProvince));
      const inSight = [...this.byProvince.keys()].some((id) => camera.sees(model.SPOT.get(id)!));
      if (first && (!inSight || model.moveUnderway(this.view)))
        untrack(() => {
          camera.gliding = true;
          camera.reveal(model.SPOT.get(first)!);
        });
    });
    // What has become of Japan in the end is seen as a whole.
    const over = $derived(this.sight.over);
    $effect(() => {
      if (over) camera.whole();
    });
    // Closer in, the map follows what others do, unless the player has just moved it.
    $effect(() => {
      const { view, log } = this;
      const place = view.battle.to ?? refs(log.at(-1)?.action ?? "").at(-1);
      const spot = place ? model.SPOT.get(place) : undefined;
      if (
        camera.zoom < 1.3 ||
        !spot ||
        (this.play?.myTurn && !view.battle.to) ||
        log.at(-1)?.seat === this.sight.seat ||
        Date.now() - camera.touched < 4000
      )
        return;
      untrack(() => {
        camera.gliding = true;
        camera.reveal(spot);
      });
    });
  }
}
