import { isVideo } from '../kinds/families.ts';
import { allLayers } from '../project/allLayers.ts';
import { isSilentMotion } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { delayRate } from './delayRate.ts';
import { sceneStarts, totalDuration } from './durations.ts';
import type { Rate, SourceRate } from './rate.ts';
import type { LayerSpan, SceneSpan } from './spans.ts';

export type { Rate, SourceRate };

/** Frames of the output that show a scene. */
export interface SceneFrames {
  /** Index of its first frame. */
  start: number;
  /** Number of frames, at least 1. */
  frames: number;
}

/** A range of frames of a scene or a video; `to` is exclusive. */
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

/** Converts a rate to a number. */
export function fpsOf([frames, per]: Rate): number {
  return frames / per;
}

/**
 * Returns the frame rate of the output: as its settings say, else 30 unless sources decide. The fastest source wins, at
 * the nearest standard rate from 23.976 to 60; slower sources and sources with uneven frames require at least 30. A GIF
 * or animated WebP without settings has the rate that keeps its sources' delays (`delayRate`), else 15, or fewer if all
 * its sources have fewer.
 * @param known facts of the video layers' files, by url.
 */
export function outputRate(project: Project, known: ReadonlyMap<string, SourceRate>): Rate {
  const sources = allLayers(project)
    .flatMap((layer) => (isVideo(layer) && !layer.isHidden ? [known.get(layer.url)] : []))
    .filter((source) => source !== undefined && source.fps > 0) as SourceRate[];
  if (isSilentMotion(project.output)) return delayRate(project, known) ?? [project.output.fps ?? gifRateOf(sources), 1];
  const { output } = project;
  if ((output.type === 'video' || output.type === 'frames') && output.fps !== undefined) return exactRate(output.fps);
  const rates = sources.filter((source) => source.kind === 'video').map(standardRate);
  return (
    rates.reduce<Rate | undefined>((best, rate) => (!best || fpsOf(rate) > fpsOf(best) ? rate : best), undefined) ??
    defaultRate
  );
}

/** Returns a rate as a fraction: whole, the NTSC rate that two decimals stand for (29.97), or in thousandths. */
function exactRate(fps: number): Rate {
  const whole = Math.round(fps);
  if (fps === whole) return [whole, 1];
  if (Math.abs(fps - (whole * 1000) / 1001) < 0.005) return [whole * 1000, 1001];
  return [Math.round(fps * 1000), 1000];
}

/** Returns the rate of the output as far as layers and files state theirs. @param rateOf frames per second of a file. */
export function statedRate(project: Project, rateOf: (url: string) => number | undefined): Rate {
  const layers = allLayers(project).filter(isVideo);
  const sources = layers.map(({ url, fps = rateOf(url) ?? 0, converted_gif: isGif }): [string, SourceRate] => [
    url,
    { kind: isGif ? 'image' : 'video', fps, variableFrameRate: false },
  ]);
  return outputRate(project, new Map(sources));
}

/** Returns the frames of each scene. Every start is rounded to the frame grid, so rounding errors do not add up. */
export function sceneFrames(project: Project, rate: Rate): SceneFrames[] {
  const fps = fpsOf(rate);
  const starts = [...sceneStarts(project), totalDuration(project)].map((t) => Math.round(t * fps));
  return project.scenes.map((_, i) => {
    const start = starts[i] as number;
    return { start, frames: Math.max(1, (starts[i + 1] as number) - start) };
  });
}

/** A moment this share of a frame after a frame still belongs to it. */
export const FRAME_ROUNDING = 1e-4;

/**
 * Returns the frames of a scene that show a layer: at or after its start, and before its end.
 * @returns undefined for a layer that falls between two frames or has no length.
 */
export function visibleFrames(
  layer: Pick<LayerSpan, 'start' | 'end'>,
  scene: Pick<SceneSpan, 'start' | 'end'>,
  rate: Rate,
  { start, frames }: SceneFrames,
): FrameWindow | undefined {
  const frameAt = (t: number) => Math.ceil(t * fpsOf(rate) - FRAME_ROUNDING) - start;
  const from = layer.start <= scene.start ? 0 : Math.max(0, frameAt(layer.start));
  const to = layer.end >= scene.end ? frames : Math.min(frames, frameAt(layer.end));
  return layer.end > layer.start && to > from ? { from, to } : undefined;
}

function standardRate(source: SourceRate): Rate {
  if (source.variableFrameRate) return source.fps > 31 ? [60, 1] : defaultRate;
  if (source.fps < 23.5) return defaultRate;
  return standardRates.reduce((best, rate) =>
    Math.abs(fpsOf(rate) - source.fps) < Math.abs(fpsOf(best) - source.fps) ? rate : best,
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
