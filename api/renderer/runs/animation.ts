import { dirname } from 'node:path';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { gifPlaces } from '../../../engine/gif/encodeGif.ts';
import { defaultDither, gifRepeats } from '../../../engine/project/output.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import type { Output } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { cleanOutput, common, splitOptions } from '../print/ffmpegArgs.ts';
import { outputRecipes } from '../print/outputs.ts';
import { scaler } from '../print/printEffects.ts';
import type { Command } from './command.ts';
import { type PictureCoding, pictureBytes } from './need.ts';

/** Frames of an animation: input options, number of inputs, and a graph that ends in the pad [video]. */
export interface AnimationSource {
  args: readonly string[];
  count: number;
  graph: string;
  /** Bytes that it buffers in memory. */
  waits: number;
}

type AnimationFiles = Pick<RenderFiles, 'work' | 'out' | 'memory'>;

/** Prints the commands that encode composited frames as GIF, animated WebP, APNG or a zip of PNG files. */
export function printAnimation(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  switch (output.format) {
    case 'gif':
      return printGif(output, source, files);
    case 'apng':
      return printApng(output, source, files);
    case 'zip':
      return printNumberedFrames(output, source, files);
    default:
      return printWebp(output, source, files);
  }
}

/** Scales frames to the output size. `shown` is the resulting pad. */
function printScaled({ scaled }: Output, { graph }: AnimationSource): { video: string; shown: string } {
  if (!scaled) return { video: graph, shown: '[video]' };
  return {
    video: `${graph};\n[video]${filter('scale', scaled.width, scaled.height, { flags: scaler })}[scaled]`,
    shown: '[scaled]',
  };
}

function animationRun(
  { frames, scaled, ...canvas }: Output,
  { waits }: AnimationSource,
  { out }: AnimationFiles,
  coding: PictureCoding,
): Omit<Command, 'args'> {
  const writes = { folder: dirname(out), bytes: pictureBytes(scaled ?? canvas, frames, coding) };
  return { kind: 'pictures', writes, waits, frames };
}

/** Quality of an animated WebP, 1 to 100, by the project's quality. */
const webpQualities = { fast: 60, standard: 75, high: 88 } as const;

function printWebp(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { quality, webpQuality = webpQualities[quality], plays = 0 } = output;
  const { video, shown } = printScaled(output, source);
  const level = quality === 'high' ? 4 : 2;
  const encoder = splitOptions(`-c:v libwebp_anim -quality ${webpQuality} -compression_level ${level} -pix_fmt bgra`);
  const end = [...cleanOutput, '-loop', String(plays), ...(outputRecipes[output.format].container ?? [])];
  const args = [...common, ...source.args, '-filter_complex', video, '-map', shown, ...encoder, ...end];
  const run = animationRun(output, source, files, 'encoded');
  return [{ ...run, args: [...args, fileUrl(files.out)], webp: files.out }];
}

function printApng(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { plays = 0 } = output;
  const { video, shown } = printScaled(output, source);
  const encoder = splitOptions(`-c:v apng -pred mixed -pix_fmt rgba -plays ${plays}`);
  const end = [...cleanOutput, ...(outputRecipes.apng.container ?? []), fileUrl(files.out)];
  const args = [...common, ...source.args, '-filter_complex', video, '-map', shown, ...encoder, ...end];
  return [{ ...animationRun(output, source, files, 'losslessRgba'), args }];
}

/** Prints the frames as PNG files in the working folder, which are then packed. */
function printNumberedFrames(output: Output, source: AnimationSource, { work, out }: AnimationFiles): Command[] {
  const { frames, width, height } = output;
  // A relative name, because a folder name might contain a % sign: ffmpeg runs in that folder.
  const end = splitOptions('-c:v png -pred mixed -pix_fmt rgba -f image2 -start_number 1 frame-%05d.png');
  return [
    {
      kind: 'pictures',
      // The zip grows while the files are deleted.
      writes: { folder: work, bytes: pictureBytes({ width, height }, frames, 'losslessRgba') },
      waits: source.waits,
      frames,
      args: [...common, ...source.args, '-filter_complex', source.graph, '-map', '[video]', ...cleanOutput, ...end],
      zip: { folder: work, count: frames, out },
    },
  ];
}

/** Ratio of frames stored in a file to `memory`: a GIF is encoded frame by frame. */
const onDisk = 4;

/**
 * The palette depends on the whole video, so frames are stored in a file, or composited twice if there are too many. Equal
 * frames are merged only in a file; `delayRate` limits how many frames such an output has.
 */
function printGif(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { width, height } = output.scaled ?? output;
  const bytes = width * height * 4 * output.frames;
  return output.merges || bytes <= onDisk * files.memory
    ? [printFrames(output, source, files, bytes)]
    : printLongGif(output, source, files);
}

/** Prints raw frames for our own GIF encoder, which takes half the time of ffmpeg and is more accurate. */
function printFrames(output: Output, source: AnimationSource, { work, out }: AnimationFiles, bytes: number): Command {
  const {
    frames,
    rate,
    quality,
    colors = mostColors,
    dither = defaultDither(quality),
    plays = 0,
    merges = false,
  } = output;
  const { width, height } = output.scaled ?? output;
  const { video, shown } = printScaled(output, source);
  const path = `${work}/frames.rgba`;
  const end = splitOptions('-f rawvideo -pix_fmt rgba');
  return {
    kind: 'pictures',
    writes: { folder: work, bytes },
    waits: source.waits,
    frames,
    args: [...common, ...source.args, '-filter_complex', video, '-map', shown, ...end, fileUrl(path)],
    gif: {
      ...{ frames: path, out, width, height, count: frames, rate, dither, merges },
      places: gifPlaces(colors),
      repeats: gifRepeats(plays),
    },
    drops: [path],
  };
}

function printLongGif(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { quality, colors = mostColors, plays = 0 } = output;
  const { video, shown } = printScaled(output, source);
  const make = `palettegen=${printPalette(colors)}[palette]`;
  const { dither = defaultDither(quality) } = output;
  const use = `paletteuse=dither=${dither}${dither === 'bayer' ? ':bayer_scale=3' : ''}:diff_mode=rectangle[gif]`;
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    ...animationRun(output, source, files, 'palette'),
    args: [...common, ...source.args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const loop = ['-loop', String(gifRepeats(plays))];
  const end = [...cleanOutput, ...loop, ...(outputRecipes.gif.container ?? []), fileUrl(files.out)];
  const palette = fileUrl(`${files.work}/palette.png`);
  return [
    run([], `${shown}${make}`, ['-map', '[palette]', ...splitOptions('-f image2 -update 1'), palette]),
    run([...safeInput, '-i', palette], `${shown}[${source.count}:v]${use}`, ['-map', '[gif]', ...end]),
  ];
}

/** Smallest palette of ffmpeg 5, including the transparent color; smaller ones omit it. */
const leastColors = 4;
/** Colors of a full palette. */
const mostColors = 256;
/** Keeps only the outer colors of a palette of three, which is sorted from dark to light. */
const outer = (plane: string) => `${plane}(if(X+Y,2,0),0)`;
const outerColors = filter('geq', { r: outer('r'), g: outer('g'), b: outer('b'), a: 'alpha(X,Y)' });

/** Options of palettegen. */
function printPalette(colors: number): string {
  if (colors >= mostColors) return 'stats_mode=full';
  return `stats_mode=full:max_colors=${Math.max(leastColors, colors)}${colors === 2 ? `,${outerColors}` : ''}`;
}
