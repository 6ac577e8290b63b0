import { onDestroy, tick, untrack } from "svelte";
import { drafting, type Draft } from "../../lib/draft.svelte";
import { hints } from "../../lib/hint.svelte";
import { pick } from "../../lib/pick.svelte";
import { Trail } from "../../lib/trail.svelte";
import { t, tt } from "../../lib/words.svelte";
import type { Choice } from "../../lib/types";
import type { BoardProps } from "..";
import type { Point } from "./camera";
import { Camera, Gestures } from "./camera.svelte";
import { Detail } from "./detail.svelte";
import { provincePaths, type ProvincePath } from "./geometry";
import * as model from "./model";
import { clanName, label, phrase, provinceName, refs } from "./phrase";
import { Muster } from "./muster.svelte";
import { Plan } from "./plan.svelte";
import { acting, clanOf, numberOf, size, type Army, type ShogunView } from "./read";
import { toggle, treaty } from "./treaty.svelte";
import { WarPlan } from "./warplan.svelte";

/** One map on the screen: what the sight says of it, what is laid out, what is in hand. Layers and panels read it. */
export class ShogunBoard {
  // What is made of many small parts is laid out in any order and then said at once: plans, levies, ronin, attacks, a
  // garrison, losses.
  readonly plan = new Plan();
  readonly muster = new Muster();
  readonly warplan = new WarPlan();
  readonly detail = new Detail();
  readonly trail = new Trail<model.Arrow>(model.movedArmies);
  readonly camera: Camera;
  readonly gestures: Gestures;
  /** The number of the army taken in hand. */
  inHand = $state("");
  /** Where an army is dragged to. */
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
    this.#markPage("signing", () => this.signing);
  }

  sight = $derived.by(() => this.#props().sight);
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
  reach = $derived(model.reachOf(this.legal, this.inHand));
  #movable = $derived(model.movableArmies(this.legal));
  canMove = (army: Army): boolean => clanOf(army.army) === this.clan && this.#movable.has(numberOf(army.army));
  advised = $derived(new Set(this.play ? refs(hints.text) : []));
  picked = $derived(pick.ref in this.view.provinces ? pick.ref : "");
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
    if (choices) parts.push(choices.map(({ text }) => this.draft?.label(text) ?? phrase(text)).join("; "));
    return parts.join(", ");
  };
  /** A word of advice where the next decision needs one. */
  tip = $derived.by(() => {
    const { view, clan } = this;
    if (this.inHand) return t("sh.tip.inHand", { n: this.inHand });
    const note = this.draft && view.stage === "levy" ? this.muster.note(view) : "";
    if (note) return note;
    return this.play?.myTurn ? tt(`sh.tip.${view.stage}`, "", { n: view.clans[clan]?.bins?.levy ?? 0 }) : "";
  });

  // -- what is done ---------------------------------------------------------------------------------
  choose = (choice: Choice): void => {
    this.inHand = "";
    const here = pick.ref;
    pick.clear();
    if (this.draft) return this.draft.take(choice.text);
    void this.play?.choose(choice).then(async (done) => {
      // Units are taken in one after the other, from the same card.
      if (!done || !choice.text.startsWith("pick ")) return;
      await tick();
      pick.ref ||= here;
    });
  };
  tap = (id: string): void => {
    if (this.gestures.moved) return;
    if (this.signing) return toggle(id);
    if (!this.#unknown) return this.#point(id);
    // The tap came before the server's word on this moment, and counts when that is there.
    void this.play?.foresight.pointing().then((told) => told && this.#point(id));
  };
  #point(id: string): void {
    const go = this.reach.get(id);
    if (go) return this.choose(go);
    // The province of an army stands for the army, which is small: the first tap takes it in hand, the second opens the
    // card.
    const army = (this.armiesAt.get(id) ?? []).find(this.canMove);
    if (army && this.inHand !== numberOf(army.army) && pick.ref !== id) {
      pick.clear();
      this.inHand = numberOf(army.army);
      return;
    }
    this.inHand = "";
    // What is laid out can be taken up again, so one tap is enough; elsewhere the second tap on a province confirms.
    const here = this.byProvince.get(id) ?? [];
    const { stage } = this.view;
    const placing = stage === "levy" || stage === "hire";
    const only = here.length === 1 || (this.draft && stage === "hire") ? here[0] : undefined;
    if (only && ((this.draft && placing) || pick.ref === id)) return this.choose(only);
    pick.ref = pick.ref === id ? "" : id;
  }
  takeArmy = (army: Army, event: Event): void => {
    if (!this.canMove(army)) return;
    event.stopPropagation();
    this.inHand = this.inHand === numberOf(army.army) ? "" : numberOf(army.army);
    pick.clear();
  };

  // -- an army is dragged, or the map ---------------------------------------------------------------
  down = (event: PointerEvent): void => {
    this.gestures.down(event);
    const army = (event.target as Element).closest<SVGElement>("[data-army]");
    if (army?.dataset.movable && this.gestures.alone) this.#dragged = army.dataset.movable;
  };
  drag = (event: PointerEvent): void => {
    const carries = this.#dragged !== "" && this.gestures.alone;
    if (!this.gestures.move(event, carries) || !carries) return;
    this.inHand = this.#dragged;
    this.ghost = this.camera.toMap(event);
  };
  up = (event: PointerEvent): void => {
    const { view } = this;
    if (this.#dragged && this.gestures.moved) {
      const target = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<SVGElement>("[data-p]")?.dataset.p)
        .find(Boolean);
      const go = target ? this.reach.get(target) : undefined;
      if (go) this.choose(go);
      else if (target && target !== view.armies.find((army) => army.army === `${this.clan} ${this.#dragged}`)?.at)
        void this.play?.why(
          view.stage === "declare" ? `declare army ${this.#dragged} ${target}` : `move ${this.#dragged} ${target}`,
        );
      this.inHand = "";
    }
    this.#dragged = "";
    this.ghost = null;
    this.gestures.up(event);
  };

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
      if (begun || this.sight.over || !camera.width || camera.width > 700 || this.small) return;
      if (this.#unknown) return;
      const own = model.firstPlace(this.view, model.firstAsked(this.legal, this.byProvince));
      if (!own) return;
      begun = true;
      camera.zoom = camera.painted = 3;
      camera.centre = [model.SPOT.get(own)!.x, model.SPOT.get(own)!.y];
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
