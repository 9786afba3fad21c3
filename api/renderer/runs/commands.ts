import { dirname } from 'node:path';
import { perSecond } from '../../../engine/timeline/frameRate.ts';
import { fileUrl } from '../media/safeInput.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { cleanOutput, common, losslessEncoding, number, words } from '../print/ffmpegArgs.ts';
import { type OutputRecipe, outputRecipes } from '../print/outputs.ts';
import { printAudio, printMeasured, printPeak } from '../print/printAudio.ts';
import { printInputs } from '../print/printInputs.ts';
import { printTracks } from '../print/printTracks.ts';
import { printVideo } from '../print/printVideo.ts';
import { printAnimation } from './animation.ts';
import { boundInputs } from './boundInputs.ts';
import type { Command } from './command.ts';
import { type CutPlan, cutLongRuns, waitingIn } from './cutRuns.ts';
import { type PictureCoding, pictureBytes, secondsOf, soundBytes } from './need.ts';

/**
 * Prints a plan of one segment as the ffmpeg runs that carry it out, in order; none for a picture. The bitmaps must be
 * painted before.
 */
export function printCommands(whole: RenderPlan, wholeFiles: RenderFiles): Command[] {
  const recipe = outputRecipes[whole.output.format];
  if (recipe.kind === 'image') return [];
  const { plan, files, commands } = bounded(whole, wholeFiles);
  if (recipe.kind !== 'animation')
    return [...commands, printFile(plan, files, { ...recipe, tracks: plan.tracks ?? [] })];
  const { pads, args, count } = printInputs(plan, files);
  const source = { args, count, graph: printVideo(plan, pads), waits: waitingIn(plan) };
  return [...commands, ...printAnimation(plan.output, source, files)];
}

/** Prints a segment as a file of its frames alone, which is joined with others; of an animation without loss. */
export function printSegment(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { plan, files, commands } = bounded(source, sourceFiles);
  const { kind, video = losslessEncoding } = outputRecipes[plan.output.format];
  const container = kind === 'animation' ? words('-f matroska') : segmentContainer(plan.output);
  const coding = codingOf(plan.output, video === losslessEncoding);
  return [...commands, printFile(plan, files, { video, container }, coding)];
}

/** Prints the sound of a whole plan as a file of its own, which is joined with its segments; nothing where it is silent. */
export function printSound(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { audio, kind } = outputRecipes[source.output.format];
  if (!audio || source.sounds.length === 0) return [];
  const { plan, files, commands } = bounded(heardOf(source), sourceFiles);
  const container = words(kind === 'video' && source.output.format === 'webm' ? '-f webm' : '-f mp4');
  return [...commands, printFile(plan, files, { audio, container })];
}

/**
 * Prints the runs that measure how loud the sound of a whole plan is, as it comes out where its gain is known; nothing where it is silent.
 * @param file plain name of the file in the working folder that the measurements are written to.
 */
export function printMeasuring(source: RenderPlan, sourceFiles: RenderFiles, file: string): Command[] {
  if (source.sounds.length === 0) return [];
  const { plan, files, commands } = bounded(heardOf(source), sourceFiles);
  const { pads, args } = printInputs(plan, files);
  const graph = printMeasured(plan, pads, channelsOf(plan, files), file);
  const measuring: Command = {
    kind: 'sound',
    writes: { folder: files.work, bytes: measuredBytes * secondsOf(plan.output) },
    waits: waitingIn(plan),
    frames: 0,
    args: [...common, ...args, '-filter_complex', graph, '-map', '[audio]', ...words('-f null -')],
  };
  return [...commands, measuring];
}

/**
 * Prints the runs that measure the peak of a plan's sound as it is once it is encoded.
 * @param file plain name of the file in the working folder that the measurements are written to.
 */
export function printMeasuringEncoded(source: RenderPlan, sourceFiles: RenderFiles, file: string): Command[] {
  const { work } = sourceFiles;
  const out = `${work}/encoded-sound`;
  const measuring: Command = {
    kind: 'sound',
    writes: { folder: work, bytes: 2 * measuredBytes * secondsOf(source.output) },
    frames: 0,
    args: [
      ...common,
      '-i',
      fileUrl(out),
      '-map',
      '0:a:0',
      '-af',
      printPeak(file),
      ...words('-c:a pcm_f32le -f null -'),
    ],
    drops: [out],
  };
  return [...printSound(source, { ...sourceFiles, out }), measuring];
}

/** What is written of each second that is measured. */
const measuredBytes = 1000;

/** A plan with nothing but its sound. */
function heardOf(plan: RenderPlan): RenderPlan {
  const ids = new Set(plan.sounds.map(({ input }) => input));
  return { ...plan, scenes: [], bitmaps: [], inputs: plan.inputs.filter(({ id }) => ids.has(id)) };
}

/** How many channels each of a plan's inputs has, by its id. */
export function channelsOf({ inputs }: RenderPlan, files: RenderFiles): (id: string) => number {
  return (id) => files.channels(inputs.find((input) => input.id === id) as Input);
}

/** Every segment counts time in the same units, a whole number of them a frame, so that none is rounded at a join. */
export function segmentContainer({ rate }: Pick<RenderPlan['output'], 'rate'>): string[] {
  return words(`-video_track_timescale ${rate[0] * Math.ceil(10_000 / rate[0])} -f mp4`);
}

function bounded(plan: RenderPlan, files: RenderFiles): CutPlan {
  return boundInputs(cutLongRuns(plan, files));
}

/** Where a plan of one segment wants key frames. */
function keyFramesOf({ segments: [segment], output }: RenderPlan): string[] {
  const times = segment?.keyFrames?.map((frame) => number(frame / perSecond(output.rate))) ?? [];
  return times.length > 0 ? ['-force_key_frames', times.join(',')] : [];
}

/** How segments and frames that are composed ahead are coded. */
function codingOf({ pixels }: Pick<RenderPlan['output'], 'pixels'>, isLossless: boolean): PictureCoding {
  if (!isLossless) return 'encoded';
  return pixels === 'rgba' ? 'losslessRgba' : 'lossless';
}

/** Pictures and sound, or one of them alone, in one run. */
function printFile(
  plan: RenderPlan,
  files: RenderFiles,
  recipe: Pick<OutputRecipe, 'video' | 'audio' | 'container'> & Pick<RenderPlan, 'tracks'>,
  coding: PictureCoding = 'encoded',
): Command {
  const { output } = plan;
  const { pads, args, count } = printInputs(plan, files);
  const { lists, read, write } = printTracks({ output, tracks: recipe.tracks ?? [] }, files.work, count);
  const audio = recipe.audio ? printAudio(plan, pads, channelsOf(plan, files)) : '';
  const graph = [recipe.video ? printVideo(plan, pads) : '', audio].filter(Boolean).join(';\n');
  const video = recipe.video
    ? {
        map: ['-map', '[video]'],
        encoding: ['-r', output.rate.join('/'), ...recipe.video(output), ...keyFramesOf(plan)],
      }
    : nothing;
  const sound = audio && recipe.audio ? { map: ['-map', '[audio]'], encoding: recipe.audio(output) } : nothing;
  const end = [...cleanOutput, ...(recipe.container ?? []), fileUrl(files.out)];
  const pictures = recipe.video ? pictureBytes(output, output.frames, coding) : 0;
  const heard = audio ? soundBytes(secondsOf(output), output.format === 'wav' ? 'integers' : 'encoded') : 0;
  return {
    kind: recipe.video ? 'pictures' : 'sound',
    writes: { folder: dirname(files.out), bytes: pictures + heard },
    waits: waitingIn(plan),
    frames: output.frames,
    args: [
      ...[...common, ...args, ...read, '-filter_complex', graph, ...video.map, ...sound.map],
      ...[...video.encoding, ...sound.encoding, ...write, ...end],
    ],
    ...(lists.length > 0 ? { lists } : {}),
  };
}

const nothing = { map: [], encoding: [] };
