/** Number of parallel uploads. */
const SLOTS = 2;

let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits for one of the two upload slots.
 * @returns a function that releases the slot; it must be called once.
 * @throws the signal's reason if aborted while waiting.
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

/** Passes the slot directly to the next in line, so that a new request cannot overtake. */
function giveBack(): void {
  const next = waiting.shift();
  if (next) next();
  else taken -= 1;
}
