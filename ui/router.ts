// This package tells of navigations that the browser itself does not tell of: those by script.
import 'wouter/use-browser-location';
import { place } from './state/place.ts';
import { screenAt } from './studio/screens.ts';

/** Keeps `place` true to the address line from now on. @returns ends it. */
export function startRouter(): () => void {
  const ending = new AbortController();
  for (const event of ['popstate', 'pushState', 'replaceState']) {
    addEventListener(event, readAddress, { signal: ending.signal });
  }
  readAddress();
  return () => ending.abort();
}

function readAddress(event?: Event): void {
  const { pathname, search, hash } = location;
  const { screen, layerId } = screenAt(pathname) ?? {};
  const isReturn = event?.type === 'popstate';
  Object.assign(place, { path: pathname, search, hash, screen, layerId, isReturn, ...remembered(history.state) });
}

/** What was given along with the address. Anything may stand there: another version of the page may have written it. */
function remembered(state: unknown): Pick<typeof place, 'from' | 'openedBy' | 'size'> {
  const { from, openedBy, width, height } = (state ?? {}) as Record<string, unknown>;
  const isSize = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
  return {
    from: typeof from === 'string' ? from : undefined,
    openedBy: openedBy === 'keyboard' || openedBy === 'pointer' ? openedBy : undefined,
    size: isSize ? { width, height } : undefined,
  };
}
