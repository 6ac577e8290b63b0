import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built app lies inside the Python package, where the server finds it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/gunbai/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8465", ws: true } } },
});
