import { later } from '../state/later.ts';

/** How long the first screen has the line to itself, milliseconds. */
const QUIET_MS = 3000;

/**
 * Fetches the parts that come on demand while nobody waits for them, so that nothing is missing when the server is
 * away later. @returns a function that calls it off.
 */
export function preloadParts(): () => void {
  const timer = setTimeout(() => {
    // What does not come now is fetched when it is needed.
    for (const part of parts) later(part).catch(() => undefined);
  }, QUIET_MS);
  return () => clearTimeout(timer);
}

const parts: (() => Promise<unknown>)[] = [
  () => import('./stage/Stage.tsx'),
  () => import('./scenes/SceneColumn.tsx'),
  () => import('./footer/all.ts'),
  () => import('./panels/all.ts'),
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
  () => import('./audio/droppedAudio.ts'),
  () => import('./Sending.tsx'),
  () => import('./state/send.ts'),
  () => import('./state/fitTexts.ts'),
  () => import('./store/projectFile.ts'),
  () => import('./store/packProject.ts'),
  () => import('../../engine/browser/sound/soundGraph.ts'),
  () => import('../preview/paintScene.ts'),
  () => import('../media/uploadFile.ts'),
  () => import('../../api/contract/client.ts'),
  () => import('../Pages.tsx'),
];
