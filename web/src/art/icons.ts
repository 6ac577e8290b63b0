/**
 * Our own silhouettes on a 24×24 field, as path data. `line` is stroked, `fill` is filled, `cut` is painted over in the
 * ground colour.
 */
export interface Icon {
  fill?: string;
  line?: string;
  cut?: string;
  width?: number;
}

export const ICONS = {
  // troops
  infantry: {
    fill:
      "M1.8 12.6C6.6 10.4 8.8 5 12 5s5.4 5.4 10.2 7.6C16 14.9 8 14.9 1.8 12.6zM7.6 15.3c2.9.7 5.9.7 8.8 0" +
      "C16.2 19 14.3 21 12 21s-4.2-2-4.4-5.7z",
    cut: "M11.4 7.6h1.2v3.2h-1.2z",
  },
  spearman: { line: "M3.5 20.5 15.2 8.8M12.2 8.6l3.2 3.2", fill: "M14.2 9.8 21.6 2.4 19 10.2l-2.4.2z", width: 1.9 },
  archer: {
    line: "M6.5 2.2c10.5 3 10.5 15.6 0 19.6M6.5 2.2v19.6M2.5 12.2h18",
    fill: "M22.5 12.2 17.6 9.4v5.6z",
    width: 1.7,
  },
  cavalry: {
    fill:
      "M6.6 22h12c.2-6.2-.3-9.3-2-12.2C15.8 6.7 14.2 5 11.8 4.2L11 1.8 9 4.3" +
      "C6.3 6.2 4.7 9.8 2.8 13.4l2 2.9 3.3-1.5c1.1-.2 2-.4 2.9-1C10.6 16.3 7.7 18 6.6 22z",
    cut: "M9.2 7.6a.9.9 0 1 0 1.5.6z",
  },
  samurai: {
    fill:
      "M4.6 14.6C4.6 9 8 7 12 7s7.4 2 7.4 7.6l2.8 4.2-5.6-1.7H7.4l-5.6 1.7zM12 7.8" +
      "C8.5 7.4 5.4 5.2 4.6 1.3 7 4 9.5 4.8 12 4.8S17 4 19.4 1.3c-.8 3.9-3.9 6.1-7.4 6.5z" +
      "M8.6 18.3h6.8L13.6 22.4h-3.2z",
    cut: "M7.6 12.9h8.8v1.5H7.6z",
  },
  swordsman: {
    fill: "M8.6 14.9C13.6 11.3 18 7 21.7 1.8 21.3 8.6 16.3 14 10 16.7z",
    line: "M6.7 13.3l4.6 4.6M3.2 21l5-5",
    width: 2.1,
  },
  gunner: {
    fill: "M1.5 15.2 5.3 12l16.6-5.7.7 2-11.3 4.9-1.5 3.4-2.3-.5.5-1.7-3.6 5.1-2.9-.7z",
    line: "M13 9.6l-.9-2.3",
    width: 1.5,
  },
  daimyo: {
    fill: "M12 1.8c-4.9 0-8.3 3-8.3 6.8 0 3.5 2.9 6.1 7.1 6.6v7h2.4v-7c4.2-.5 7.1-3.1 7.1-6.6 0-3.8-3.4-6.8-8.3-6.8z",
    cut: "M12 4.9a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z",
  },
  ronin: {
    fill:
      "M1.5 11.5C6 9.8 9 6.2 12 3.2c3 3 6 6.6 10.5 8.3C16 13.5 8 13.5 1.5 11.5z" +
      "M8.3 14.2c2.5.4 4.9.4 7.4 0l-.6 3.1H8.9z",
    line: "M4 21.5 19 16",
    width: 1.8,
  },
  ninja: {
    fill: "M12 .8l2.3 8.9 8.9 2.3-8.9 2.3L12 23.2l-2.3-8.9L.8 12l8.9-2.3z",
    cut: "M12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
  },
  // works
  castle: {
    fill: "M3.8 22v-6.6H1.6l4.2-4.3H7V8.3H4.8L12 2l7.2 6.3H17v2.8h1.2l4.2 4.3h-2.2V22z",
    cut: "M10.3 17h3.4v5h-3.4zM9 11.5h1.8v1.9H9zM13.2 11.5H15v1.9h-1.8z",
  },
  fortress: {
    fill: "M1 23l3-7.2h1.6v-3.2H4l3.3-3.4H8V7.1H6.5L12 2.2l5.5 4.9H16v2.1h.7L20 12.6h-1.6v3.2H20L23 23z",
    cut: "M3.7 18.3h16.6v1H3.7zM10.9 11h2.2v4.1h-2.2z",
  },
  fence: {
    fill: "M3.4 22V7l1.4-2.8L6.2 7v15zM10.6 22V7L12 4.2 13.4 7v15zM17.8 22V7l1.4-2.8L20.6 7v15z",
    line: "M2 11h20M2 17h20",
    width: 1.7,
  },
  shield: { fill: "M4.5 3h15v10.5c0 4-3.3 6.8-7.5 8.5-4.2-1.7-7.5-4.5-7.5-8.5z" },
  stronghold: {
    fill: "M3.8 22v-6.6H1.6l4.2-4.3H7V8.3H4.8L12 2l7.2 6.3H17v2.8h1.2l4.2 4.3h-2.2V22z",
    cut: "M10.3 17h3.4v5h-3.4z",
  },
  banner: { line: "M5 22V2", fill: "M6 3h13l-3 4.5 3 4.5H6z", width: 2 },
  koku: { fill: "M4 6.5C4 4.5 20 4.5 20 6.5v11c0 2-16 2-16 0z", cut: "M4 9.2h16v1.3H4zM4 13.7h16V15H4z" },
  // commands
  move: { line: "M12 21V5M6.5 10 12 4l5.5 6", width: 2.4 },
  reorient: { line: "M19 8A8 8 0 1 0 20 13", fill: "M20.8 3v6.5h-6.5z", width: 2.3 },
  reinforce: { line: "M12 5v14M5 12h14", width: 2.8 },
  scout: {
    line: "M1.8 12C5 7 8.3 5.5 12 5.5S19 7 22.2 12C19 17 15.7 18.5 12 18.5S5 17 1.8 12z",
    fill: "M12 8.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z",
    width: 2,
  },
  lightning: { fill: "M13.5 1 4 13.5h6L8.5 23 20 9.5h-6.5z" },
  logistics: { fill: "M3 19h18v2.5H3zM5 8.5h4V17H5zM10.5 4h4v13h-4zM16 11h4v6h-4z" },
  trap: { line: "M8.5 12H15.5M7 8.5H5.5a3.5 3.5 0 0 0 0 7H7M17 8.5h1.5a3.5 3.5 0 0 1 0 7H17", width: 2.3 },
  swap: { line: "M4 8.5h15M4 15.5h15", fill: "M21.5 8.5 16.5 5v7zM2.5 15.5l5-3.5v7z", width: 2.1 },
  shogun: { fill: "M3 18.5 1.5 7l5.5 4.5L12 3.5l5 8L22.5 7 21 18.5zM3.2 20h17.6v2H3.2z" },
  // furniture of the house
  severed: { line: "M1.5 12h6M16.5 12h6M9.6 6.5a5.5 5.5 0 0 0 0 11M14.4 6.5a5.5 5.5 0 0 1 0 11", width: 2.2 },
  mute: { fill: "M3 9h4.2L13 4v16l-5.8-5H3z", line: "M16.5 9.5l5 5M21.5 9.5l-5 5", width: 2 },
  undo: { line: "M8 4 3.5 8.5 8 13M4 8.5h10a6 6 0 0 1 0 12h-4", width: 2.2 },
  book: {
    line: "M12 6C9.5 4 6 4 3 4.7V19c3-.7 6.5-.7 9 1.3 2.5-2 6-2 9-1.3V4.7C18 4 14.5 4 12 6zM12 6v14",
    width: 1.8,
  },
  chat: { line: "M4 4.5h16v11.5H11l-5 4.2V16H4z", width: 2 },
  flag: { line: "M5 22V3M5 4h13l-3 4 3 4H5", width: 2 },
  person: { fill: "M12 3a4.6 4.6 0 1 0 0 9.2A4.6 4.6 0 0 0 12 3zM3.5 21.5c0-5 3.8-7.5 8.5-7.5s8.5 2.5 8.5 7.5z" },
  people: {
    fill:
      "M8.5 4a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM1.5 20c0-4.5 3-6.7 7-6.7s7 2.2 7 6.7z" +
      "M16.5 5.5a3 3 0 1 1-.5 5.9M17 13.3c3.2 0 5.5 2 5.5 5.7h-5c0-2.3-.8-4.3-2.5-5.4z",
  },
  link: {
    line:
      "M10 14.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1.3 1.3" +
      "M14 9.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.3-1.3",
    width: 2,
  },
  play: { fill: "M6 3.5v17L21 12z" },
  pause: { fill: "M5.5 4h4.5v16H5.5zM14 4h4.5v16H14z" },
  first: { fill: "M4 4h3v16H4zM20.5 4v16L8 12z" },
  back: { fill: "M18 4v16L5.5 12z" },
  forward: { fill: "M6 4v16l12.5-8z" },
  step: { fill: "M4 4h3.5v16H4zM10 4v16l11-8z" },
  last: { fill: "M17 4h3v16h-3zM3.5 4v16L16 12z" },
  bell: { line: "M6 17V10.5a6 6 0 0 1 12 0V17l1.5 1.5h-15zM10 21h4", width: 2 },
  sound: { line: "M15.5 8.5a5 5 0 0 1 0 7M18 5.5a9 9 0 0 1 0 13", fill: "M3 9.5h4l5.5-4.5v14L7 14.5H3z", width: 2 },
  globe: {
    line: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM2.5 12h19M12 2.5c-5 5-5 14 0 19 5-5 5-14 0-19z",
    width: 1.7,
  },
  close: { line: "M5 5l14 14M19 5 5 19", width: 2.4 },
  check: { line: "M4 12.5 9.5 18 20 6.5", width: 2.8 },
  more: {
    fill:
      "M12 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z" +
      "M12 16.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  },
  help: {
    line: "M8.5 8.5c0-4.5 7.5-4.5 7.5 0 0 3-4 3-4 6.2",
    fill: "M12 17.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
    width: 2.3,
  },
  dice: {
    line: "M12 2 21 7v10l-9 5-9-5V7zM12 2l-5 8.5h10zM3 7l4 3.5L3 17M21 7l-4 3.5 4 6.5M7 10.5 12 22l5-11.5",
    width: 1.2,
  },
} satisfies Record<string, Icon>;

export type IconName = keyof typeof ICONS;
