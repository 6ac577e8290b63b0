import "@fontsource/shippori-mincho/latin-600.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { learnt } from "./lib/said.svelte";

void learnt().finally(() => mount(App, { target: document.getElementById("app")! }));
