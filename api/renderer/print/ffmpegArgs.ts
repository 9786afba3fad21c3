import type { Output } from '../plan/plan.ts';
import { usualCrf } from './usualRates.ts';

/** Splits options of our own writing at spaces; nothing that comes from outside goes through here. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/**
 * Options of every run: no questions, only errors in words, progress on standard output four times a second. What of a
 * damaged file can be decoded is shown and heard, however little it is.
 */
export const common: readonly string[] = words(
  '-nostdin -hide_banner -v error -y -progress pipe:1 -stats_period 0.25 -max_error_rate 1',
);

/** Nothing of the sources' notes or of this machine's versions gets into an output. */
export const cleanOutput: readonly string[] = words(
  '-map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact',
);

/** What waits in memory for a loop, for a way back or for a GIF's palette may take this much unless told otherwise, bytes. */
export const memoryBudget = 256_000_000;

/** Says that pixels are BT.709 in limited range, which is all that a video output ever is. */
export const tagBt709 = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** Brings RGB with alpha to planes of colors that are multiplied by it. Of limited range, black would be 16. */
export const multiplied = 'format=gbrap,setparams=range=pc,premultiply=inplace=1';

/** Settings of the H.264 encoder by quality. */
export function mp4Encoding(output: Pick<Output, 'quality' | 'parameterSet' | 'crf'>): string[] {
  const { quality, parameterSet, crf = usualCrf('mp4', quality) } = output;
  const preset = quality === 'high' ? 'fast' : 'veryfast';
  const more = [...(quality === 'fast' ? ['subme=1'] : []), ...(parameterSet ? [`sps-id=${parameterSet}`] : [])];
  const params = more.length > 0 ? `-x264-params ${more.join(':')}` : '';
  const color = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';
  return words(`-c:v libx264 -preset ${preset} -crf ${crf} -profile:v high -pix_fmt yuv420p ${color} ${params}`);
}

/** Settings of an encoder that loses nothing, for what is composed ahead. */
export function losslessEncoding({ pixels }: Pick<Output, 'pixels'>): string[] {
  return pixels === 'rgba'
    ? words('-c:v ffv1 -g 1 -pix_fmt bgra')
    : words('-c:v libx264 -preset ultrafast -qp 0 -pix_fmt yuv420p');
}

/** A number as ffmpeg reads it: no exponent, six decimals at most. */
export function number(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** Sources of the graph by the id that the plan gives them: a pad such as "0:V:0". */
export type Pads = (id: string) => string;
