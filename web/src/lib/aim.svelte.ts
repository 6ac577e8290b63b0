/** The choice that is pointed at, on the board or in the list: what would come of it is shown before it is made. */
class Aim {
  text = $state("");
  byTouch = false;

  at(text: string): void {
    this.text = text;
  }
  clear(): void {
    this.text = "";
  }

  /** For elements that stand for a choice. A finger has no hover: as long as it rests on one, it points at it. */
  on(text: string): {
    onpointerdown: (event: PointerEvent) => void;
    onpointerenter: (event: PointerEvent) => void;
    onpointerleave: () => void;
    onfocus: (event: FocusEvent) => void;
    onblur: () => void;
  } {
    return {
      onpointerdown: (event) => {
        if (event.pointerType !== "mouse") this.at(text);
      },
      onpointerenter: (event) => {
        if (event.pointerType === "mouse") this.at(text);
      },
      onpointerleave: () => {
        if (this.text === text) this.clear();
      },
      onfocus: (event) => {
        if ((event.currentTarget as Element).matches(":focus-visible")) this.at(text);
      },
      onblur: () => {
        if (this.text === text) this.clear();
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
