import { isVideo } from '../kinds/families.ts';
import { isSilentMotion } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { delayRate } from './delayRate.ts';
import { sceneStarts, totalDuration } from './durations.ts';
import type { Rate, SourceRate } from './rate.ts';
import type { LayerSpan, SceneSpan } from './spans.ts';

export type { Rate, SourceRate };

/** When a scene is shown, in frames of the output. */
export interface SceneFrames {
  /** Number of its first frame. */
  start: number;
  /** How many frames it has; 1 at least. */
  frames: number;
}

/** Some frames in a row, of a scene or of a video: from the first that counts up to, not including, the last. */
export interface FrameWindow {
  from: number;
  to: number;
}

const standardRates: readonly Rate[] = [
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
];
const defaultRate: Rate = [30, 1];
const gifRate = 15;

/** A rate as a number. */
export function perSecond([frames, per]: Rate): number {
  return frames / per;
}

/**
 * Rate of the output: 30 frames a second unless the sources say otherwise. The fastest source decides, at the
 * nearest standard rate of 23.976 to 60; a source below that or with uneven frames asks for 30 at least.
 * A GIF or animated WebP has what its output asks for, else what keeps the delays of animated pictures (`delayRate`), else
 * 15, or fewer when all its sources have fewer.
 * @param known what was measured of each video layer's file, by its url in the project.
 */
export function outputRate(project: Project, known: ReadonlyMap<string, SourceRate>): Rate {
  const sources = project.scenes
    .flatMap((scene) => scene.layers)
    .flatMap((layer) => (isVideo(layer) && !layer.isHidden ? [known.get(layer.url)] : []))
    .filter((source) => source !== undefined && source.fps > 0) as SourceRate[];
  if (isSilentMotion(project.output)) return delayRate(project, known) ?? [project.output.fps ?? gifRateOf(sources), 1];
  const rates = sources.filter((source) => source.kind === 'video').map(standardRate);
  return (
    rates.reduce<Rate | undefined>(
      (best, rate) => (!best || perSecond(rate) > perSecond(best) ? rate : best),
      undefined,
    ) ?? defaultRate
  );
}

/** The frames of each scene: every start is rounded to the frame grid, so that no rounding adds up. */
export function sceneFrames(project: Project, rate: Rate): SceneFrames[] {
  const fps = perSecond(rate);
  const starts = [...sceneStarts(project), totalDuration(project)].map((t) => Math.round(t * fps));
  return project.scenes.map((_, i) => {
    const start = starts[i] as number;
    return { start, frames: Math.max(1, (starts[i + 1] as number) - start) };
  });
}

/** A moment that falls on a frame up to this share of a frame late counts as that frame's. */
export const FRAME_ROUNDING = 1e-4;

/**
 * The frames of its scene in which a layer is there: those that stand at its start or after it, and before its end.
 * @returns undefined for a layer that falls between two frames, or is never there.
 */
export function windowOf(
  layer: Pick<LayerSpan, 'start' | 'end'>,
  scene: Pick<SceneSpan, 'start' | 'end'>,
  rate: Rate,
  { start, frames }: SceneFrames,
): FrameWindow | undefined {
  const frameAt = (t: number) => Math.ceil(t * perSecond(rate) - FRAME_ROUNDING) - start;
  const from = layer.start <= scene.start ? 0 : Math.max(0, frameAt(layer.start));
  const to = layer.end >= scene.end ? frames : Math.min(frames, frameAt(layer.end));
  return layer.end > layer.start && to > from ? { from, to } : undefined;
}

function standardRate(source: SourceRate): Rate {
  if (source.variableFrameRate) return source.fps > 31 ? [60, 1] : defaultRate;
  if (source.fps < 23.5) return defaultRate;
  return standardRates.reduce((best, rate) =>
    Math.abs(perSecond(rate) - source.fps) < Math.abs(perSecond(best) - source.fps) ? rate : best,
  );
}

function gifRateOf(sources: readonly SourceRate[]): number {
  if (sources.length === 0) return gifRate;
  const fastest = Math.max(...sources.map(({ fps }) => fps));
  return Math.min(gifRate, Math.max(5, Math.round(fastest)));
}

/** How many frames a transition takes: whole ones, at least one. @param length seconds. @param frames of its scene. */
export function transitionFrames(length: number, frames: number, rate: number): number {
  return Math.min(frames, Math.max(1, Math.round(length * rate)));
}
