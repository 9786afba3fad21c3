/**
 * Prevents the browser's default touch handling during a drag. Otherwise it takes the fast end of a drag for a fling,
 * even if nothing scrolls, and the next tap anywhere would only stop that.
 * @param isHeld returns whether a drag is in progress.
 */
export function holdTouches(element: HTMLElement, isHeld: () => boolean, signal: AbortSignal): void {
  const preventScroll = (event: TouchEvent) => isHeld() && event.cancelable && event.preventDefault();
  element.addEventListener('touchmove', preventScroll, { passive: false, signal });
}
