/** Wakes a waiting caller when something has changed. */
export class WakeUp {
  #wake = () => {};

  /** Ends the current wait, if any. */
  ring(): void {
    this.#wake();
  }

  /** Resolves at the next ring; a second call replaces the first. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
