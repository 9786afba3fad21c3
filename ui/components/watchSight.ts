/**
 * Tells whether an element is in sight, at first and at each change.
 * @param rootMargin how far beyond the window counts as in sight, as in CSS. @returns ends it.
 */
export function watchSight(element: Element, tell: (isSeen: boolean) => void, rootMargin = '0px'): () => void {
  // A busy browser tells of several changes at once, the newest last.
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting === true), { rootMargin });
  observer.observe(element);
  return () => observer.disconnect();
}
