/**
 * Put a text on the clipboard; whether it is there. Over plain http browsers offer none, but still know the older way.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement as HTMLElement | null;
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus();
    return done;
  }
}
