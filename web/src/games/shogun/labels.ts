import type { ProvincePath } from "./geometry";

/**
 * The provinces whose names can be written without lying over another name or another province's marker; large ones
 * come first.
 */
export function readable(
  paths: ProvincePath[],
  name: (id: string) => string,
  letter: number,
  scale: number,
): Set<string> {
  const shown = new Set<string>();
  const boxes: { x: number; y: number; w: number }[] = [];
  const high = 18 * scale;
  const marker = 8 * scale;
  for (const { id, x, y } of [...paths].sort((a, b) => b.room - a.room)) {
    const box = { x, y: y - 17 * scale, w: (name(id).length * letter * scale) / 2 };
    const onName = boxes.some(
      (other) => Math.abs(other.x - box.x) < other.w + box.w + 2 * scale && Math.abs(other.y - box.y) < high,
    );
    const onMarker = paths.some(
      (other) =>
        other.id !== id &&
        Math.abs(other.x - box.x) < box.w * 0.85 + marker &&
        Math.abs(other.y - box.y) < 6 * scale + marker,
    );
    if (onName || onMarker) continue;
    boxes.push(box);
    shown.add(id);
  }
  return shown;
}

interface Place {
  x: number;
  y: number;
}

/** Where names stand whose provinces have no room for them: beside, on a line, as near as nothing else lies. */
export function beside(
  paths: ProvincePath[],
  shown: ReadonlySet<string>,
  name: (id: string) => string,
  letter: number,
  scale: number,
  within: { x: number; y: number; w: number; h: number },
): Map<string, Place> {
  const half = (id: string): number => (name(id).length * letter * scale) / 2 + 2 * scale;
  const high = 15 * scale;
  const taken = paths
    .filter(({ id }) => shown.has(id))
    // Names in their places are larger; they stand in the middle of an empty province, and above an army.
    .map(({ id, x, y }) => ({ x, y: y - 9 * scale, w: 1.15 * half(id), h: 40 * scale }));
  const found = new Map<string, Place>();
  for (const { id, x, y } of paths.filter((each) => !shown.has(each.id))) {
    const w = half(id);
    let best: Place | null = null;
    let least = Infinity;
    for (const far of [24, 32, 42, 54, 68, 84, 104])
      for (let turn = 0; turn < 24; turn++) {
        const angle = (turn / 24) * 2 * Math.PI;
        const at = {
          x: x + Math.cos(angle) * (far * scale + w * Math.abs(Math.cos(angle))),
          y: y + Math.sin(angle) * far * scale,
        };
        const outside =
          at.x - w < within.x || at.x + w > within.x + within.w || at.y - high < within.y || at.y > within.y + within.h;
        const onName = taken.some(
          (other) => Math.abs(other.x - at.x) < other.w + w && Math.abs(other.y - at.y) < (other.h + high) / 2,
        );
        // Armies and castles stand beside the middle of a province.
        const onMarker = paths.some(
          (other) => Math.abs(other.x - at.x) < w + 13 * scale && Math.abs(other.y - at.y) < high / 2 + 12 * scale,
        );
        if (outside || onName || onMarker) continue;
        // Rather out at sea than in another's province.
        const ashore = paths.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < other.room * 1.6);
        const cost = far + (ashore ? 45 : 0);
        if (cost < least) [best, least] = [at, cost];
      }
    if (!best) continue;
    found.set(id, best);
    taken.push({ ...best, w, h: high });
  }
  return found;
}
