// Makes src/fonts: our typefaces with the signs that our texts use, and no more.
//   npm run fonts
// Run it again when src/fonts/signs.test.ts names a sign that is missing. The typefaces come from npm (@fontsource, SIL
// Open Font License, kept beside them).
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import subset from "subset-font";

const web = new URL("../", import.meta.url);
const to = new URL("src/fonts/", web);
const packages = new URL("node_modules/@fontsource/", web);

/** Every Japanese sign in the app's own texts, in what the server says and in the rules. */
function japanese() {
  const written = ["src/", "../src/gunbai/"].flatMap((folder) =>
    readdirSync(new URL(folder, web), { recursive: true })
      .filter((name) => /\.(ts|svelte|json|py|ja\.md)$/.test(name) && !/(fixtures|figures|static)\//.test(name))
      .map((name) => readFileSync(new URL(name, new URL(folder, web)), "utf8")),
  );
  // Kana as a whole: names of players are written in them.
  const kana = Array.from({ length: 0x30ff - 0x3041 + 1 }, (_, i) => String.fromCharCode(0x3041 + i));
  const signs = new Set([...written.join("")].filter((sign) => /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/.test(sign)));
  return [...new Set([...signs, ...kana])].sort().join("");
}

// Our own words need ASCII, the long vowels of Japanese names, dashes and quotation marks; names of players, which stand
// in plain weight, all of Latin-1.
const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCharCode(0x20 + i)).join("");
const latin1 = Array.from({ length: 0xff - 0xa0 + 1 }, (_, i) => String.fromCharCode(0xa0 + i)).join("");
const latin = `${ascii}\u00a0×·°–—‘’“”…•āēīōūĀĒĪŌŪ`;

/** The signs that English pages show too: names of house and games, the way into Japanese, the banners. */
const few = "軍配師記物将日本語龍鶴蓮";

const signs = japanese();
for (const [family, part, weight, text, as = part] of [
  ["shippori-mincho", "latin", 600, latin],
  ["zen-kaku-gothic-new", "latin", 400, latin + latin1],
  ["zen-kaku-gothic-new", "latin", 700, latin],
  ["zen-kaku-gothic-new", "japanese", 400, signs],
  ["zen-kaku-gothic-new", "japanese", 400, few, "few"],
]) {
  const font = readFileSync(new URL(`${family}/files/${family}-${part}-${weight}-normal.woff2`, packages));
  // Without the alternates that only typographic switches would show.
  const small = await subset(font, text, { targetFormat: "woff2", noLayoutClosure: true });
  writeFileSync(new URL(`${family}-${as}-${weight}.woff2`, to), small);
  copyFileSync(new URL(`${family}/LICENSE`, packages), new URL(`${family}-LICENSE.txt`, to));
  console.log(`${family} ${as} ${weight}: ${small.length} bytes`);
}
writeFileSync(new URL("signs.txt", to), `${signs.replace(/(.{60})/gu, "$1\n")}\n`);
