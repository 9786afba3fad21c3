/** Controls that do something of their own at Space. A slider and a chosen radio button do nothing. */
const PRESSED = 'button, a, summary, [role="button"], [role="switch"], [role="radio"], textarea, select';
const CHOSEN = 'input:not([type="range"], [type="radio"]:checked)';

/** The control in a sheet that a pointer has clicked, for as long as it has the focus: Space is not meant for it. */
let clicked: Element | undefined;

/** Notes that a pointer has clicked a control. */
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

/** Whether Space means something to the control that has the focus. */
export function ownsSpace(focused: Element): boolean {
  const control = focused.closest(`${PRESSED}, ${CHOSEN}`);
  return control !== null && control !== clicked;
}
