import { hasDocks } from '../kit/hooks.ts';
import { DockedTimeline, Inspector, LeftDock, loadLate, loadSoon, Stage, StudioSheet } from './parts.ts';

/**
 * Delay before preloading, so that the first screen loads alone. The parts of the first layer come first. In
 * milliseconds.
 */
const FIRST_MS = 800;
/** Delay before all other parts are preloaded, in milliseconds. */
const REST_MS = 3000;

/** Performance mark set when preloading begins. */
const FETCH_AHEAD = 'fetch-ahead';
/** Performance mark set when the parts for the first layer are loaded, or have failed. */
const FIRST_LAYER = 'first-layer-ready';

/** Performance mark set when all other parts are loaded, or have failed. */
const ALL_PARTS = 'all-parts-ready';
/** Delay after each failed attempt, in milliseconds. Bridges short connection losses. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];

type Fetch = () => Promise<unknown>;

/**
 * Preloads lazy parts, so that the Studio works if the server becomes unreachable. With data saver on, preloads only
 * the parts for the first layer. Retries failed parts several times.
 * @param pages loads all other pages.
 * @returns a function that cancels it.
 */
export function preloadParts(pages: Fetch): () => void {
  const ending = new AbortController();
  const timers = [
    setTimeout(() => {
      // Requests before this mark belong to the first screen.
      performance.mark(FETCH_AHEAD);
      void fetchAhead(firstParts, ending.signal).then(() => performance.mark(FIRST_LAYER));
    }, FIRST_MS),
    ...(savesData()
      ? []
      : [
          setTimeout(
            () => void fetchAhead([...restParts, pages], ending.signal).then(() => performance.mark(ALL_PARTS)),
            REST_MS,
          ),
        ]),
  ];
  return () => {
    ending.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Not supported by every browser. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function fetchAhead(parts: readonly Fetch[], signal: AbortSignal): Promise<void> {
  await Promise.all(parts.map((part) => fetchPart(part, signal)));
}

/** @returns undefined if all attempts failed; the part is then loaded on demand. */
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

/** Parts needed as soon as there is a layer. */
const firstParts: Fetch[] = [
  loadSoon,
  Stage.fetch,
  LeftDock.fetch,
  async () => hasDocks() && Promise.all([DockedTimeline.fetch(), Inspector.fetch()]),
  StudioSheet.fetch,
  // Saving merges with what other tabs saved.
  () => import('../client/projects/readStored.ts'),
  () => import('./state/deferred.ts'),
  () => import('../player/paintScene.ts'),
  () => import('../../engine/browser/media/measureFile.ts'),
  // The font family of new text; the browser caches its files.
  () => document.fonts.load('16px Arial'),
];
/** Parts that the first layer does not need. */
const restParts: Fetch[] = [
  loadLate,
  () => import('../../engine/browser/export/exportVideo.ts'),
  () => import('../../engine/browser/export/canExport.ts'),
  () => import('../../engine/browser/frames/readVideo.ts'),
  () => import('../../engine/browser/frames/readMp4.ts'),
  () => import('../../engine/browser/sound/soundGraph.ts'),
  () => import('../client/media/uploadFile.ts'),
  () => import('../../api/contract/client.ts'),
];
