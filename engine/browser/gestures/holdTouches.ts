/**
 * Keeps the browser's hands off touches while something is dragged by them. Else it takes the quick end of a drag for a
 * fling, even where nothing scrolls, and the next tap, wherever it is, would only stop that.
 * @param isHeld whether something is dragged at the moment.
 */
export function holdTouches(element: HTMLElement, isHeld: () => boolean, signal: AbortSignal): void {
  const hold = (event: TouchEvent) => isHeld() && event.cancelable && event.preventDefault();
  element.addEventListener('touchmove', hold, { passive: false, signal });
}
