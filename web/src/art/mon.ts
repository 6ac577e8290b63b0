/** A colour, a crest and a weave for every seat, so that no owner is known by colour alone. */
export interface Livery {
  color: string;
  ink: string;
  pale: string;
  crest: string;
  weave: "plain" | "stripe" | "dots" | "check" | "wave";
}

// Crests on a 24×24 field, all our own geometry: disc and bar, lozenges, scales, petals, hoops.
const CRESTS = {
  bars: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM5.5 8h13v2.5h-13zM4.8 13.5h14.4V16H4.8z",
  lozenges:
    "M12 1.5l4.7 5-4.7 5-4.7-5zM12 12.5l4.7 5-4.7 5-4.7-5zM6 7.2l4.5 4.8L6 16.8 1.5 12z" +
    "M18 7.2l4.5 4.8-4.5 4.8-4.5-4.8z",
  scales: "M12 2l5.2 9.5H6.8zM6.4 12.5l5.2 9.5H1.2zM17.6 12.5l5.2 9.5H12.4z",
  petals:
    "M12 1.5a4.2 4.2 0 0 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM4.9 6.7a4.2 4.2 0 0 1 5.1 5.5 4.2 4.2 0 0 1-7.5-2.8z" +
    "M19.1 6.7a4.2 4.2 0 0 0-5.1 5.5 4.2 4.2 0 0 0 7.5-2.8zM7.4 21a4.2 4.2 0 0 1 3.7-7.3 4.2 4.2 0 0 1 .4 7.6z" +
    "M16.6 21a4.2 4.2 0 0 0-3.7-7.3 4.2 4.2 0 0 0-.4 7.6z",
  hoops:
    "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zM12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z" +
    "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
};
const LIVERY: Record<string, Livery> = {
  red: { color: "#b3341c", ink: "#fff7ea", pale: "#e9bfae", crest: CRESTS.bars, weave: "plain" },
  blue: { color: "#22386b", ink: "#f2f4fa", pale: "#b5c2dc", crest: CRESTS.lozenges, weave: "stripe" },
  green: { color: "#3f5d34", ink: "#f3f7ec", pale: "#c0cfac", crest: CRESTS.scales, weave: "dots" },
  gold: { color: "#c8982e", ink: "#241a04", pale: "#ecd597", crest: CRESTS.petals, weave: "check" },
  violet: { color: "#64366b", ink: "#f9effa", pale: "#d3b9d6", crest: CRESTS.hoops, weave: "wave" },
  black: { color: "#2a2b31", ink: "#f5f2ea", pale: "#b7b7bb", crest: CRESTS.lozenges, weave: "stripe" },
  white: { color: "#fdfbf3", ink: "#22252e", pale: "#f3efe2", crest: CRESTS.scales, weave: "dots" },
  purple: { color: "#64366b", ink: "#f9effa", pale: "#d3b9d6", crest: CRESTS.petals, weave: "check" },
  teal: { color: "#1f6a6a", ink: "#effafa", pale: "#b3d5d3", crest: CRESTS.hoops, weave: "wave" },
};
const NOBODY: Livery = { color: "#8d8266", ink: "#fff", pale: "#e9dec3", crest: "", weave: "plain" };

export function livery(seat: string): Livery {
  return LIVERY[seat] ?? NOBODY;
}
