/**
 * Prevents the browser's default touch handling during a drag. Otherwise it takes the fast end of a drag for a fling,
 * even if nothing scrolls, and the next tap anywhere would only stop that.
 * @param isActive returns whether a drag is in progress.
 */
export function holdTouches(element: HTMLElement, isActive: () => boolean, signal: AbortSignal): void {
  const preventScroll = (event: TouchEvent) => isActive() && event.cancelable && event.preventDefault();
  element.addEventListener('touchmove', preventScroll, { passive: false, signal });
}
