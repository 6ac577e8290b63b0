/** A colour, a crest and a weave for every seat, so that no owner is known by colour alone. */
export interface Livery { color: string; ink: string; pale: string; crest: string; weave: "plain" | "stripe" | "dots" | "check" | "wave" }

// Crests on a 24×24 field, all our own geometry: disc and bar, lozenges, scales, petals, hoops.
const CRESTS = {
  bars: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM5.500 8h13v2.500h-13zM4.800 13.500h14.400V16H4.800z",
  lozenges: "M12 1.500l4.700 5-4.700 5-4.700-5zM12 12.500l4.700 5-4.700 5-4.700-5zM6 7.200l4.500 4.800L6 16.800 1.500 12zM18 7.200l4.500 4.800-4.500 4.800-4.500-4.800z",
  scales: "M12 2l5.200 9.500H6.800zM6.400 12.500l5.200 9.500H1.200zM17.600 12.500l5.200 9.500H12.400z",
  petals: "M12 1.500a4.200 4.200 0 0 1 0 8.400 4.200 4.200 0 0 1 0-8.400zM4.900 6.700a4.200 4.200 0 0 1 5.100 5.500 4.200 4.200 0 0 1-7.500-2.800zM19.100 6.700a4.200 4.200 0 0 0-5.100 5.500 4.200 4.200 0 0 0 7.500-2.800zM7.400 21a4.200 4.200 0 0 1 3.700-7.300 4.200 4.200 0 0 1 .4 7.600zM16.600 21a4.200 4.200 0 0 0-3.700-7.300 4.200 4.200 0 0 0-.4 7.600z",
  hoops: "M12 1.500a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21zM12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
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
