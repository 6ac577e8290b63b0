import { uiOf } from "../games";
import { api } from "./api";
import { offers } from "./house.svelte";
import { router } from "./router.svelte";

/** A first game against easy bots, as it follows a lesson: made at once, and gone to. */
export async function playFirst(game: string): Promise<void> {
  await offers.load();
  const ui = uiOf(game);
  const { options, seats } = offers.first(game);
  const chosen = { ...options, ...ui.afterLesson };
  router.go(`/t/${await api.create({ game, options: chosen, seats, listed: false, auto: !ui.byHand })}`);
}
