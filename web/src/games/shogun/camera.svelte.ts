import { homeOf, kept, zoomed, type Box, type Point } from "./camera";

/** Pixels that the band with round and advice covers. */
const RIM = 64;

interface Where {
  clientX: number;
  clientY: number;
}

/** Pan and zoom: the drawing lies on a layer that is only moved; it is painted again when a zoom has settled. */
export class Camera {
  width = $state(1000);
  height = $state(600);
  zoom = $state(1);
  /** The zoom at which the layer was painted. */
  painted = $state(1);
  centre = $state.raw<Point | null>(null);
  gliding = $state(false);
  /** When the player last moved the map. */
  touched = 0;
  viewport: HTMLElement | undefined;
  #spots: () => { x: number; y: number }[];

  home: Box = $derived.by(() => homeOf(this.#spots()));
  fit: number = $derived(Math.min(this.width / this.home.w, this.height / this.home.h));
  scale: number = $derived(this.fit * this.zoom);
  /** Pixels a unit of the map has as painted. */
  px: number = $derived(this.fit * this.painted);
  /** Castles, crests and numbers keep their size on screen while the map grows. */
  k: number = $derived(0.86 * this.px ** -0.6);
  /** As much sea beyond the map as can be seen when all of it is; more would only be more to paint. */
  around = $derived({
    x: Math.max(0, (this.width / this.fit - this.home.w) / 2) + 12,
    y: Math.max(0, (this.height / this.fit - this.home.h) / 2) + 12,
  });
  at: Point = $derived.by(() => {
    const { home } = this;
    const seen = { w: this.width / this.scale, h: this.height / this.scale };
    return kept(this.centre ?? [home.x + home.w / 2, home.y + home.h / 2], home, seen);
  });
  transform = $derived(
    `translate(${this.width / 2 - (this.at[0] - this.home.x) * this.scale}px, ` +
      `${this.height / 2 - (this.at[1] - this.home.y) * this.scale}px) scale(${this.zoom / this.painted})`,
  );

  constructor(spots: () => { x: number; y: number }[]) {
    this.#spots = spots;
    $effect(() => {
      if (this.painted === this.zoom) return;
      const next = this.zoom;
      const timer = setTimeout(() => (this.painted = next), 140);
      return () => clearTimeout(timer);
    });
  }

  touch(): void {
    this.touched = Date.now();
    this.gliding = false;
  }
  whole(): void {
    this.zoom = 1;
    this.centre = null;
  }
  /** At least this close, with that point in the middle. */
  closeUp(to: { x: number; y: number }, zoom: number): void {
    this.zoom = Math.max(this.zoom, zoom);
    this.centre = [to.x, to.y];
  }
  zoomAt(factor: number, fixed: Point = this.at): void {
    this.touch();
    ({ zoom: this.zoom, centre: this.centre } = zoomed(this.zoom, this.at, factor, fixed));
  }
  panBy(dx: number, dy: number): void {
    this.centre = [this.at[0] - dx / this.scale, this.at[1] - dy / this.scale];
  }
  get narrow(): boolean {
    return this.width <= 700;
  }
  sees(place: { x: number; y: number }): boolean {
    const { at, width, height, scale } = this;
    const down = (place.y - at[1]) * scale;
    // On a narrow map round and advice lie over its upper rim.
    const rim = this.narrow ? Math.max(height / 2 - RIM, 0) : height / 2.2;
    return Math.abs(place.x - at[0]) <= width / scale / 2.2 && -rim <= down && down <= height / 2.2;
  }
  /** Brings a place into sight if it is not. */
  reveal(to: { x: number; y: number }): void {
    if (!this.sees(to)) this.centre = [to.x, to.y];
  }
  toMap(event: Where): Point {
    const box = this.viewport!.getBoundingClientRect();
    return [
      this.at[0] + (event.clientX - box.x - this.width / 2) / this.scale,
      this.at[1] + (event.clientY - box.y - this.height / 2) / this.scale,
    ];
  }
}

/** One finger pans, two zoom; what is carried instead is told where it is. */
export class Gestures {
  /** Whether the pointer has moved since it went down: then its click is none. */
  moved = false;
  #fingers = new Map<number, PointerEvent>();
  constructor(readonly camera: Camera) {}

  get alone(): boolean {
    return this.#fingers.size === 1;
  }
  down(event: PointerEvent): void {
    this.camera.touch();
    this.#fingers.set(event.pointerId, event);
    this.moved = false;
  }
  /** Whether the pointer really moved; `carries` keeps the map where it is. */
  move(event: PointerEvent, carries: boolean): boolean {
    const last = this.#fingers.get(event.pointerId);
    if (!last) return false;
    const far = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    if (far < (this.moved ? 0 : 6)) return false;
    this.moved = true;
    if (carries && this.alone) return true;
    if (this.#fingers.size === 2) {
      const [a, b] = [...this.#fingers.values()] as [PointerEvent, PointerEvent];
      const fixed = a.pointerId === event.pointerId ? b : a;
      const before = Math.hypot(last.clientX - fixed.clientX, last.clientY - fixed.clientY);
      const now = Math.hypot(event.clientX - fixed.clientX, event.clientY - fixed.clientY);
      if (before > 0) this.camera.zoomAt(now / before, this.camera.toMap(fixed));
    } else this.camera.panBy(event.clientX - last.clientX, event.clientY - last.clientY);
    this.#fingers.set(event.pointerId, event);
    return true;
  }
  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    // The click follows the pointer's up.
    setTimeout(() => (this.moved = false));
  }
}
