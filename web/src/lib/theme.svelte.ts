import { MediaQuery } from "svelte/reactivity";
import { prefs } from "./prefs.svelte";

const night = new MediaQuery("prefers-color-scheme: dark");
const PAPER = { light: "#f4ecd9", dark: "#141a2b" };

/** Dress the page in the theme that was set, or in the system's; call it within an effect. */
export function wearTheme(): void {
  const worn = prefs.theme === "system" ? (night.current ? "dark" : "light") : prefs.theme;
  document.documentElement.dataset.theme = worn;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", PAPER[worn]);
}
