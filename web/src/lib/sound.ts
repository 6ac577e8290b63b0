import type { Sight } from "./types";

/** What can be heard: wood on wood for an action, the clapper for one's turn, drums for the end. */
export type Heard = "own" | "other" | "turn" | "won" | "lost" | "ended";

/** What is heard when one moment follows another on the screen of a seat; a watcher (-1) has no turn and no side. */
export function heardOf(
  before: Pick<Sight, "length" | "over" | "to_act" | "returns">,
  now: Pick<Sight, "length" | "over" | "to_act" | "returns">,
  looking: number,
): Heard | null {
  if (now.over) {
    if (before.over) return null;
    const [own, best] = [now.returns[looking], Math.max(...now.returns)];
    const decided = best > Math.min(...now.returns);
    return own === undefined || !decided ? "ended" : own === best ? "won" : "lost";
  }
  if (now.to_act.includes(looking) && !before.to_act.includes(looking)) return "turn";
  if (now.length <= before.length) return null;
  return before.to_act.includes(looking) ? "own" : "other";
}

/** Strokes: when, at which pitch it begins and ends, how long and how loud. */
type Stroke = [at: number, from: number, to: number, length: number, loud: number];
const STROKES: Record<Heard, Stroke[]> = {
  own: [[0, 520, 240, 0.07, 0.12]],
  other: [[0, 340, 150, 0.09, 0.12]],
  turn: [
    [0, 1150, 640, 0.14, 0.22],
    [0.16, 1150, 640, 0.14, 0.22],
  ],
  won: [
    [0, 150, 60, 0.3, 0.3],
    [0.26, 150, 60, 0.3, 0.3],
    [0.44, 180, 70, 0.3, 0.3],
    [0.58, 1150, 700, 0.2, 0.2],
    [0.72, 1400, 800, 0.3, 0.2],
  ],
  lost: [
    [0, 130, 50, 0.4, 0.3],
    [0.5, 100, 40, 0.7, 0.26],
  ],
  ended: [[0, 150, 60, 0.4, 0.26]],
};

/** One for the page: a browser gives only a few. */
let audio: AudioContext | null = null;

/** Made on the spot, no file. */
export function strike(heard: Heard): void {
  audio ??= new AudioContext();
  // A page that was loaded anew may sound only after the first press.
  if (audio.state === "suspended") void audio.resume();
  for (const [at, from, to, length, loud] of STROKES[heard]) {
    const begin = audio.currentTime + at;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + length * 0.6);
    gain.gain.setValueAtTime(loud, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length + 0.01);
  }
}
