/** Queue group of jobs whose last attempt died with its process. */
export const SUSPECTS = 'suspects';

/**
 * Lets a process run one suspect at a time: work whose last attempt died with its process. If the process crashes
 * again, the cause is then clear.
 */
export interface Suspects {
  /** @returns a function that leaves the gate; undefined while another suspect runs. */
  enter(): (() => void) | undefined;
}

/** Creates the gate of one process. */
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

/** The process that work runs in. */
export interface WorkProcess {
  /** Unique name among all processes that share the database. */
  name: string;
  suspects: Suspects;
}
