import { stat } from 'node:fs/promises';
import { webpWalk } from '../../../engine/formats/animatedPicture.ts';
import { type FrameWindow, fpsOf } from '../../../engine/timeline/frameRate.ts';
import { runFfprobe } from '../media/runFfprobe.ts';
import { walkFile } from '../media/walkFile.ts';
import type { Output, RenderPlan } from '../plan/plan.ts';
import { outputRecipes } from '../print/outputs.ts';
import { slicesOf } from '../segments/slicesOf.ts';

/** Longest video that is encoded whole instead of sampled, in seconds. */
const mostWhole = 6;
/** Length of each part that is encoded to measure its size, in seconds. */
const sampleLength = 2;
/** Maximum number of such parts. */
const mostSamples = 8;
/** Distance of key frames in a video, in frames. */
const keyDistance = 240;

/** Container overhead per frame and per file, in bytes. */
const overhead = { frame: 12, file: 1500 };

/** Estimates the container overhead of a video or animation, in bytes. */
export function containerBytes({ format, frames }: Output): number {
  return overhead.file + (outputRecipes[format].kind === 'video' ? overhead.frame * frames : 0);
}

/** A sample of a video. */
export interface Sample {
  plan: RenderPlan;
  /** The encoded sample. */
  file: string;
}

/** Returns silent plans of a few seconds each, spread over a video; of a short video, a plan of all of it. */
export function samplesOf(plan: RenderPlan): readonly RenderPlan[] {
  return slicesOf({ ...plan, segments: windowsOf(plan.output) });
}

function windowsOf(output: Output): FrameWindow[] {
  const { frames } = output;
  const fps = fpsOf(output.rate);
  if (isShort(output)) return [{ from: 0, to: frames }];
  const length = Math.round(sampleLength * fps);
  const count = Math.min(mostSamples, Math.max(3, Math.round(frames / fps / 20)));
  return Array.from({ length: count }, (_, i) => {
    const from = Math.round(((i + 0.5) / count) * frames - length / 2);
    return { from, to: from + length };
  });
}

function isShort({ frames, rate }: Output): boolean {
  return frames <= mostWhole * fpsOf(rate);
}

/**
 * Estimates the size of the encoded frames without their container, in bytes, from samples. Counts the size of a key
 * frame as often as key frames occur, and the mean size of all others.
 */
export async function bytesFromSamples(
  { output }: RenderPlan,
  samples: readonly Sample[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const [only] = samples;
  if (only && isShort(output)) return Math.max(1, (await stat(only.file)).size - containerBytes(output));
  const sizes = await Promise.all(samples.map(({ file }) => frameBytes(output, file, signal)));
  const first = sum(sizes.map(([size = 0]) => size)) / samples.length;
  // WebP stores repeated frames once, so repeats count as 0 bytes.
  const counted = sum(samples.map(({ plan }, i) => Math.max(plan.output.frames, sizes[i]?.length ?? 0) - 1));
  const others = sum(sizes.flatMap((of) => of.slice(1))) / counted;
  const alone =
    outputRecipes[output.format].kind === 'animation'
      ? 1
      : Math.ceil(output.frames / (output.keyDistance ?? keyDistance));
  return alone * first + (output.frames - alone) * others;
}

async function frameBytes({ format }: Output, file: string, signal: AbortSignal | undefined): Promise<number[]> {
  if (format === 'animated-webp') {
    const found = await walkFile(webpWalk(), file);
    return found?.frames.map(({ from, to }) => to - from) ?? [(await stat(file)).size];
  }
  const what = ['-show_entries', 'packet=size', '-of', 'csv=p=0'];
  const text = await runFfprobe(file, what, { signal });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Number.parseInt(line, 10));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
