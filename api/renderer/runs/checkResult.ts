import { perSecond } from '../../../engine/timeline/frameRate.ts';
import { runFfprobe } from '../media/runFfprobe.ts';
import { ownInput } from '../media/safeInput.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { CopiedSound } from '../plan/way.ts';
import { outputRecipes } from '../print/outputs.ts';

interface Made {
  streams?: MadeStream[];
  format?: { duration?: string };
  packets?: { codec_type?: string; pts?: number }[];
}

interface MadeStream {
  codec_type?: string;
  width?: number;
  height?: number;
  nb_read_packets?: string;
}

/** A container counts the last packet of its sound whole, which may last up to this long. Seconds. */
const soundRounding = 0.1;

/**
 * Compares a video that was made with its plan: frames, size, streams and length, of copied frames their times too. Nothing
 * is published that is not what was asked for.
 * @throws Error that says what is not as it should be.
 */
export async function checkResult(plan: RenderPlan, path: string, signal: AbortSignal | undefined): Promise<void> {
  const { output, sounds, way } = plan;
  const isCopied = way !== undefined && way.kind !== 'encode';
  const recipe = outputRecipes[output.format];
  if (recipe.kind !== 'video') return;
  const times = isCopied ? ':packet=codec_type,pts' : '';
  const entries = `format=duration:stream=codec_type,width,height,nb_read_packets${times}`;
  const what = ['-count_packets', '-show_entries', entries, '-of', 'json'];
  const text = await runFfprobe(path, what, { signal, input: ownInput });
  const { streams = [], format = {}, packets = [] } = JSON.parse(text) as Made;
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const length = output.frames / perSecond(output.rate);
  expectSame('frames', Number(video?.nb_read_packets), output.frames);
  expectSame('size', `${video?.width} × ${video?.height}`, `${output.width} × ${output.height}`);
  expectSame('streams', streams.length, sounds.length > 0 ? 2 : 1);
  const timesOf = (kind: string) =>
    packets.filter(({ codec_type }) => codec_type === kind).map(({ pts }) => pts ?? Number.NaN);
  expectEven(timesOf('video'));
  if (isCopied && way.sound) expectPackets(timesOf('audio'), way.sound);
  if (Math.abs(Number(format.duration) - length) > soundRounding)
    throw new Error(`The result is ${format.duration} s long instead of ${length} s.`);
}

/** @param times of frames, in whole units, which may be too coarse for them. @throws Error where a frame is longer than others. */
function expectEven(times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const frame = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1);
  const uneven = sorted.findIndex((time, i) => i > 0 && !(Math.abs(time - (sorted[i - 1] as number) - frame) <= 1));
  if (uneven >= 0) throw new Error(`Frame ${uneven} of the result does not stand in its place.`);
}

/** @param times of packets, in samples. @throws Error where they are not those that were to be copied. */
function expectPackets(times: readonly number[], { packets, early }: CopiedSound): void {
  expectSame('packets of sound', times.length, packets);
  expectSame('sound from sample', times[0], -early);
  expectEven(times);
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`The result has ${what} ${found} instead of ${wanted}.`);
}
