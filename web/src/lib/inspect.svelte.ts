/**
 * "What is this?": everything on a table carries `data-thing` with the kinds of thing it is, the main one first.
 * Right click, a long press or `?` on it explains it; so does a tap after pointing has begun, and a tap on what is no
 * choice. A face-down card is only ever the kind `hidden`: the page knows no more than its view does.
 */
class Inspect {
  kinds = $state.raw<string[]>([]);
  chosen = $state("");
  pointing = $state(false);
  listing = $state(false);
  #back: Element | null = null;

  get open(): boolean {
    return this.pointing || this.listing || this.chosen !== "";
  }

  explain(kinds: string): void {
    this.#remember();
    this.kinds = kinds.split(" ").filter(Boolean);
    this.chosen = this.kinds[0] ?? "";
    this.pointing = this.listing = false;
  }
  point(): void {
    this.#remember();
    this.chosen = "";
    this.pointing = true;
    this.listing = false;
  }
  list(): void {
    this.#remember();
    this.chosen = "";
    this.pointing = false;
    this.listing = true;
  }
  close(): void {
    this.chosen = "";
    this.pointing = this.listing = false;
    if (this.#back instanceof HTMLElement || this.#back instanceof SVGElement) this.#back.focus();
    this.#back = null;
  }
  #remember(): void {
    if (!this.open) this.#back = document.activeElement;
  }

  // -- listening -------------------------------------------------------------------------------------

  /** Attached to a table: hears every click before anything else does, and the menu. */
  listen = (table: HTMLElement): (() => void) => {
    table.addEventListener("click", this.click, true);
    table.addEventListener("contextmenu", this.menu);
    return () => {
      table.removeEventListener("click", this.click, true);
      table.removeEventListener("contextmenu", this.menu);
    };
  };

  /** Before anything else hears a click: while pointing it explains and does nothing. */
  click = (event: MouseEvent): void => {
    const thing = thingAt(event.target);
    if (this.pointing && thing) {
      event.preventDefault();
      event.stopPropagation();
      this.explain(thing);
    } else if (thing && !(event.target as Element).closest("button, [role=button], a, input, select, label, summary"))
      this.explain(thing);
  };
  menu = (event: MouseEvent): void => {
    const thing = thingAt(event.target);
    if (!thing) return;
    event.preventDefault();
    this.explain(thing);
  };
  key = (event: KeyboardEvent): void => {
    const at = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return;
    if (event.key === "Escape" && this.open) this.close();
    else if (event.key === "?") {
      event.preventDefault();
      const thing = thingAt(at);
      if (thing) this.explain(thing);
      else this.list();
    }
  };
}

const thingAt = (target: EventTarget | null): string =>
  target instanceof Element ? (target.closest<HTMLElement | SVGElement>("[data-thing]")?.dataset.thing ?? "") : "";

export const inspect = new Inspect();
