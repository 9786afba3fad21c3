import { bitmapPath, type Command, type RenderFiles } from './command.ts';
import { cutLongRuns } from './cutRuns.ts';
import { aacEncoding, cleanOutput, common, mp4Encoding, words } from './ffmpegArgs.ts';
import { fileUrl, printInput, safeInput } from './inputArgs.ts';
import type { Bitmap, Input, Output, RenderPlan } from './plan.ts';
import { printAudio } from './printAudio.ts';
import { printVideo } from './printVideo.ts';

/** Prints a video plan as the ffmpeg runs that carry it out, in order. The bitmaps must be painted before. */
export function printCommands(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { plan, files, commands } = cutLongRuns(source, sourceFiles);
  return [...commands, ...(plan.output.format === 'gif' ? printGif(plan, files) : [printMp4(plan, files)])];
}

function printMp4(plan: RenderPlan, files: RenderFiles): Command {
  const { output } = plan;
  const { pads, args } = printInputs(plan, files);
  const audio = printAudio(plan, pads, (id) => files.channels(plan.inputs.find((input) => input.id === id) as Input));
  const graph = [printVideo(plan, pads), audio].filter(Boolean).join(';\n');
  const maps = audio ? ['-map', '[video]', '-map', '[audio]'] : ['-map', '[video]'];
  const encoding = ['-r', output.rate.join('/'), ...mp4Encoding(output), ...(audio ? aacEncoding(output) : [])];
  const end = [...cleanOutput, ...words('-movflags +faststart -f mp4'), fileUrl(files.out)];
  return { frames: output.frames, args: [...common, ...args, '-filter_complex', graph, ...maps, ...encoding, ...end] };
}

/** The palette is made from the whole video; frames wait for it in memory, or are composited twice where they are many. */
function printGif(plan: RenderPlan, files: RenderFiles): Command[] {
  const { width, height, frames, quality } = plan.output;
  const { pads, args, count } = printInputs(plan, files);
  const video = printVideo(plan, pads);
  const look = 'palettegen=stats_mode=full[palette]';
  const use = `paletteuse=dither=${quality === 'high' ? 'sierra2_4a' : 'bayer:bayer_scale=3'}:diff_mode=rectangle[gif]`;
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    frames,
    args: [...common, ...args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const gif = ['-map', '[gif]', ...cleanOutput, ...words('-loop 0 -f gif'), fileUrl(files.out)];
  if (width * height * 4 * frames <= files.memory) {
    return [run([], `[video]split[a][b];\n[a]${look};\n[b][palette]${use}`, gif)];
  }
  const palette = fileUrl(`${files.work}/palette.png`);
  return [
    run([], `[video]${look}`, ['-map', '[palette]', ...words('-f image2 -update 1'), palette]),
    run([...safeInput, '-i', palette], `[video][${count}:v]${use}`, gif),
  ];
}

interface PrintedInputs {
  args: string[];
  /** The graph's pad of an input or bitmap. */
  pads: (id: string) => string;
  count: number;
}

function printInputs(plan: RenderPlan, files: RenderFiles): PrintedInputs {
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
