/** The choice that is pointed at, on the board or in the list: what would come of it is shown before it is made. */
class Aim {
  text = $state("");
  /** Whether a finger pointed at it. It has no hover: the first tap shows what will happen, the second does it. */
  held = $state(false);
  byTouch = false;

  at(text: string): void {
    this.text = text;
    this.held = this.byTouch;
  }
  clear(): void {
    this.text = "";
    this.held = false;
  }

  /** For elements that stand for a choice. */
  on(text: string): {
    onpointerenter: (event: PointerEvent) => void;
    onpointerleave: (event: PointerEvent) => void;
    onfocus: (event: FocusEvent) => void;
    onblur: () => void;
  } {
    return {
      onpointerenter: (event) => {
        if (event.pointerType === "mouse") this.at(text);
      },
      onpointerleave: (event) => {
        if (event.pointerType === "mouse" && this.text === text) this.clear();
      },
      onfocus: (event) => {
        if ((event.currentTarget as Element).matches(":focus-visible")) this.at(text);
      },
      onblur: () => {
        if (this.text === text && !this.byTouch) this.clear();
      },
    };
  }
}

export const aim = new Aim();
addEventListener(
  "pointerdown",
  (event) => {
    aim.byTouch = event.pointerType !== "mouse";
  },
  { capture: true },
);
