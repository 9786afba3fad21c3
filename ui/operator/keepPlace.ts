/** Focuses the page heading if the focused button was removed. */
export function keepPlace(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  });
}
