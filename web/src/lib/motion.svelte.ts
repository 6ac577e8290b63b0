import { untrack } from "svelte";
import { chosen, SPEEDS } from "./tempo.svelte";
import type { Sight } from "./types";

/** How long a piece is under way at normal speed, and the bounds of it at any speed, in milliseconds. */
const NORMAL = 180,
  LEAST = 120,
  MOST = 250;

/** How long something that moves is under way now; 0 where no motion is wanted. */
export function span(): number {
  const factor = SPEEDS[chosen.speed];
  if (factor === 0 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return Math.min(MOST, Math.max(LEAST, NORMAL * factor));
}

/** More actions than these between two moments are a leap: nobody could follow what moves. */
const LEAP = 60;

/** What a board lets be seen to happen, whenever one moment follows another. Belongs into a component's beginning. */
export function onward(sight: () => Sight, happen: (before: Sight, now: Sight) => void): void {
  let before: Sight | null = null;
  $effect(() => {
    const [old, now] = [before, sight()];
    before = now;
    const further = old && old.seat === now.seat ? now.length - old.length : 0;
    if (old && further > 0 && further < LEAP && untrack(span)) untrack(() => happen(old, now));
  });
}

/**
 * Let an element come from so far away to where it stands. It stands there already for whoever taps it: nothing waits
 * for the motion, and another one takes over at once.
 */
export function glide(element: Element, x: number, y: number): void {
  play(element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }]);
}
/** Let a card be turned over before one's eyes. */
export function flip(element: Element): void {
  play(element, [{ transform: "rotateY(90deg)" }, { transform: "rotateY(0deg)" }]);
}
/** Let a piece be seen to turn by so many degrees, the short way round. */
export function swing(element: Element, by: number): void {
  play(element, [
    { transform: `rotate(${((((by + 180) % 360) + 360) % 360) - 180}deg)` },
    { transform: "rotate(0deg)" },
  ]);
}
/** Let something light up that has changed hands. */
export function flash(element: Element): void {
  play(element, [
    { fill: "#fffdf4", fillOpacity: 1 },
    { fill: "#fffdf4", fillOpacity: 0 },
  ]);
}
/** Let a likeness of an element come from so far away and be gone; what it joins stands there already. */
export function join(element: Element, x: number, y: number): void {
  const likeness = element.cloneNode(true) as Element;
  likeness.setAttribute("pointer-events", "none");
  element.after(likeness);
  const under = play(likeness, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }]);
  if (under) under.onfinish = under.oncancel = () => likeness.remove();
  else likeness.remove();
}
/** Let something that has just come be seen. */
export function rise(element: Element): void {
  play(element, [
    { opacity: 0, transform: "scale(0.6)" },
    { opacity: 1, transform: "scale(1)" },
  ]);
}
function play(element: Element, frames: Keyframe[]): Animation | null {
  const duration = span();
  for (const each of element.getAnimations()) each.cancel();
  return duration ? element.animate(frames, { duration, easing: "ease-out" }) : null;
}
