/** How many files are uploaded at a time. */
const SLOTS = 2;

let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits for one of the two places that uploads have.
 * @returns a function that gives the place back; it must be called once.
 * @throws the signal's reason when it is aborted while waiting.
 */
export async function takeSlot(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (taken < SLOTS) taken += 1;
  else await turnIn(signal);
  return giveBack;
}

function turnIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason);
    };
    waiting.push(turn);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** The place goes straight to the next one, so that no newcomer overtakes. */
function giveBack(): void {
  const next = waiting.shift();
  if (next) next();
  else taken -= 1;
}
