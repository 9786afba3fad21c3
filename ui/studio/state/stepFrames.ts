import { isVideo } from '../../../engine/kinds/families.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { frameMoment } from '../../../engine/timeline/frameMoments.ts';
import { fpsOf, statedRate } from '../../../engine/timeline/frameRate.ts';
import { isSeenAt } from '../../../engine/timeline/resolve.ts';
import { type LayerSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { entryOf } from '../../client/media/mediaTable.ts';
import { hasLearnedTimes, learnTimes, unevenTimesOf } from '../../client/media/unevenTimes.ts';
import { pause, seek, shownTime } from './playback.ts';
import { studio } from './studio.ts';

/**
 * Steps by frames: of a visible local video whose frames are uneven, else of the output. @param frames negative: back.
 */
export function stepFrames(frames: number): void {
  pause();
  const unknown = shownVideos().filter(({ layer }) => !hasLearnedTimes(layer.url) && entryOf(layer.url));
  if (unknown.length === 0) seek(unevenStep(frames) ?? evenStep(frames));
  else void Promise.allSettled(unknown.map(({ layer }) => learnTimes(layer.url))).then(() => stepFrames(frames));
}

/** Returns the spans of the videos at the current time, front to back. */
function shownVideos(): (LayerSpan & { layer: VideoLayer })[] {
  const scenes = sceneSpans(studio.project);
  const scene = scenes.find(({ end }) => shownTime() < end) ?? scenes.at(-1);
  return (scene?.layers ?? [])
    .flatMap((span) => (isVideo(span.layer) ? [{ ...span, layer: span.layer }] : []))
    .filter((span) => scene && isSeenAt(span, scene, shownTime()))
    .reverse();
}

function unevenStep(frames: number): number | undefined {
  for (const span of shownVideos()) {
    const times = unevenTimesOf(span.layer.url);
    const moment = times && frameMoment(span, times, shownTime(), frames);
    if (moment !== undefined) return moment;
  }
  return undefined;
}

/** Returns the frame rate of the project's output. */
export function outputFps(): number {
  return fpsOf(statedRate(studio.project, (url) => entryOf(url)?.facts?.fps));
}

function evenStep(frames: number): number {
  const fps = outputFps();
  return (Math.round(shownTime() * fps) + frames) / fps;
}
