/** What ends the work that the server does for references just now. */
const endings = new Map<string, AbortController>();

/**
 * Begins work of the server for a reference, which `cancelWork` ends.
 * @returns the controller whose signal the work listens to.
 */
export function beginWork(url: string): AbortController {
  const ending = new AbortController();
  endings.set(url, ending);
  return ending;
}

/** The work is over. */
export function endWork(url: string, ending: AbortController): void {
  if (endings.get(url) === ending) endings.delete(url);
}

/** Cancels what the server does for a reference: the conversion of a GIF, a light preview, a link that is fetched. */
export function cancelWork(url: string): void {
  endings.get(url)?.abort(new DOMException('Canceled.', 'AbortError'));
}
