/** Controllers of the server's current work, by media reference. */
const endings = new Map<string, AbortController>();

/**
 * Registers work of the server for a media reference, which `cancelWork` can abort.
 * @returns the controller whose signal the work uses.
 */
export function beginWork(url: string): AbortController {
  const ending = new AbortController();
  endings.set(url, ending);
  return ending;
}

/** Unregisters finished work. */
export function endWork(url: string, ending: AbortController): void {
  if (endings.get(url) === ending) endings.delete(url);
}

/** Cancels the server's work for a media reference: a GIF conversion, a proxy, or fetching a link. */
export function cancelWork(url: string): void {
  endings.get(url)?.abort(new DOMException('Canceled.', 'AbortError'));
}
