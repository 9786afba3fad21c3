/**
 * Calls back with whether an element is in view, at first and on each change.
 * @param rootMargin extends the viewport, as in CSS. @returns a function that stops this.
 */
export function watchSight(element: Element, tell: (isSeen: boolean) => void, rootMargin = '0px'): () => void {
  // A busy browser reports several changes at once, the newest last.
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting === true), { rootMargin });
  observer.observe(element);
  return () => observer.disconnect();
}
