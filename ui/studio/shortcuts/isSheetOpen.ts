/** Whether something lies over the editor, which then has the keyboard for itself. */
export function isSheetOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/**
 * Whether the editor goes on beside what lies over it: the canvas is in sight and each choice is done at once. What is
 * chosen in Output is done when it is left, so undo would not mean it.
 */
export function isBesideCanvas(): boolean {
  return document.querySelector('dialog[open]:not([data-beside]), dialog[open][data-route="output"]') === null;
}
