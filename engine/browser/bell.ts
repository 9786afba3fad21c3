/** Wakes one who waits until something has changed. */
export class Bell {
  #wake = () => {};

  /** Ends the wait, if anybody waits. */
  ring(): void {
    this.#wake();
  }

  /** Resolves with the next ring; a call before that takes the place of the one before. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
