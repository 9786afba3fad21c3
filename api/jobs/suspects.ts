/** Group in the queue of jobs whose last attempt ended without a word. */
export const SUSPECTS = 'suspects';

/**
 * Lets one suspect at a time run in a process: work whose last attempt ended without a word. Where the process ends again, it is
 * clear which of them was there both times.
 */
export interface Suspects {
  /** @returns what lets the next one in; undefined while another one is in. */
  enter(): (() => void) | undefined;
}

/** Makes the gate of one process. */
export function createSuspects(): Suspects {
  let isTaken = false;
  return {
    enter() {
      if (isTaken) return undefined;
      isTaken = true;
      let isIn = true;
      return () => {
        if (isIn) isTaken = false;
        isIn = false;
      };
    },
  };
}

/** What work knows of the process that it runs in. */
export interface WorkProcess {
  /** Its name among all that share the database. */
  name: string;
  suspects: Suspects;
}
