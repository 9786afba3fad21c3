/** Last input device. A click by a screen reader counts as keyboard input. */
let last: 'keyboard' | 'pointer' = 'keyboard';

/** Returns whether the last input came from the keyboard rather than a mouse, touch or pen. */
export function isByKeyboard(): boolean {
  return last === 'keyboard';
}

/** Starts tracking the input device. @returns a function that stops it. */
export function watchInput(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  addEventListener('keydown', () => mark('keyboard'), options);
  addEventListener('pointerdown', () => mark('pointer'), options);
  addEventListener('click', ({ detail }) => detail === 0 && mark('keyboard'), options);
  return () => ending.abort();
}

function mark(what: typeof last): void {
  last = what;
}
