/** What a person last did something with. A click that a screen reader makes counts as the keyboard's. */
let last: 'keyboard' | 'pointer' = 'keyboard';

/** Whether what is being done now was asked for by the keyboard, not by mouse, finger or pen. */
export function isByKeyboard(): boolean {
  return last === 'keyboard';
}

/** Listens for the difference from now on. @returns ends it. */
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
