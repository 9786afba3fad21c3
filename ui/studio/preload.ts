import { later } from '../state/later.ts';
import { LazyOver } from './lazyOver.ts';
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

/** The mark at which everything else is there, or could not come. */
const ALL_PARTS = 'all-parts-ready';
/** How long after each failure a part is asked for again, milliseconds: a line that breaks for a moment costs none. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];

type Fetch = () => Promise<unknown>;

/**
 * Fetches the parts that come on demand while nobody waits for them, so that nothing is missing when the server is
 * away later; where the browser is asked to save data, only what the first layer needs. What does not come is asked for
 * some times more. @returns a function that calls it off.
 */
export function preloadParts(): () => void {
  const ending = new AbortController();
  const timers = [
    setTimeout(() => {
      // All that was fetched before belongs to the first screen.
      performance.mark(FETCH_AHEAD);
      void fetchAhead(firstParts, ending.signal).then(() => performance.mark(FIRST_LAYER));
    }, FIRST_MS),
    ...(savesData()
      ? []
      : [setTimeout(() => void fetchRest(ending.signal).then(() => performance.mark(ALL_PARTS)), REST_MS)]),
  ];
  return () => {
    ending.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function fetchAhead(parts: readonly Fetch[], signal: AbortSignal): Promise<void> {
  await Promise.all(parts.map((part) => fetchPart(() => later(part), signal)));
}

/** Apart, so that the names of these many files add nothing to the first load. */
async function fetchRest(signal: AbortSignal): Promise<void> {
  const rest = await fetchPart(() => import('./restParts.ts'), signal);
  if (rest) await fetchAhead(rest.restParts, signal);
}

/** @returns undefined where it did not come: then it is fetched when it is needed. */
async function fetchPart<T>(part: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (const pause of [...PAUSES_MS, 0]) {
    try {
      return await part();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (signal.aborted) return undefined;
    }
  }
  return undefined;
}

/** What is shown as soon as there is a layer. */
const firstParts: Fetch[] = [
  Stage.fetch,
  SceneColumn.fetch,
  LazyOver.fetch,
  () => import('./shortcuts/bindShortcuts.ts'),
  () => import('./footer/footers.ts'),
  () => import('./panels/panels.ts'),
  () => import('../preview/paintScene.ts'),
  () => import('../media/addAll.ts'),
  () => import('../media/measureFile.ts'),
  () => import('./state/fitTexts.ts'),
  // The family of a new text: the browser keeps the files.
  () => document.fonts.load('16px Arial'),
];
