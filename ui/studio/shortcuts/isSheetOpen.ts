/** Whether something lies over the editor, which then has the keyboard for itself. */
export function isSheetOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
