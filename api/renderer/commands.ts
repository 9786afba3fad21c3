import { boundInputs } from './boundInputs.ts';
import type { Command, RenderFiles } from './command.ts';
import { cutLongRuns } from './cutRuns.ts';
import { cleanOutput, common, words } from './ffmpegArgs.ts';
import { fileUrl, safeInput } from './inputArgs.ts';
import { outputRecipes } from './outputs.ts';
import type { Input, RenderPlan } from './plan.ts';
import { printAudio } from './printAudio.ts';
import { printInputs } from './printInputs.ts';
import { scaler } from './printLook.ts';
import { printVideo } from './printVideo.ts';

/** Prints a plan as the ffmpeg runs that carry it out, in order; none for a picture. The bitmaps must be painted before. */
export function printCommands(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { kind } = outputRecipes[source.output.format];
  if (kind === 'image') return [];
  const { plan, files, commands } = boundInputs(cutLongRuns(source, sourceFiles));
  return [...commands, ...(kind === 'gif' ? printGif(plan, files) : [printFile(plan, files)])];
}

/** Pictures and sound, or sound alone, in one run. */
function printFile(plan: RenderPlan, files: RenderFiles): Command {
  const { output } = plan;
  const recipe = outputRecipes[output.format];
  const { pads, args } = printInputs(plan, files);
  const audio = printAudio(plan, pads, (id) => files.channels(plan.inputs.find((input) => input.id === id) as Input));
  const graph = [recipe.video ? printVideo(plan, pads) : '', audio].filter(Boolean).join(';\n');
  const video = recipe.video
    ? { map: ['-map', '[video]'], encoding: ['-r', output.rate.join('/'), ...recipe.video(output)] }
    : nothing;
  const sound = audio && recipe.audio ? { map: ['-map', '[audio]'], encoding: recipe.audio(output) } : nothing;
  const end = [...cleanOutput, ...(recipe.container ?? []), fileUrl(files.out)];
  return {
    frames: output.frames,
    args: [
      ...[...common, ...args, '-filter_complex', graph, ...video.map, ...sound.map],
      ...[...video.encoding, ...sound.encoding, ...end],
    ],
  };
}

const nothing = { map: [], encoding: [] };

/** The palette is made from the whole video; frames wait for it in memory, or are composited twice where they are many. */
function printGif(plan: RenderPlan, files: RenderFiles): Command[] {
  const { output } = plan;
  const { frames, quality, scaled, colors = mostColors } = output;
  const { width, height } = scaled ?? output;
  const { pads, args, count } = printInputs(plan, files);
  const shrink = scaled ? `;\n[video]scale=${width}:${height}:flags=${scaler}[scaled]` : '';
  const video = `${printVideo(plan, pads)}${shrink}`;
  const shown = scaled ? '[scaled]' : '[video]';
  // One of the colours is the clear one; ffmpeg 5 makes no palette of less than four.
  const size = colors < mostColors ? `:max_colors=${Math.max(4, colors)}` : '';
  const look = `palettegen=stats_mode=full${size}[palette]`;
  const use = `paletteuse=dither=${quality === 'high' ? 'sierra2_4a' : 'bayer:bayer_scale=3'}:diff_mode=rectangle[gif]`;
  const run = (inputs: readonly string[], graph: string, end: readonly string[]): Command => ({
    frames,
    args: [...common, ...args, ...inputs, '-filter_complex', `${video};\n${graph}`, ...end],
  });
  const gif = ['-map', '[gif]', ...cleanOutput, ...(outputRecipes.gif.container ?? []), fileUrl(files.out)];
  if (width * height * 4 * frames <= files.memory) {
    return [run([], `${shown}split[a][b];\n[a]${look};\n[b][palette]${use}`, gif)];
  }
  const palette = fileUrl(`${files.work}/palette.png`);
  return [
    run([], `${shown}${look}`, ['-map', '[palette]', ...words('-f image2 -update 1'), palette]),
    run([...safeInput, '-i', palette], `${shown}[${count}:v]${use}`, gif),
  ];
}

/** Colours of a full palette. */
const mostColors = 256;
