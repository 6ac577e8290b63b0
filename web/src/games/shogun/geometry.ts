import data from "./geometry.json";

/** The map as drawn: arcs shared by two provinces (or by a province and the sea), and what is made of them. */
export interface Arc {
  sides: [string, string];
  d: string;
}
export interface ProvincePath {
  id: string;
  d: string;
  x: number;
  y: number;
  room: number;
}

export const geometry = {
  width: data.width,
  height: data.height,
  north: data.north as [number, number],
  sea: data.sea,
  biwa: data.biwa as [number, number][],
};

function points(deltas: number[], unit: number): [number, number][] {
  const out: [number, number][] = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < deltas.length; i += 2) {
    x += deltas[i]!;
    y += deltas[i + 1]!;
    out.push([x / unit, y / unit]);
  }
  return out;
}
const path = (line: [number, number][]): string => "M" + line.map(([x, y]) => `${x} ${y}`).join("L");

const lines = data.arcs.map((arc) => points(arc.p, 10));
export const arcs: Arc[] = data.arcs.map((arc, i) => ({ sides: arc.s as [string, string], d: path(lines[i]!) }));
// Arc by arc: what lies outside of a newly painted part of the map is passed over, dashes are not counted along all of
// Japan.
export const coast = arcs.filter((arc) => !arc.sides[0] || !arc.sides[1]).map((arc) => arc.d);
export const borders = arcs.filter((arc) => arc.sides[0] && arc.sides[1]).map((arc) => arc.d);
export const abroad = data.abroad.map((line) => path(points(line, 1)) + "Z").join("");

export const provincePaths: ProvincePath[] = data.provinces.map((province) => ({
  id: province.id,
  x: province.at[0]!,
  y: province.at[1]!,
  room: province.at[2]!,
  d: province.rings
    .map(
      (ring) =>
        path(
          ring.flatMap((arc, i) => {
            const line = lines[Math.abs(arc) - 1]!;
            const way = arc > 0 ? line : [...line].reverse();
            return i ? way.slice(1) : way;
          }),
        ) + "Z",
    )
    .join(""),
}));

/** A closed line through the middles of its edges, with its corners rounded. */
export function rounded(points: [number, number][]): string {
  const middle = (i: number): string => {
    const [a, b] = [points[i % points.length]!, points[(i + 1) % points.length]!];
    return `${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2}`;
  };
  const bends = points.map((_, i) => `Q${points[(i + 1) % points.length]!.join(" ")} ${middle(i + 1)}`);
  return `M${middle(0)}${bends.join("")}Z`;
}
