import "./fonts/fonts.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { learnt } from "./lib/said.svelte";

// A server that was renewed no longer has the parts of the page that is open: reload it, but not again and again.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("gunbai.renewed") ?? 0);
  if (Date.now() - last < 30_000) return;
  event.preventDefault();
  sessionStorage.setItem("gunbai.renewed", String(Date.now()));
  location.reload();
});

void learnt().finally(() => mount(App, { target: document.getElementById("app")! }));
