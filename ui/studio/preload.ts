import { later } from '../state/later.ts';

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
    setTimeout(fetchAhead, REST_MS, otherParts),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

async function fetchAhead(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  // What does not come now is fetched when it is needed.
  await Promise.all(parts.map((part) => later(part).catch(() => undefined)));
}

/** What is shown as soon as there is a layer. */
const firstParts: (() => Promise<unknown>)[] = [
  () => import('./stage/Stage.tsx'),
  () => import('./scenes/SceneColumn.tsx'),
  () => import('./shortcuts/bindShortcuts.ts'),
  () => import('./footer/all.ts'),
  () => import('./panels/all.ts'),
  () => import('../preview/paintScene.ts'),
  () => import('../media/measureFile.ts'),
  () => import('./state/fitTexts.ts'),
  // The family of a new text: the browser keeps the files.
  () => document.fonts.load('16px Arial'),
];

const otherParts: (() => Promise<unknown>)[] = [
  () => import('./effects/all.ts'),
  () => import('./timeline/Timeline.tsx'),
  () => import('./timeline/TimelineFooter.tsx'),
  () => import('./animate/Animate.tsx'),
  () => import('./animate/AnimateFooter.tsx'),
  () => import('./output/Output.tsx'),
  () => import('./export/ExportSheet.tsx'),
  () => import('../../engine/browser/export/exportProject.ts'),
  () => import('../../engine/browser/export/canExport.ts'),
  () => import('./trim/Trimmer.tsx'),
  () => import('./audio/Audio.tsx'),
  () => import('./voice/VoiceOver.tsx'),
  () => import('./audio/AudioTrimmer.tsx'),
  () => import('./audio/finishAudio.ts'),
  () => import('./images/Images.tsx'),
  () => import('./audio/track.ts'),
  () => import('./MoreWays.tsx'),
  () => import('./Sending.tsx'),
  () => import('./state/send.ts'),
  () => import('../projects/projectFile.ts'),
  () => import('../projects/packProject.ts'),
  () => import('../projects/unpackProject.ts'),
  () => import('../../engine/browser/frames/readVideo.ts'),
  () => import('../../engine/browser/frames/readMp4.ts'),
  () => import('../../engine/browser/sound/soundGraph.ts'),
  () => import('../media/uploadFile.ts'),
  () => import('../../api/contract/client.ts'),
  () => import('../Pages.tsx'),
];
