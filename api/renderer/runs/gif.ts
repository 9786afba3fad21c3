import { fileUrl, safeInput } from '../media/safeInput.ts';
import type { Output } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { cleanOutput, common, words } from '../print/ffmpegArgs.ts';
import { outputRecipes } from '../print/outputs.ts';
import { scaler } from '../print/printEffects.ts';
import type { Command } from './command.ts';

/** Where the frames of a GIF come from: inputs, how many they are, and a graph that ends in the pad [video]. */
export interface GifSource {
  args: readonly string[];
  count: number;
  graph: string;
}

/** The palette is made from the whole video; frames wait for it in memory, or are read twice where they are many. */
export function printGif(
  output: Output,
  source: GifSource,
  files: Pick<RenderFiles, 'work' | 'out' | 'memory'>,
): Command[] {
  const { frames, quality, scaled, colors = mostColors } = output;
  const { width, height } = scaled ?? output;
  const shrink = scaled ? `;\n[video]scale=${width}:${height}:flags=${scaler}[scaled]` : '';
  const video = `${source.graph}${shrink}`;
  const shown = scaled ? '[scaled]' : '[video]';
  // One of the colours is the clear one; ffmpeg 5 makes no palette of less than four.
  const size = colors < mostColors ? `:max_colors=${Math.max(4, colors)}` : '';
  const make = `palettegen=stats_mode=full${size}[palette]`;
  const use = `paletteuse=dither=${quality === 'high' ? 'sierra2_4a' : 'bayer:bayer_scale=3'}:diff_mode=rectangle[gif]`;
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    frames,
    args: [...common, ...source.args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const gif = ['-map', '[gif]', ...cleanOutput, ...(outputRecipes.gif.container ?? []), fileUrl(files.out)];
  if (width * height * 4 * frames <= files.memory) {
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
