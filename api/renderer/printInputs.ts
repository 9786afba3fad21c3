import { bitmapPath, type RenderFiles } from './command.ts';
import { words } from './ffmpegArgs.ts';
import { fileUrl, printInput } from './inputArgs.ts';
import type { Bitmap, Output, RenderPlan } from './plan.ts';

/** The inputs of a run of ffmpeg, and where its graph finds them. */
export interface PrintedInputs {
  args: string[];
  /** The graph's pad of an input or bitmap. */
  pads: (id: string) => string;
  count: number;
}

/** Prints the media files and painted pictures of a plan as inputs. */
export function printInputs(plan: RenderPlan, files: RenderFiles): PrintedInputs {
  const args: string[] = [];
  const numbers = new Map<string, string>();
  for (const input of plan.inputs) {
    numbers.set(input.id, `${numbers.size}:${input.kind === 'video' ? 'V' : 'a'}:0`);
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

function printBitmap(bitmap: Bitmap, output: Output, { work }: RenderFiles): string[] {
  const format = output.pixels === 'rgba' ? 'rgba' : bitmap.background === undefined ? 'yuva420p' : 'yuv420p';
  const shape = `-video_size ${bitmap.width}x${bitmap.height} -framerate ${output.rate.join('/')}`;
  const loop = bitmap.loops ? ['-stream_loop', '-1'] : [];
  return [...loop, ...words(`-f rawvideo -pixel_format ${format} ${shape}`), '-i', fileUrl(bitmapPath(bitmap, work))];
}
