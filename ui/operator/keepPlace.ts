/** Where the focused button has gone with what it was for, the keyboard goes on at the title of the page. */
export function keepPlace(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  });
}
