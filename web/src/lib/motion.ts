import { chosen, SPEEDS } from "./tempo.svelte";

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
/** Let something that has just come be seen. */
export function rise(element: Element): void {
  play(element, [
    { opacity: 0, transform: "scale(0.6)" },
    { opacity: 1, transform: "scale(1)" },
  ]);
}
function play(element: Element, frames: Keyframe[]): void {
  const duration = span();
  for (const each of element.getAnimations()) each.cancel();
  if (duration) element.animate(frames, { duration, easing: "ease-out" });
}
