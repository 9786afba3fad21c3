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

/** The palette is made from the whole video; frames wait for it in memory, or are read twice where they are many. */
function printGif(output: Output, source: AnimationSource, files: AnimationFiles): Command[] {
  const { frames, quality, colors = mostColors, plays = 0 } = output;
  const { width, height } = output.scaled ?? output;
  const { video, shown } = printScaled(output, source);
  // One of the colours is the clear one; ffmpeg 5 makes no palette of less than four.
  const size = colors < mostColors ? `:max_colors=${Math.max(4, colors)}` : '';
  const make = `palettegen=stats_mode=full${size}[palette]`;
  const { dither = usualDither(quality) } = output;
  const use = `paletteuse=dither=${dither}${dither === 'bayer' ? ':bayer_scale=3' : ''}:diff_mode=rectangle[gif]`;
  const isHeld = width * height * 4 * frames <= files.memory;
  const held = { ...source, waits: source.waits + (isHeld ? width * height * 4 * frames : 0) };
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    ...animationRun(output, held, files, 'palette'),
    args: [...common, ...source.args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const end = [
    ...cleanOutput,
    '-loop',
    String(gifRepeats(plays)),
    ...(outputRecipes.gif.container ?? []),
    fileUrl(files.out),
  ];
  const gif = ['-map', '[gif]', ...end];
  if (isHeld) {
    return [run([], `${shown}split[a][b];\n[a]${make};\n[b][palette]${use}`, gif)];
  }
  const palette = fileUrl(`${files.work}/palette.png`);
  return [
    run([], `${shown}${make}`, ['-map', '[palette]', ...words('-f image2 -update 1'), palette]),
    run([...safeInput, '-i', palette], `${shown}[${source.count}:v]${use}`, gif),
  ];
}

/** Colours of a full palette. */
const mostColors = 256;
