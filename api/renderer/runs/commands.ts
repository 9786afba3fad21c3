import { dirname } from 'node:path';
import { isLossless } from '../../../engine/project/output.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { fileUrl } from '../media/safeInput.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { common, losslessEncoding, number, splitOptions } from '../print/ffmpegArgs.ts';
import { type OutputRecipe, outputRecipes } from '../print/outputs.ts';
import { printAudio, printLoudness, printMeasured, printPeak } from '../print/printAudio.ts';
import { gradeFiles } from '../print/printGrade.ts';
import { printInputs } from '../print/printInputs.ts';
import { printTracks } from '../print/printTracks.ts';
import { printVideo } from '../print/printVideo.ts';
import { printAnimation } from './animation.ts';
import { boundInputs } from './boundInputs.ts';
import type { Command } from './command.ts';
import { bufferedBytes, type CutPlan, splitLongRuns } from './cutRuns.ts';
import { type PictureCoding, pictureBytes, secondsOf, soundBytes } from './need.ts';

/** Prints a plan of one segment as a list of ffmpeg runs; empty for an image. The bitmaps must be painted before. */
export function printCommands(whole: RenderPlan, wholeFiles: RenderFiles): Command[] {
  const recipe = outputRecipes[whole.output.format];
  if (recipe.kind === 'image') return [];
  const { plan, files, commands } = bounded(whole, wholeFiles);
  if (recipe.kind !== 'animation')
    return withGrades(whole, files, [
      ...commands,
      printFile(plan, files, { ...recipe, tracks: plan.tracks ?? [], chapters: plan.chapters ?? [] }),
    ]);
  const { pads, args, count } = printInputs(plan, files);
  const source = { args, count, graph: printVideo(plan, pads), waits: bufferedBytes(plan) };
  return withGrades(whole, files, [...commands, ...printAnimation(plan.output, source, files)]);
}

/** Prints a segment as a file of only its frames, to be joined with others; lossless for animations. */
export function printSegment(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { plan, files, commands } = bounded(source, sourceFiles);
  const { kind, video = losslessEncoding } = outputRecipes[plan.output.format];
  const container = kind === 'animation' ? splitOptions('-f matroska') : segmentContainer(plan.output);
  const coding = codingOf(plan.output, video === losslessEncoding);
  return withGrades(source, files, [...commands, printFile(plan, files, { video, container }, coding)]);
}

/** Adds the files of a plan's color corrections to its first run. */
function withGrades(plan: RenderPlan, { work }: RenderFiles, [first, ...rest]: Command[]): Command[] {
  const files = gradeFiles(plan, work);
  if (files.length === 0 || !first) return first ? [first, ...rest] : [];
  return [{ ...first, lists: [...files, ...(first.lists ?? [])] }, ...rest];
}

/** Prints the audio of a whole plan as a separate file, to be joined with its segments; empty if the plan is silent. */
export function printAudioCommand(source: RenderPlan, sourceFiles: RenderFiles): Command[] {
  const { audio, kind, container: own } = outputRecipes[source.output.format];
  if (!audio || source.sounds.length === 0) return [];
  const { plan, files, commands } = bounded(audioPlanOf(source), sourceFiles);
  const container =
    kind === 'audio' && own ? own : splitOptions(source.output.format === 'webm' ? '-f webm' : '-f mp4');
  return [...commands, printFile(plan, files, { audio, container })];
}

/**
 * Prints the runs that measure the loudness of a plan's audio, after its gain if that is known; empty if the plan is
 * silent.
 * @param file name in the working folder that receives the measurements.
 */
export function printMeasuring(source: RenderPlan, sourceFiles: RenderFiles, file: string): Command[] {
  return printMetered(source, sourceFiles, printLoudness(file));
}

/** Prints the runs that measure the true peak of a plan's audio before encoding, like printMeasuring. */
export function printMeasuringPeak(source: RenderPlan, sourceFiles: RenderFiles, file: string): Command[] {
  return printMetered(source, sourceFiles, printPeak(file));
}

/** @param meter filters that write measurements into the working folder. */
function printMetered(source: RenderPlan, sourceFiles: RenderFiles, meter: string): Command[] {
  if (source.sounds.length === 0) return [];
  const { plan, files, commands } = bounded(audioPlanOf(source), sourceFiles);
  const { pads, args } = printInputs(plan, files);
  const graph = printMeasured(plan, pads, channelsOf(plan, files), meter);
  const measuring: Command = {
    kind: 'sound',
    writes: { folder: files.work, bytes: measuredBytes * secondsOf(plan.output) },
    waits: bufferedBytes(plan),
    frames: 0,
    args: [...common, ...args, '-filter_complex', graph, '-map', '[audio]', ...splitOptions('-f null -')],
  };
  return [...commands, measuring];
}

/**
 * Prints the runs that measure the peak of a plan's audio after encoding.
 * @param file name in the working folder that receives the measurements.
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
      ...splitOptions('-c:a pcm_f32le -f null -'),
    ],
    drops: [out],
  };
  return [...printAudioCommand(source, { ...sourceFiles, out }), measuring];
}

/** Bytes written per measured second. */
const measuredBytes = 1000;

/** Reduces a plan to its audio. */
function audioPlanOf(plan: RenderPlan): RenderPlan {
  const ids = new Set(plan.sounds.map(({ input }) => input));
  return { ...plan, scenes: [], bitmaps: [], inputs: plan.inputs.filter(({ id }) => ids.has(id)) };
}

/** How many channels each of a plan's inputs has, by its id. */
export function channelsOf({ inputs }: RenderPlan, files: RenderFiles): (id: string) => number {
  return (id) => files.channels(inputs.find((input) => input.id === id) as Input);
}

/**
 * All segments use the same timescale with a whole number of ticks per frame, so that nothing is rounded when they are
 * joined.
 */
export function segmentContainer(output: Pick<RenderPlan['output'], 'rate' | 'format' | 'alpha' | 'codec'>): string[] {
  const [frames] = output.rate;
  const container = plannedCodec(output) === 'prores' ? 'mov' : 'mp4';
  return splitOptions(`-video_track_timescale ${frames * Math.ceil(10_000 / frames)} -f ${container}`);
}

function bounded(plan: RenderPlan, files: RenderFiles): CutPlan {
  return boundInputs(splitLongRuns(plan, files));
}

/** Forces key frames where a plan of one segment requests them. */
function keyFramesOf({ segments: [segment], output }: RenderPlan): string[] {
  const times = segment?.keyFrames?.map((frame) => number(frame / fpsOf(output.rate))) ?? [];
  return times.length > 0 ? ['-force_key_frames', times.join(',')] : [];
}

/** Encoding of segments and of frames that are composed in advance. */
function codingOf(output: RenderPlan['output'], isLossless: boolean): PictureCoding {
  if (!isLossless) return plannedCodec(output) === 'prores' ? 'prores' : 'encoded';
  return output.pixels === 'rgba' ? 'losslessRgba' : 'lossless';
}

/** Prints a run that writes video, audio, or both. */
function printFile(
  plan: RenderPlan,
  files: RenderFiles,
  recipe: Pick<OutputRecipe, 'video' | 'audio' | 'container'> & Pick<RenderPlan, 'tracks' | 'chapters'>,
  coding: PictureCoding = codingOf(plan.output, false),
): Command {
  const { output } = plan;
  const { pads, args, count } = printInputs(plan, files);
  const { tracks = [], chapters = [] } = recipe;
  const { lists, read, write, clean } = printTracks({ output, tracks, chapters }, files.work, count);
  const audio = recipe.audio ? printAudio(plan, pads, channelsOf(plan, files)) : '';
  const graph = [recipe.video ? printVideo(plan, pads) : '', audio].filter(Boolean).join(';\n');
  const video = recipe.video
    ? {
        map: ['-map', '[video]'],
        encoding: ['-r', output.rate.join('/'), ...recipe.video(output), ...keyFramesOf(plan)],
      }
    : nothing;
  const sound = audio && recipe.audio ? { map: ['-map', '[audio]'], encoding: recipe.audio(output) } : nothing;
  const end = [...clean, ...(recipe.container ?? []), fileUrl(files.out)];
  const pictures = recipe.video ? pictureBytes(output, output.frames, coding) : 0;
  const audioBytes = audio ? soundBytes(secondsOf(output), isLossless(output.format) ? 'integers' : 'encoded') : 0;
  return {
    kind: recipe.video ? 'pictures' : 'sound',
    writes: { folder: dirname(files.out), bytes: pictures + audioBytes },
    waits: bufferedBytes(plan),
    frames: output.frames,
    args: [
      ...[...common, ...args, ...read, '-filter_complex', graph, ...video.map, ...sound.map],
      ...[...video.encoding, ...sound.encoding, ...write, ...end],
    ],
    ...(lists.length > 0 ? { lists } : {}),
  };
}

const nothing = { map: [], encoding: [] };
