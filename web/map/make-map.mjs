// Makes src/games/shogun/geometry.json: the 68 provinces as areas on Natural Earth's coastline (public domain).
//   node map/make-map.mjs <province-map.json>
// The land is painted on a fine grid, each cell belongs to the nearest seed of its island, contacts that the game
// does not know are painted over, and the borders are traced back into arcs that two neighbours share. So "these two
// touch" means exactly "one arc lies between them", which the last step compares with the game's own adjacency.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import { BIWA, SEEDS } from "./seeds.mjs";

const require = createRequire(import.meta.url);
const mapFile = process.argv[2] ?? new URL("../../src/gunbai/games/shogun/map.json", import.meta.url).pathname;
const game = JSON.parse(readFileSync(mapFile, "utf8"));
const provinces = game.provinces;
const number = new Map(provinces.map((p, i) => [p.id, i + 1]));

// -- projection: centred on Kyoto, north to the upper right, the crowded middle enlarged -------------------------
const WIDTH = 1600,
  HEIGHT = 930,
  CELL = 0.5;
const RAD = Math.PI / 180,
  EARTH = 6371,
  CENTRE = [34.95, 135.9],
  TURN = 31 * RAD;
function project([lat, lon]) {
  const p0 = CENTRE[0] * RAD,
    p = lat * RAD,
    l = (lon - CENTRE[1]) * RAD;
  const c = Math.acos(Math.min(1, Math.sin(p0) * Math.sin(p) + Math.cos(p0) * Math.cos(p) * Math.cos(l)));
  const k = c < 1e-9 ? 1 : c / Math.sin(c);
  const x = EARTH * k * Math.cos(p) * Math.sin(l);
  const y = EARTH * k * (Math.cos(p0) * Math.sin(p) - Math.sin(p0) * Math.cos(p) * Math.cos(l));
  const r = Math.hypot(x, y),
    swell = (1.62 * 620) / (620 + 0.42 * r);
  const u = x * Math.cos(TURN) + y * Math.sin(TURN),
    v = -x * Math.sin(TURN) + y * Math.cos(TURN);
  return [772 + u * swell, 530 - v * swell];
}

// -- land on the grid ------------------------------------------------------------------------------------------------
const COLS = WIDTH / CELL,
  ROWS = HEIGHT / CELL;
const countries = JSON.parse(readFileSync(require.resolve("world-atlas/countries-10m.json"), "utf8"));
const polygonsOf = (id) => {
  const shape = feature(
    countries,
    countries.objects.countries.geometries.find((g) => g.id === id),
  ).geometry;
  return shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
};
const inGame = ([ring]) => {
  const lat = ring.reduce((s, q) => s + q[1], 0) / ring.length,
    lon = ring.reduce((s, q) => s + q[0], 0) / ring.length;
  return lat > 30.1 && !(lat > 41.35 && lon > 139) && !(lat < 34.85 && lon > 139.05);
};
const japan = polygonsOf("392");
const land = new Uint8Array(COLS * ROWS);
// The three smallest island provinces are drawn larger than nature made them, about their own middle, so that an army
// finds room.
const SWOLLEN = [
  [33.8, 129.72, 2.6],
  [34.4, 129.35, 1.35],
  [36.2, 133.15, 1.45],
];
for (const polygon of japan.filter(inGame)) {
  const [lon0, lat0] = polygon[0][0],
    swell = SWOLLEN.find(
      ([lat, lon]) => Math.abs(lat - lat0) < 0.45 && Math.abs(lon - lon0) < 0.35 && polygon[0].length < 300,
    );
  const about = swell && project(swell);
  fill(
    polygon.map((ring) =>
      ring.map(([lon, lat]) => {
        const [x, y] = project([lat, lon]);
        return swell ? [about[0] + (x - about[0]) * swell[2], about[1] + (y - about[1]) * swell[2]] : [x, y];
      }),
    ),
  );
}
function fill(rings) {
  let low = Infinity,
    high = -Infinity;
  for (const [, y] of rings[0]) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  for (let row = Math.max(0, Math.floor(low / CELL)); row <= Math.min(ROWS - 1, Math.ceil(high / CELL)); row++) {
    const y = (row + 0.5) * CELL,
      cuts = [];
    for (const ring of rings)
      for (let i = 0; i < ring.length - 1; i++) {
        const [ax, ay] = ring[i],
          [bx, by] = ring[i + 1];
        if (ay <= y !== by <= y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
      }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2)
      for (
        let col = Math.max(0, Math.ceil(cuts[i] / CELL - 0.5));
        (col + 0.5) * CELL < cuts[i + 1] && col < COLS;
        col++
      )
        land[row * COLS + col] = 1;
  }
}

// -- landmasses: the big ones are islands of the game, islets follow their nearest province ---------------------------
const mass = new Int32Array(COLS * ROWS),
  sizes = [0],
  firsts = [0];
for (let at = 0; at < land.length; at++)
  if (land[at] && !mass[at]) {
    const name = sizes.length;
    let size = 0;
    const todo = [at];
    mass[at] = name;
    while (todo.length) {
      const c = todo.pop();
      size++;
      for (const n of [c - 1, c + 1, c - COLS, c + COLS])
        if (land[n] && !mass[n]) {
          mass[n] = name;
          todo.push(n);
        }
    }
    sizes.push(size);
    firsts.push(at);
  }
const cellOf = ([x, y]) => Math.floor(y / CELL) * COLS + Math.floor(x / CELL);
const islandOf = new Map(provinces.map((p) => [p.id, p.island]));
const massIsland = new Map();
for (const [id, points] of Object.entries(SEEDS))
  for (const q of points) {
    const m = mass[cellOf(project(q))];
    if (m && sizes[m] > 150) {
      const had = massIsland.get(m);
      if (!had || sizes[m] < 3000) massIsland.set(m, islandOf.get(id));
    }
  }
for (const [m] of massIsland) {
  // the largest masses take their island by vote
  const votes = new Map();
  for (const [id, points] of Object.entries(SEEDS))
    for (const q of points)
      if (mass[cellOf(project(q))] === m) votes.set(islandOf.get(id), (votes.get(islandOf.get(id)) ?? 0) + 1);
  massIsland.set(m, [...votes].sort((a, b) => b[1] - a[1])[0][0]);
}

// -- nearest seed, seen through a warp --------------------------------------------------------------------------------
function noise(x, y, salt) {
  // smooth value noise
  const hash = (i, j) => {
    let h = (i * 374761393 + j * 668265263 + salt * 974634777) | 0;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967295 - 0.5;
  };
  const i = Math.floor(x),
    j = Math.floor(y),
    u = x - i,
    v = y - j,
    s = (t) => t * t * (3 - 2 * t);
  const a = hash(i, j) + (hash(i + 1, j) - hash(i, j)) * s(u),
    b = hash(i, j + 1) + (hash(i + 1, j + 1) - hash(i, j + 1)) * s(u);
  return a + (b - a) * s(v);
}
const seeds = Object.entries(SEEDS).flatMap(([id, points]) =>
  points.map((q) => {
    const [x, y] = project(q);
    return { x, y, id: number.get(id), island: islandOf.get(id) };
  }),
);
for (const p of provinces) if (!SEEDS[p.id]) throw new Error(`no seeds for ${p.id}`);
const byIsland = Map.groupBy
  ? Map.groupBy(seeds, (s) => s.island)
  : seeds.reduce((m, s) => m.set(s.island, [...(m.get(s.island) ?? []), s]), new Map());
const nearest = (list, x, y) => {
  let best = 0,
    least = Infinity;
  for (const s of list) {
    const d = (s.x - x) ** 2 + (s.y - y) ** 2;
    if (d < least) {
      least = d;
      best = s.id;
    }
  }
  return best;
};
const label = new Uint8Array(COLS * ROWS),
  isletOwner = new Map();
for (let m = 1; m < sizes.length; m++)
  if (!massIsland.has(m)) {
    if (sizes[m] < 14) isletOwner.set(m, 0);
    else isletOwner.set(m, nearest(seeds, (firsts[m] % COLS) * CELL, Math.floor(firsts[m] / COLS) * CELL));
  }
for (let row = 0; row < ROWS; row++)
  for (let col = 0; col < COLS; col++) {
    const at = row * COLS + col,
      m = mass[at];
    if (!m) continue;
    if (isletOwner.has(m)) {
      label[at] = isletOwner.get(m);
      continue;
    }
    const x = (col + 0.5) * CELL,
      y = (row + 0.5) * CELL;
    const wx = x + 11 * noise(x / 34, y / 34, 1) + 5 * noise(x / 12, y / 12, 2),
      wy = y + 11 * noise(x / 34, y / 34, 3) + 5 * noise(x / 12, y / 12, 4);
    label[at] = nearest(byIsland.get(massIsland.get(m)), wx, wy);
  }

// -- painting over: crumbs, then contacts the game does not know ------------------------------------------------------
function dropCrumbs() {
  // a province's detached scrap on a landmass goes to the neighbour around it
  const seen = new Uint8Array(label.length),
    parts = new Map();
  for (let at = 0; at < label.length; at++)
    if (label[at] && !seen[at]) {
      const cells = [at],
        todo = [at];
      seen[at] = 1;
      while (todo.length) {
        const c = todo.pop();
        for (const n of [c - 1, c + 1, c - COLS, c + COLS])
          if (!seen[n] && label[n] === label[at]) {
            seen[n] = 1;
            todo.push(n);
            cells.push(n);
          }
      }
      const key = `${label[at]}:${mass[at]}`;
      parts.set(key, [...(parts.get(key) ?? []), cells]);
    }
  for (const list of parts.values()) {
    list.sort((a, b) => b.length - a.length);
    for (const cells of list.slice(1)) {
      const around = new Map();
      for (const c of cells)
        for (const n of [c - 1, c + 1, c - COLS, c + COLS])
          if (label[n] && label[n] !== label[c]) around.set(label[n], (around.get(label[n]) ?? 0) + 1);
      const to = [...around].sort((a, b) => b[1] - a[1])[0]?.[0];
      if (to) for (const c of cells) label[c] = to;
    }
  }
}
const wanted = new Set(provinces.flatMap((p) => p.land.map((q) => [p.id, q].sort().join("-"))));
const name = (n) => provinces[n - 1].id;
const pairKey = (a, b) => [name(a), name(b)].sort().join("-");
function contacts() {
  const found = new Map();
  for (let at = 0; at < label.length; at++)
    for (const n of [at + 1, at + COLS])
      if (label[at] && label[n] && label[at] !== label[n]) {
        const key = pairKey(label[at], label[n]);
        if (!found.has(key)) found.set(key, []);
        found.get(key).push(at);
      }
  return found;
}
// Kozuke, Shimotsuke, Shimosa and Musashi meet in one point (RULES: a corner is no border).
function corner(ids) {
  const key = [
    [ids[0], ids[2]],
    [ids[1], ids[3]],
  ]
    .map((p) => [...p].sort().join("-"))
    .find((k) => contacts().has(k));
  if (!key) return;
  const cells = contacts().get(key);
  const cx = Math.round(cells.reduce((s, c) => s + (c % COLS), 0) / cells.length),
    cy = Math.round(cells.reduce((s, c) => s + Math.floor(c / COLS), 0) / cells.length);
  const reach = Math.max(...cells.map((c) => Math.hypot((c % COLS) - cx, Math.floor(c / COLS) - cy))) + 6;
  const four = ids.map((id) => number.get(id)),
    at45 = [];
  const centre = (n) => {
    const own = seeds
      .filter((s) => s.id === n)
      .sort((a, b) => Math.hypot(a.x / CELL - cx, a.y / CELL - cy) - Math.hypot(b.x / CELL - cx, b.y / CELL - cy))[0];
    return Math.atan2(own.y / CELL - cy, own.x / CELL - cx);
  };
  const angles = four.map(centre);
  let best = null; // the turn of the four quadrants that fits the surroundings best, either way round
  for (const dir of [1, -1])
    for (let turn = 0; turn < 4; turn++) {
      const error = four.reduce((s, _, i) => {
        const q = (((turn + dir * i) % 4) + 4) % 4,
          a = (q * 90 + 45) * RAD;
        return s + (1 - Math.cos(angles[i] - a));
      }, 0);
      if (!best || error < best.error) best = { error, dir, turn };
    }
  four.forEach((n, i) => {
    at45[(((best.turn + best.dir * i) % 4) + 4) % 4] = n;
  });
  for (let row = Math.floor(cy - reach); row <= cy + reach; row++)
    for (let col = Math.floor(cx - reach); col <= cx + reach; col++) {
      const at = row * COLS + col;
      if (Math.hypot(col + 0.5 - cx, row + 0.5 - cy) > reach || !four.includes(label[at])) continue;
      const east = col >= cx,
        south = row >= cy;
      label[at] = at45[east ? (south ? 0 : 3) : south ? 1 : 2];
    }
}
dropCrumbs();
corner(["kozuke", "shimotsuke", "shimosa", "musashi"]);
dropCrumbs();
// A short contact that should not be is covered by a third province that borders both.
for (let round = 0; round < 6; round++) {
  let changed = false;
  for (const [key, cells] of contacts()) {
    if (wanted.has(key) || cells.length > 90) continue;
    const [a, b] = key.split("-");
    const through = provinces.filter((p) => p.land.includes(a) && p.land.includes(b)).map((p) => number.get(p.id));
    const near = new Map();
    for (const c of cells)
      for (let dy = -12; dy <= 12; dy++)
        for (let dx = -12; dx <= 12; dx++) {
          const l = label[c + dy * COLS + dx];
          if (through.includes(l)) near.set(l, (near.get(l) ?? 0) + 1);
        }
    const to = [...near].sort((p, q) => q[1] - p[1])[0]?.[0];
    if (!to) continue;
    const pair = [number.get(a), number.get(b)];
    for (const c of cells)
      for (let dy = -5; dy <= 5; dy++)
        for (let dx = -5; dx <= 5; dx++)
          if (dx * dx + dy * dy <= 27 && pair.includes(label[c + dy * COLS + dx])) label[c + dy * COLS + dx] = to;
    changed = true;
  }
  dropCrumbs();
  if (!changed) break;
}

// -- arcs -------------------------------------------------------------------------------------------------------------
const VC = COLS + 1; // grid vertices per row
const cell = (row, col) => (row < 0 || col < 0 || row >= ROWS || col >= COLS ? 0 : label[row * COLS + col]);
const around = (v) => {
  const r = Math.floor(v / VC),
    c = v % VC;
  return [cell(r - 1, c - 1), cell(r - 1, c), cell(r, c), cell(r, c - 1)];
}; // nw ne se sw
// steps from a vertex: 0 east, 1 south, 2 west, 3 north; an edge exists where its two sides differ
const sides = (v, d) => {
  const [nw, ne, se, sw] = around(v);
  return d === 0 ? [ne, se] : d === 1 ? [se, sw] : d === 2 ? [sw, nw] : [nw, ne];
};
const STEP = [1, VC, -1, -VC];
const isNode = (v) => {
  let n = 0;
  for (let d = 0; d < 4; d++) {
    const [l, r] = sides(v, d);
    if (l !== r) n++;
  }
  return n > 2;
};
const used = new Set();
const arcs = [];
function walk(v, d) {
  const [left, right] = sides(v, d),
    points = [v];
  let at = v,
    dir = d;
  for (;;) {
    const next = at + STEP[dir];
    used.add(`${at},${dir}`);
    used.add(`${next},${(dir + 2) % 4}`);
    points.push(next);
    at = next;
    if (at === v || isNode(at)) break;
    for (const turn of [0, 1, 3]) {
      const nd = (dir + turn) % 4;
      const [l, r] = sides(at, nd);
      if (l !== r) {
        dir = nd;
        break;
      }
    }
  }
  arcs.push({ left, right, points });
}
const edgeVertices = [];
for (let row = 0; row <= ROWS; row++)
  for (let col = 0; col <= COLS; col++) {
    const v = row * VC + col,
      [nw, ne, se, sw] = around(v);
    if (nw === ne && ne === se && se === sw) continue;
    edgeVertices.push(v);
  }
for (const v of edgeVertices)
  if (isNode(v))
    for (let d = 0; d < 4; d++) {
      const [l, r] = sides(v, d);
      if (l !== r && !used.has(`${v},${d}`)) walk(v, d);
    }
for (const v of edgeVertices)
  for (let d = 0; d < 4; d++) {
    const [l, r] = sides(v, d);
    if (l !== r && !used.has(`${v},${d}`)) walk(v, d);
  }

function thin(points, tolerance) {
  // Douglas-Peucker, ends kept
  if (points.length < 3) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const todo = [[0, points.length - 1]];
  while (todo.length) {
    const [a, b] = todo.pop();
    let far = 0,
      at = -1;
    const [ax, ay] = points[a],
      [bx, by] = points[b],
      len = Math.hypot(bx - ax, by - ay);
    for (let i = a + 1; i < b; i++) {
      const d =
        len < 1e-9
          ? Math.hypot(points[i][0] - ax, points[i][1] - ay)
          : Math.abs((bx - ax) * (ay - points[i][1]) - (ax - points[i][0]) * (by - ay)) / len;
      if (d > far) {
        far = d;
        at = i;
      }
    }
    if (far > tolerance) {
      keep[at] = 1;
      todo.push([a, at], [at, b]);
    }
  }
  return points.filter((_, i) => keep[i]);
}
const soften = (points) =>
  points.map((p, i) =>
    i === 0 || i === points.length - 1
      ? p
      : [(points[i - 1][0] + 2 * p[0] + points[i + 1][0]) / 4, (points[i - 1][1] + 2 * p[1] + points[i + 1][1]) / 4],
  );
for (const arc of arcs) {
  let line = arc.points.map((v) => [(v % VC) * CELL, Math.floor(v / VC) * CELL]);
  const inner = arc.left && arc.right;
  for (let i = 0; i < (inner ? 24 : 2); i++) line = soften(line);
  arc.line = thin(line, inner ? 0.3 : 0.38).map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)]);
}

// -- the promise: one arc between two provinces exactly where the game says they border by land -----------------------
const touching = new Set(arcs.filter((a) => a.left && a.right).map((a) => pairKey(a.left, a.right)));
const missing = [...wanted].filter((k) => !touching.has(k)),
  extra = [...touching].filter((k) => !wanted.has(k));
if (missing.length || extra.length) {
  console.error(
    "missing",
    missing.join(" "),
    "\nextra",
    extra.map((k) => `${k}(${contacts().get(k)?.length})`).join(" "),
  );
  if (!process.env.DRAFT) process.exit(1);
}

// -- where to write and to stand: the point of each province farthest from its borders --------------------------------
function anchors() {
  const far = new Float32Array(label.length).fill(1e9);
  for (let at = 0; at < label.length; at++) {
    const l = label[at];
    if (!l || label[at - 1] !== l || label[at + 1] !== l || label[at - COLS] !== l || label[at + COLS] !== l)
      far[at] = 0;
  }
  const relax = (at, n, d) => {
    if (far[n] + d < far[at]) far[at] = far[n] + d;
  };
  for (let at = COLS + 1; at < label.length; at++) {
    relax(at, at - 1, 1);
    relax(at, at - COLS, 1);
    relax(at, at - COLS - 1, 1.414);
    relax(at, at - COLS + 1, 1.414);
  }
  for (let at = label.length - COLS - 2; at >= 0; at--) {
    relax(at, at + 1, 1);
    relax(at, at + COLS, 1);
    relax(at, at + COLS + 1, 1.414);
    relax(at, at + COLS - 1, 1.414);
  }
  const best = provinces.map(() => [0, 0, 0]);
  for (let at = 0; at < label.length; at++)
    if (label[at]) {
      const b = best[label[at] - 1];
      if (far[at] > b[2]) {
        b[2] = far[at];
        b[0] = (at % COLS) * CELL;
        b[1] = Math.floor(at / COLS) * CELL;
      }
    }
  return best.map(([x, y, r]) => [Math.round(x), Math.round(y), Math.round(r * CELL * 10) / 10]);
}
const stand = anchors();
const coast = provinces.map(() => []);
for (const arc of arcs)
  for (const [l, r] of [
    [arc.left, arc.right],
    [arc.right, arc.left],
  ])
    if (l && !r && arc.line.length > 6) coast[l - 1].push(...arc.line);
const seaLines = [];
for (const p of provinces)
  for (const q of p.sea)
    if (p.id < q) {
      let least = Infinity,
        line = null;
      for (const a of coast[number.get(p.id) - 1])
        for (const b of coast[number.get(q) - 1]) {
          const d = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
          if (d < least) {
            least = d;
            line = [a, b];
          }
        }
      seaLines.push({ a: p.id, b: q, line: line.map(([x, y]) => [x / 10, y / 10]) });
    }
const ringsOf = (n) => {
  // directed arcs of a province, chained end to end
  const open = arcs.flatMap((a, i) =>
    a.left === n
      ? [{ i: i + 1, from: a.points[0], to: a.points.at(-1) }]
      : a.right === n
        ? [{ i: -(i + 1), from: a.points.at(-1), to: a.points[0] }]
        : [],
  );
  const rings = [];
  while (open.length) {
    const first = open.pop(),
      ring = [first.i];
    let end = first.to;
    while (end !== first.from) {
      const k = open.findIndex((a) => a.from === end);
      if (k < 0) break;
      const [a] = open.splice(k, 1);
      ring.push(a.i);
      end = a.to;
    }
    rings.push(ring);
  }
  return rings;
};
const outline = (polygons) =>
  polygons
    .map((rings) =>
      thin(
        rings[0].map(([lon, lat]) => project([lat, lon])),
        1.2,
      )
        .filter(([x, y]) => x > -300 && x < WIDTH + 300 && y > -300 && y < HEIGHT + 300)
        .map(([x, y]) => [Math.round(x), Math.round(y)]),
    )
    .filter((l) => l.length > 12);
const abroad = [
  ...outline(polygonsOf("410")),
  ...outline(japan.filter(([ring]) => ring.length > 400 && !inGame([ring]))),
];
const delta = (line) => line.flatMap(([x, y], i) => (i ? [x - line[i - 1][0], y - line[i - 1][1]] : [x, y]));
const out = {
  about:
    "Made by map/make-map.mjs from Natural Earth's coastline (public domain) and our own seed points; do not edit.",
  width: WIDTH,
  height: HEIGHT,
  north: [Math.round(Math.sin(TURN) * 1000) / 1000, -Math.round(Math.cos(TURN) * 1000) / 1000],
  provinces: provinces.map((p, i) => ({ id: p.id, at: stand[i], rings: ringsOf(i + 1) })),
  arcs: arcs.map((a) => ({ s: [a.left ? name(a.left) : "", a.right ? name(a.right) : ""], p: delta(a.line) })),
  sea: seaLines,
  biwa: BIWA.map((q) => project(q).map(Math.round)),
  abroad: abroad.map(delta),
};
const target = new URL("../src/games/shogun/geometry.json", import.meta.url);
writeFileSync(target, JSON.stringify(out) + "\n");
console.log(
  `${arcs.length} arcs, ${arcs.reduce((s, a) => s + a.line.length, 0)} points, ${JSON.stringify(out).length} bytes`,
);
console.log(
  "smallest rooms:",
  provinces
    .map((p, i) => [p.id, stand[i][2]])
    .sort((a, b) => a[1] - b[1])
    .slice(0, 14)
    .join("  "),
);
