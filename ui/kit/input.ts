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

/** Controls that react to Space. Sliders and selected radio buttons do not. */
const PRESSED = 'button, a, summary, [role="button"], [role="switch"], [role="radio"], textarea, select';
const CHOSEN = 'input:not([type="range"], [type="radio"]:checked)';

/** The focused control in a sheet that was clicked by pointer. Space is not meant for it. */
let clicked: Element | undefined;

/** Records a control clicked by pointer. */
export function noteClick(control: Element): void {
  clicked = control;
  control.addEventListener(
    'focusout',
    () => {
      clicked = undefined;
    },
    { once: true },
  );
}

/** Whether the focused control uses Space. */
export function ownsSpace(focused: Element): boolean {
  const control = focused.closest(`${PRESSED}, ${CHOSEN}`);
  return control !== null && control !== clicked;
}

/** Whether a click or press adds to a selection: with Shift, Ctrl or Cmd. */
export function isAdding(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}
