import { fileUrl, listInput, safeInput } from '../media/safeInput.ts';
import { rawFormat } from '../plan/bitmapBytes.ts';
import type { Bitmap, Input, Output, RenderPlan } from '../plan/plan.ts';
import { bitmapPath, type RenderFiles } from '../plan/renderFiles.ts';
import { number, splitOptions } from './ffmpegArgs.ts';

/** Inputs of an ffmpeg run and their pads. */
export interface PrintedInputs {
  args: string[];
  /** Returns the pad of an input or bitmap. */
  pads: (id: string) => string;
  count: number;
}

/** Prints the media files and painted bitmaps of a plan as inputs. */
export function printInputs(plan: RenderPlan, files: RenderFiles): PrintedInputs {
  const args: string[] = [];
  const numbers = new Map<string, string>();
  for (const input of plan.inputs) {
    numbers.set(input.id, `${numbers.size}:${input.kind === 'video' ? 'V:0' : `a:${input.track ?? 0}`}`);
    args.push(...printInput(input, files));
  }
  for (const bitmap of plan.bitmaps) {
    numbers.set(bitmap.id, `${numbers.size}:v:0`);
    args.push(...printBitmap(bitmap, plan.output, files));
  }
  const pads = (id: string) => {
    const pad = numbers.get(id);
    if (pad === undefined) throw new Error(`The plan has no input ${id}.`);
    return pad;
  };
  return { args, pads, count: numbers.size };
}

/**
 * Prints options and file of a media input. Does not read the unneeded stream. A video is read from the key frame
 * before the seek point, because the visible frame may start long before it.
 */
export function printInput(input: Input, files: { media: (input: Input) => string }): string[] {
  const loop = input.repeats ? ['-stream_loop', '-1'] : [];
  const decoder = input.decoder ? ['-c:v', input.decoder] : [];
  const length = input.repeats || input.length === undefined ? [] : ['-t', number(input.length)];
  const threads = input.threads ? ['-threads', String(input.threads)] : [];
  // A rotation filter needs frames of one size. Otherwise the first filter of a part scales, which accepts any.
  const same = input.tick && !input.rotated ? ['-reinit_filter', '0'] : [];
  const only = input.kind === 'video' ? '-an' : '-vn';
  const seek = printSeek(input);
  const safe = input.list ? listInput : safeInput;
  return [
    ...safe,
    ...loop,
    ...seek,
    ...length,
    ...decoder,
    ...threads,
    ...same,
    only,
    '-i',
    fileUrl(files.media(input)),
  ];
}

function printSeek({ seek, lead = 0, tick, kind }: Input): string[] {
  // A seek past the start would drop the first packet, which starts before second 0 and is audible.
  if (kind === 'audio' && seek === 0 && lead > 0) return ['-itsoffset', number(-lead)];
  // At the start, a file's clock is off by half a tick at most.
  if (seek + lead <= (tick ? tick[0] / tick[1] / 2 : 0)) return [];
  return [...(kind === 'video' ? ['-noaccurate_seek'] : []), '-ss', number(seek + lead)];
}

function printBitmap(bitmap: Bitmap, output: Output, { work }: RenderFiles): string[] {
  const shape = `-video_size ${bitmap.width}x${bitmap.height} -framerate ${output.rate.join('/')}`;
  const loop = bitmap.loops ? ['-stream_loop', '-1'] : [];
  return [
    ...loop,
    ...splitOptions(`-f rawvideo -pixel_format ${rawFormat(bitmap, output)} ${shape}`),
    '-i',
    fileUrl(bitmapPath(bitmap, work)),
  ];
}
