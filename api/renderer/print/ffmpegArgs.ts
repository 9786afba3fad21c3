import type { Output } from '../plan/plan.ts';

/** Splits constant options at spaces. Never pass external text. */
export function splitOptions(text: string): string[] {
  return text.trim().split(/\s+/);
}

/**
 * Options of every run: no prompts, only errors as text, progress on stdout four times a second. Whatever decodes of a
 * damaged file is used, however little it is.
 */
export const common: readonly string[] = splitOptions(
  '-nostdin -hide_banner -v error -y -progress pipe:1 -stats_period 0.25 -max_error_rate 1',
);

/** Keeps source metadata and version numbers out of the output. */
export const cleanOutput: readonly string[] = splitOptions(
  '-map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact',
);

/** Like cleanOutput, but with the chapters of an input. @param input index of the input. */
export function cleanExceptChapters(input: number): string[] {
  // `-map_metadata -1` would also drop the titles of chapters.
  const metadata = `-map_metadata:g -1 -map_metadata:s -1 -map_chapters ${input}`;
  return [...splitOptions(metadata), ...cleanOutput.slice(cleanOutput.indexOf('-fflags'))];
}

/** Default memory for buffered frames of loops, reversed runs and GIF palettes, in bytes. */
export const memoryBudget = 256_000_000;

/** Tags frames as BT.709 in limited range, which every video output uses. */
export const tagBt709 = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** Converts RGBA to premultiplied planes, in full range: in limited range, black would be 16. */
export const toPremultiplied = 'format=gbrap,setparams=range=pc,premultiply=inplace=1';

/** Returns the options of a lossless encoder for intermediate compositions. */
export function losslessEncoding({ pixels }: Pick<Output, 'pixels'>): string[] {
  return pixels === 'rgba'
    ? splitOptions('-c:v ffv1 -g 1 -pix_fmt bgra')
    : splitOptions('-c:v libx264 -preset ultrafast -qp 0 -pix_fmt yuv420p');
}

/** Formats a number for ffmpeg: no exponent, at most six decimals. */
export function number(value: number): string {
  return String(Number(value.toFixed(6)));
}

/**
 * Prints filters that number frames in ticks of the output. Without `settb`, numbers would be ticks of the stream, which
 * get finer at NTSC rates where a frame was mixed with a mask (from 1001/60000 to 1/60000 of a second).
 * @param first number of the first frame.
 */
export function printNumbered([frames, per]: Output['rate'], first = 0): string {
  return `settb=${per}/${frames},setpts=N${first === 0 ? '' : `+${first}`}`;
}

/** Returns the pad of a plan's source by its ID, such as "0:V:0". */
export type Pads = (id: string) => string;
