// This package dispatches events for pushState and replaceState, which browsers do not report.
import 'wouter/use-browser-location';
import { place } from './app/place.ts';
import { screenAt } from './app/screens.ts';

/** Keeps `place` in sync with the URL. @returns a function that stops this. */
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

/** Reads the history state. It may have been written by another version of the page, so nothing is trusted. */
function remembered(state: unknown): Pick<typeof place, 'from' | 'openedBy' | 'size'> {
  const { from, openedBy, width, height } = (state ?? {}) as Record<string, unknown>;
  const isSize = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
  return {
    from: typeof from === 'string' ? from : undefined,
    openedBy: openedBy === 'keyboard' || openedBy === 'pointer' ? openedBy : undefined,
    size: isSize ? { width, height } : undefined,
  };
}
