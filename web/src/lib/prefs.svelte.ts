/** What this browser remembers: language, theme, sound, alerts. Sound and alerts are off until asked for. */
export type Lang = "en" | "ja";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`gunbai.${key}`);
  } catch {
    return null; // storage may be forbidden; then nothing is remembered
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`gunbai.${key}`, value);
  } catch {
    /* nothing to do: see above */
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`gunbai.${key}`);
  } catch {
    /* nothing to do: see above */
  }
}

class Prefs {
  lang = $state<Lang>((stored("lang") as Lang) ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
  sound = $state(stored("sound") === "on");
  alerts = $state(stored("alerts") === "on");
  name = $state(stored("name") ?? "");
  theme = $state<Theme>(THEMES.find((each) => each === stored("theme")) ?? "system");
  /** The browser was asked for notifications and said no. */
  blocked = $state(false);

  set(key: "lang" | "sound" | "alerts" | "name" | "theme", value: string): void {
    if (key === "lang") this.lang = value as Lang;
    else if (key === "theme") this.theme = value as Theme;
    else if (key === "name") this.name = value;
    else this[key] = value === "on";
    keep(key, value);
  }
}

export const prefs = new Prefs();

/** Notifications are asked for only when somebody wants them. */
export async function toggleAlerts(): Promise<void> {
  if (prefs.alerts) prefs.set("alerts", "off");
  else if ("Notification" in window && (await Notification.requestPermission()) === "granted")
    prefs.set("alerts", "on");
  else {
    prefs.blocked = true;
    setTimeout(() => (prefs.blocked = false), 6000);
  }
}
