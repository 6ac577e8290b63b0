/** What a person tries on a page of forms, and what came of the last try. */
export class Attempts {
  notice = $state("");
  problem = $state("");
  /** What was thrown last, for pages that answer some refusals in their own way. */
  error = $state.raw<unknown>(null);
  #count = 0;

  /** Do something, and say what came of it; what was begun before has nothing to say any more. */
  readonly run = async (work: () => Promise<string>): Promise<void> => {
    const own = ++this.#count;
    this.notice = this.problem = "";
    this.error = null;
    try {
      const said = await work();
      if (own === this.#count) this.notice = said;
    } catch (error) {
      if (own !== this.#count) return;
      this.error = error;
      this.problem = error instanceof Error ? error.message : String(error);
    }
  };
}
