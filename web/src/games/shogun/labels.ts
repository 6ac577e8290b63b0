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
  const high = 12 * scale;
  const marker = 8 * scale;
  for (const { id, x, y } of [...paths].sort((a, b) => b.room - a.room)) {
    const box = { x, y: y - 17 * scale, w: (name(id).length * letter * scale) / 2 };
    const onName = boxes.some(
      (other) => Math.abs(other.x - box.x) < (other.w + box.w) * 0.94 && Math.abs(other.y - box.y) < high,
    );
    const onMarker = paths.some(
      (other) =>
        other.id !== id &&
        Math.abs(other.x - box.x) < box.w * 0.85 + marker &&
        Math.abs(other.y - box.y) < high / 2 + marker,
    );
    if (onName || onMarker) continue;
    boxes.push(box);
    shown.add(id);
  }
  return shown;
}
