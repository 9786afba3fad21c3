import { later } from '../state/later.ts';
import { SceneColumn } from './scenes/SceneList.tsx';
import { Stage } from './stage/CanvasArea.tsx';

/** How long the first screen has the line to itself, milliseconds: what the first layer needs comes then. */
const FIRST_MS = 800;
/** When everything else comes. */
const REST_MS = 3000;

/** Name of the mark in the page's performance timeline at which fetching ahead begins. */
const FETCH_AHEAD = 'fetch-ahead';
/** The mark at which all that the first layer needs is there, or could not come. */
const FIRST_LAYER = 'first-layer-ready';

/**
 * Fetches the parts that come on demand while nobody waits for them, so that nothing is missing when the server is
 * away later. @returns a function that calls it off.
 */
export function preloadParts(): () => void {
  const timers = [
    setTimeout(() => {
      // All that was fetched before belongs to the first screen.
      performance.mark(FETCH_AHEAD);
      void fetchAhead(firstParts).then(() => performance.mark(FIRST_LAYER));
    }, FIRST_MS),
    setTimeout(fetchRest, REST_MS),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

async function fetchAhead(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  // What does not come now is fetched when it is needed.
  await Promise.all(parts.map((part) => later(part).catch(() => undefined)));
}

/** Apart, so that the names of these many files add nothing to the first load. */
async function fetchRest(): Promise<void> {
  const rest = await import('./restParts.ts').catch(() => undefined);
  if (rest) await fetchAhead(rest.restParts);
}

/** What is shown as soon as there is a layer. */
const firstParts: (() => Promise<unknown>)[] = [
  Stage.fetch,
  SceneColumn.fetch,
  () => import('./shortcuts/bindShortcuts.ts'),
  () => import('./footer/all.ts'),
  () => import('./panels/all.ts'),
  () => import('../preview/paintScene.ts'),
  () => import('../media/addAll.ts'),
  () => import('../media/measureFile.ts'),
  () => import('./state/fitTexts.ts'),
  // The family of a new text: the browser keeps the files.
  () => document.fonts.load('16px Arial'),
];
