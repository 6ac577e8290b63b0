import type { Choice } from "./types";

/** What the player has pointed at on the board: choices narrow to it until one is made. */
class Pick {
  ref = $state("");

  clear(): void {
    this.ref = "";
  }

  /** The choices that speak of the picked thing; all when nothing is picked. */
  narrow(choices: Choice[], refs: (text: string) => string[]): Choice[] {
    if (!this.ref) return choices;
    const some = choices.filter((choice) => refs(choice.text).includes(this.ref));
    return some.length ? some : choices;
  }
}

export const pick = new Pick();
