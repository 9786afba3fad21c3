import { readFile, stat } from 'node:fs/promises';
import { webpFrames } from '../../../engine/project/animatedPicture.ts';
import { type FrameWindow, perSecond } from '../../../engine/timeline/frameRate.ts';
import { runFfprobe } from '../media/runFfprobe.ts';
import type { Output, RenderPlan } from '../plan/plan.ts';
import { slicesOf } from '../segments/slicesOf.ts';

/** What is not longer is encoded whole, seconds. */
const mostWhole = 6;
/** Length of a sample, seconds, and how many of them there are at most. */
const sampleLength = 2;
const mostSamples = 8;
/** So many frames of a video stand between two that stand alone. */
const keyDistance = 240;

/** The plans of some seconds of a video, spread over its length; of a short one that of the whole. They are silent. */
export function samplesOf(plan: RenderPlan): RenderPlan[] {
  return slicesOf({ ...plan, segments: windowsOf(plan.output) });
}

function windowsOf({ frames, rate }: Output): FrameWindow[] {
  const fps = perSecond(rate);
  if (frames <= mostWhole * fps) return [{ from: 0, to: frames }];
  const length = Math.round(sampleLength * fps);
  const count = Math.min(mostSamples, Math.max(3, Math.round(frames / fps / 20)));
  return Array.from({ length: count }, (_, i) => {
    const from = Math.round(((i + 0.5) / count) * frames - length / 2);
    return { from, to: from + length };
  });
}

/**
 * How large the pictures of a whole become, bytes, from samples of it: a frame that stands alone is counted as often as there
 * will be one, the others by their mean.
 * @param files of the samples, as encoded.
 */
export async function bytesFromSamples(
  { output }: RenderPlan,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const [only] = files;
  if (files.length === 1 && only !== undefined && output.frames <= mostWhole * perSecond(output.rate))
    return (await stat(only)).size;
  const samples = await Promise.all(files.map((file) => frameBytes(output, file, signal)));
  const first = mean(samples.map(([size = 0]) => size));
  const others = mean(samples.flatMap((sizes) => sizes.slice(1)));
  const alone = output.pixels === 'rgba' ? 1 : Math.ceil(output.frames / keyDistance);
  return alone * first + (output.frames - alone) * others;
}

async function frameBytes({ format }: Output, file: string, signal: AbortSignal | undefined): Promise<number[]> {
  if (format === 'animated-webp') {
    const data = await readFile(file);
    // Frames that are as those before them are in the file once: nothing for each of them.
    return webpFrames(data)?.frames.map(({ from, to }) => to - from) ?? [data.length];
  }
  const what = ['-show_entries', 'packet=size', '-of', 'csv=p=0'];
  const text = await runFfprobe(file, what, { signal });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Number.parseInt(line, 10));
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
