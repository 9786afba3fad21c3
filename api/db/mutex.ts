/** Mutual exclusion in order of request. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Waits for the lock. @returns a function that releases it. */
  async acquire(): Promise<() => void> {
    const before = this.#tail;
    let release: () => void = () => undefined;
    this.#tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  /** Runs `work` while holding the lock. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
