import { prefs } from "./prefs.svelte";
import { t } from "./words.svelte";

/** Tell the person that it is their turn, in the ways they asked for. */
export function alertTurn(table: string): void {
  try {
    if (prefs.sound) chime();
    if (prefs.alerts && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification("Gunbai", { body: t("alert.yourTurn"), tag: table });
  } catch {
    /* Chrome on Android has notifications but refuses to make one; the page's title says it all the same. */
  }
}

/** A wooden clapper, twice: made on the spot, no file. */
function chime(): void {
  const audio = new AudioContext();
  for (const at of [0, 0.16]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(1150, audio.currentTime + at);
    tone.frequency.exponentialRampToValueAtTime(640, audio.currentTime + at + 0.08);
    gain.gain.setValueAtTime(0.22, audio.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.14);
    tone.connect(gain).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.15);
  }
}
