import { dirname } from 'node:path';
import { gifRepeats, usualDither } from '../../../engine/project/output.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import type { Output } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { cleanOutput, common, words } from '../print/ffmpegArgs.ts';
import { outputRecipes } from '../print/outputs.ts';
import { scaler } from '../print/printEffects.ts';
import type { Command } from './command.ts';
import { pictureBytes } from './need.ts';

/** Where the frames of an animation come from: inputs, how many they are, and a graph that ends in the pad [video]. */
export interface AnimationSource {
  args: readonly string[];
  count: number;
  graph: string;
  /** Bytes that wait in memory for it. */
  waits: number;
}

type AnimationFiles = Pick<RenderFiles, 'work' | 'out' | 'memory'>;

/** Prints how composited frames become a GIF or an animated WebP. */
export function printAnimation(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  return output.format === 'gif' ? printGif(output, source, files) : printWebp(output, source, files);
}

/** Frames in the size that is asked for, at a pad. */
function printScaled({ scaled }: Output, { graph }: AnimationSource): { video: string; shown: string } {
  if (!scaled) return { video: graph, shown: '[video]' };
  return {
    video: `${graph};\n[video]scale=${scaled.width}:${scaled.height}:flags=${scaler}[scaled]`,
    shown: '[scaled]',
  };
}

function animationRun(
  { frames, scaled, ...canvas }: Output,
  { waits }: AnimationSource,
  { out }: AnimationFiles,
  coding: 'encoded' | 'palette',
): Omit<Command, 'args'> {
  const writes = { folder: dirname(out), bytes: pictureBytes(scaled ?? canvas, frames, coding) };
  return { kind: 'pictures', writes, waits, frames };
}

/** How well an animated WebP is encoded, 1 to 100, by the project's quality. */
const webpQualities = { fast: 60, standard: 75, high: 88 } as const;

function printWebp(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { quality, webpQuality = webpQualities[quality], plays = 0 } = output;
  const { video, shown } = printScaled(output, source);
  const level = quality === 'high' ? 4 : 2;
  const encoder = words(`-c:v libwebp_anim -quality ${webpQuality} -compression_level ${level} -pix_fmt bgra`);
  const end = [...cleanOutput, '-loop', String(plays), ...(outputRecipes[output.format].container ?? [])];
  const args = [...common, ...source.args, '-filter_complex', video, '-map', shown, ...encoder, ...end];
  return [{ ...animationRun(output, source, files, 'encoded'), args: [...args, fileUrl(files.out)] }];
}

/** How much more of frames may wait in a file than in memory: a GIF is made of one at a time. */
const onDisk = 4;

/** The palette is made from the whole video, so its frames wait in a file, or are composited twice where they are many. */
function printGif(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { width, height } = output.scaled ?? output;
  const bytes = width * height * 4 * output.frames;
  return bytes <= onDisk * files.memory
    ? [printFrames(output, source, files, bytes)]
    : printLongGif(output, source, files);
}

/** Frames as they are; the GIF that is made of them is ours, which takes half of the time and is nearer to them. */
function printFrames(output: Output, source: AnimationSource, { work, out }: AnimationFiles, bytes: number): Command {
  const {
    frames,
    rate,
    quality,
    colors = mostColors,
    dither = usualDither(quality),
    plays = 0,
    merges = false,
  } = output;
  const { width, height } = output.scaled ?? output;
  const { video, shown } = printScaled(output, source);
  const path = `${work}/frames.rgba`;
  const end = words('-f rawvideo -pix_fmt rgba');
  return {
    kind: 'pictures',
    writes: { folder: work, bytes },
    waits: source.waits,
    frames,
    args: [...common, ...source.args, '-filter_complex', video, '-map', shown, ...end, fileUrl(path)],
    gif: {
      ...{ frames: path, out, width, height, count: frames, rate, dither, merges },
      places: colors < leastColors ? colors + 1 : colors,
      repeats: gifRepeats(plays),
    },
    drops: [path],
  };
}

function printLongGif(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { quality, colors = mostColors, plays = 0 } = output;
  const { video, shown } = printScaled(output, source);
  const make = `palettegen=${printPalette(colors)}[palette]`;
  const { dither = usualDither(quality) } = output;
  const use = `paletteuse=dither=${dither}${dither === 'bayer' ? ':bayer_scale=3' : ''}:diff_mode=rectangle[gif]`;
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    ...animationRun(output, source, files, 'palette'),
    args: [...common, ...source.args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const loop = ['-loop', String(gifRepeats(plays))];
  const end = [...cleanOutput, ...loop, ...(outputRecipes.gif.container ?? []), fileUrl(files.out)];
  const palette = fileUrl(`${files.work}/palette.png`);
  return [
    run([], `${shown}${make}`, ['-map', '[palette]', ...words('-f image2 -update 1'), palette]),
    run([...safeInput, '-i', palette], `${shown}[${source.count}:v]${use}`, ['-map', '[gif]', ...end]),
  ];
}

/** Colors of the smallest palette that ffmpeg 5 makes. One of them is the clear one; fewer are without it. */
const leastColors = 4;
/** Colors of a full palette. */
const mostColors = 256;
/** Of a palette of three colors, from dark to light, only the outer ones. */
const outerColors = `geq=${['r', 'g', 'b'].map((one) => `${one}='${one}(if(X+Y,2,0),0)'`).join(':')}:a='alpha(X,Y)'`;

/** Options of palettegen. */
function printPalette(colors: number): string {
  if (colors >= mostColors) return 'stats_mode=full';
  return `stats_mode=full:max_colors=${Math.max(leastColors, colors)}${colors === 2 ? `,${outerColors}` : ''}`;
}
