import { isAnimated, isKeyed, isVideo } from '../kinds/families.ts';
import { changesInTime, kindOf } from '../kinds/index.ts';
import { allLayers } from '../project/allLayers.ts';
import { isSilentMotion } from '../project/output.ts';
import type { Project, Scene } from '../project/project.ts';
import { mediaRun, sceneDuration } from './durations.ts';
import { overlayOf } from './overlay.ts';
import type { Rate, SourceRate } from './rate.ts';

/** Highest frame rate to try; players slow down delays of a hundredth of a second. */
const MOST_PER_SECOND = 100;
/** Finest delays of a GIF and of any other animated image, in milliseconds. */
const HUNDREDTH = 10;
const FINEST = 1;
/** Coarser delays in milliseconds, tried if the exact one needs too many frames. */
const COARSER = [20, 30, 40, 50, 60, 80, 100];
/** Most frames, and most pixels of all frames together, that are drawn to keep delays. */
const MOST_FRAMES = 6000;
const MOST_PIXELS = 200_000_000;

/**
 * Returns the frame rate that keeps every frame delay of an animation made only of animated images: each source frame
 * starts on an output frame. Identical frames are merged and their delays added.
 * @param known facts of the video layers' files, by url. @returns undefined if the rate depends on something else: the
 * output settings, a video, or an animated layer.
 */
export function delayRate(project: Project, known: ReadonlyMap<string, SourceRate>): Rate | undefined {
  if (!isSilentMotion(project.output) || project.output.fps !== undefined) return undefined;
  const layers = allLayers(project).filter((layer) => !layer.isHidden);
  const shown = layers.filter(isVideo);
  const speed = shown[0]?.speed ?? 0;
  const isPlain = shown.every(
    (layer) => layer.speed === speed && !layer.stopMotion && !isAnimated(layer) && !isKeyed(layer),
  );
  const rest = layers.filter((layer) => !isVideo(layer) && kindOf(layer).isSeen);
  if (!isPlain || speed <= 0 || rest.some(changesInTime) || project.scenes.some(hasTransition)) return undefined;
  // Layers of the whole project keep their own time, which the grid of a scene's frames does not follow.
  if (project.layers?.some((layer) => isVideo(layer) && !layer.isHidden)) return undefined;
  const scenes = [...project.scenes, ...(project.layers ? [overlayOf(project)] : [])];
  const marks = scenes.flatMap((scene) => marksOf(project, scene, speed, known));
  if (!marks.every(Number.isFinite)) return undefined;
  const seconds = project.scenes.reduce((sum, scene) => sum + sceneDuration(project, scene), 0);
  const rateOf = (step: number): Rate => [Math.round(1e6 * speed), 1000 * step];
  const isBounded = (step: number) => {
    const frames = (seconds * 1000 * speed) / step;
    return frames <= MOST_FRAMES && frames * project.width * project.height <= MOST_PIXELS;
  };
  const isSlow = (step: number) => (1000 * speed) / step <= MOST_PER_SECOND + 1e-6;
  const exact = [FINEST, HUNDREDTH].map((unit) => unit * commonStep(marks.map((mark) => Math.round(mark / unit))));
  const step = [...exact, ...COARSER].find((one) => one > 0 && isSlow(one) && isBounded(one));
  return step === undefined ? undefined : rateOf(step);
}

function hasTransition({ transition }: Scene): boolean {
  return transition !== undefined && transition.type !== 'cut';
}

/**
 * Returns the moments that must fall on output frames: starts of source frames, and the ends of scene and layers. In
 * milliseconds of the source since the layer's start; NaN for a source with unknown delays.
 */
function marksOf(project: Project, scene: Scene, speed: number, known: ReadonlyMap<string, SourceRate>): number[] {
  const ends = [sceneDuration(project, scene), ...scene.layers.flatMap(({ from = 0, to = 0 }) => [from, to])];
  const marks = scene.layers.filter(isVideo).flatMap((layer) => {
    const source = known.get(layer.url);
    if (layer.isHidden) return [];
    if (source?.kind !== 'image' || !source.frameTimes?.length) return [Number.NaN];
    const { start, end } = mediaRun(layer);
    const inside = source.frameTimes.filter((time) => time > start && time < end);
    return [...inside, end].map((time) => (time - start) * 1000);
  });
  return [...marks, ...ends.map((time) => time * 1000 * speed)];
}

/** Returns the greatest common divisor. */
function commonStep(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => {
    let [more, less] = [a, b];
    while (less > 0) [more, less] = [less, more % less];
    return more;
  }, 0);
}
