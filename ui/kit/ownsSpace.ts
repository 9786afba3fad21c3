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
