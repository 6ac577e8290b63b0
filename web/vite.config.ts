import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Rollup } from "vite";

/**
 * All that a table needs beyond the first page comes in one file. Left to itself, the bundler makes a file of every
 * part that a table shares with a lesson or a replay: twenty small ones, each of which costs a slow line a round trip.
 */
function chunkOf(id: string, { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const needs = (root: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(root)) {
      seen.add(root);
      getModuleInfo(root)?.importedIds.forEach((each) => needs(each, seen));
    }
    return seen;
  };
  const source = (path: string): string => [...getModuleIds()].find((each) => each.endsWith(`/src/${path}`))!;
  table ??= needs(source("pages/TablePage.svelte"));
  first ??= needs(source("main.ts"));
  // What is named takes along what it imports, so the first page needs a name, too.
  return first.has(id) ? "first" : table.has(id) ? "table" : undefined;
}
let table: Set<string> | undefined, first: Set<string> | undefined;

// The built app lies inside the Python package, where the server finds it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/gunbai/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8465", ws: true } } },
});
