import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { fileUrl } from '../media/safeInput.ts';
import {
  framesWithTail,
  type Input,
  type Output,
  type RenderPlan,
  type ScenePlan,
  splitParts,
  type VideoPart,
} from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { PlannedAudio } from '../plan/sound.ts';
import { common, losslessEncoding, splitOptions } from '../print/ffmpegArgs.ts';
import { printMix } from '../print/printAudio.ts';
import { printInputs } from '../print/printInputs.ts';
import { printVideo } from '../print/printVideo.ts';
import type { Command } from './command.ts';
import { bufferedBytes, type CutPlan } from './cutRuns.ts';
import { pictureBytes, soundBytes } from './need.ts';

/**
 * Maximum number of parts of a scene that one ffmpeg run reads, of its parts over a transition, and of sounds. Each input
 * has its own threads and frames.
 */
export const mostInputs = 16;

/**
 * Bounds the number of files that a plan reads at once. If a scene has more parts, the lowest are composed first into a
 * lossless video below the rest. If there are more sounds, groups are mixed first.
 */
export function boundInputs({ plan, files, commands }: CutPlan): CutPlan {
  const work: Work = { plan, files, inputs: [...plan.inputs], paths: new Map(), commands: [] };
  const scenes = boundScenes(work);
  const sounds = boundSounds(work, plan.sounds);
  if (work.commands.length === 0) return { plan, files, commands };
  const used = new Set([...scenes.flatMap(({ parts }) => parts.map(idOf)), ...sounds.map(({ input }) => input)]);
  return {
    plan: {
      ...plan,
      scenes,
      sounds,
      inputs: work.inputs.filter(({ id }) => used.has(id)),
      bitmaps: plan.bitmaps.filter(({ id }) => used.has(id)),
    },
    files: filesOf(work),
    commands: [...commands, ...work.commands],
  };
}

interface Work {
  plan: RenderPlan;
  files: RenderFiles;
  /** Inputs of the plan, and intermediate ones. */
  inputs: Input[];
  /** Intermediate files, by input ID. */
  paths: Map<string, string>;
  commands: Command[];
}

function filesOf({ files, paths }: Work): RenderFiles {
  return {
    ...files,
    media: (input) => paths.get(input.id) ?? files.media(input),
    channels: (input) => (paths.has(input.id) ? 2 : files.channels(input)),
  };
}

function boundScenes(work: Work): ScenePlan[] {
  const scenes = work.plan.scenes.map((scene, i) => boundScene(work, scene, `s${i}`));
  if (scenes.every(({ overlaid = 0 }) => overlaid <= mostInputs)) return scenes;
  return [boundScene(work, mixedAhead(work, scenes), 'over')];
}

/** @param name prefix of the IDs of intermediate inputs. */
function boundScene(work: Work, scene: ScenePlan, name: string): ScenePlan {
  const { transition, tail, isHidden, overlaid, ...rest } = scene;
  const alone = { ...rest, frames: framesWithTail(scene), start: 0 };
  let { own, over } = splitParts(scene);
  for (let step = 0; own.length > mostInputs; step += 1) {
    const below = composeAhead(work, [{ ...alone, parts: own.slice(0, mostInputs) }], `${name}-${step}`);
    own = [below, ...own.slice(mostInputs)];
  }
  return { ...scene, parts: [...own, ...over] };
}

/** Composes all scenes with their transitions ahead. @returns one scene, with all that is over the transitions. */
function mixedAhead(work: Work, scenes: readonly ScenePlan[]): ScenePlan {
  const own = scenes.map(({ overlaid, ...scene }) => ({ ...scene, parts: splitParts({ ...scene, overlaid }).own }));
  const mixed = composeAhead(work, own, 'mixed');
  const seen = scenes.filter(({ isHidden }) => !isHidden);
  let frames = 0;
  const over = seen.flatMap((scene) => {
    const first = frames;
    frames += scene.frames;
    return splitParts(scene).over.map((part) => ({
      ...part,
      from: first + (part.from ?? 0),
      until: first + (part.until ?? scene.frames),
    }));
  });
  const [{ id, start }] = seen as [ScenePlan];
  return { id, start, frames, moving: true, parts: [mixed, ...over] };
}

/** Composes scenes into an intermediate file of the canvas's size. @param name ID of its input. */
function composeAhead(work: Work, scenes: readonly ScenePlan[], name: string): VideoPart {
  const { plan, files } = work;
  const { output } = plan;
  const ids = new Set(scenes.flatMap(({ parts }) => parts.map(idOf)));
  const frames = scenes.reduce((sum, scene) => sum + (scene.isHidden ? 0 : scene.frames), 0);
  const part = {
    ...plan,
    scenes: [...scenes],
    sounds: [],
    inputs: work.inputs.filter(({ id }) => ids.has(id)),
    bitmaps: plan.bitmaps.filter(({ id }) => ids.has(id)),
  };
  const { pads, args } = printInputs(part, filesOf(work));
  const { alpha: _, onBlack: __, ...unencoded } = output;
  const graph = [
    '-filter_complex',
    printVideo({ ...part, output: unencoded }, pads),
    '-map',
    '[video]',
    '-r',
    output.rate.join('/'),
  ];
  const path = `${files.work}/${name}.mkv`;
  const before = [...ids].flatMap((id) => work.paths.get(id) ?? []);
  const coding = output.pixels === 'rgba' ? 'losslessRgba' : 'lossless';
  work.commands.push({
    kind: 'pictures',
    writes: { folder: files.work, bytes: pictureBytes(output, frames, coding) },
    waits: bufferedBytes(part),
    frames,
    args: [...common, ...args, ...graph, ...losslessEncoding(output), '-f', 'matroska', fileUrl(path)],
    drops: before,
  });
  const length = (frames * output.rate[1]) / output.rate[0] + 1;
  work.inputs.push({ id: name, url: '', kind: 'video', seek: 0, length });
  work.paths.set(name, path);
  return wholeCanvas(name, output);
}

/** A composed intermediate video as the lowest part of its scene. */
function wholeCanvas(input: string, { width, height, pixels }: Output): VideoPart {
  return {
    kind: 'video',
    layer: input,
    input,
    segments: [],
    speed: 1,
    source: { width, height },
    crop: { x: 0, y: 0, width: 1, height: 1 },
    width,
    height,
    turn: 0,
    bounds: { x: 0, y: 0, width, height },
    // The lowest part is used as it is, including transparency.
    alpha: false,
    color: { matrix: pixels === 'rgba' ? 'rgb' : 'bt709', range: 'limited' },
  };
}

function boundSounds(work: Work, sounds: readonly PlannedAudio[]): PlannedAudio[] {
  let left = [...sounds];
  for (let step = 0; left.length > mostInputs; step += 1) {
    left = [...left.slice(mostInputs), mixAhead(work, left.slice(0, mostInputs), `mix-${step}`)];
  }
  return left;
}

/** Mixes some sounds into an intermediate file that spans all of them. @param name ID of its input. */
function mixAhead(work: Work, sounds: readonly PlannedAudio[], name: string): PlannedAudio {
  const { plan, files } = work;
  const from = Math.min(...sounds.map(({ at }) => at));
  const until = Math.max(...sounds.map((sound) => sound.until));
  const ids = new Set(sounds.map(({ input }) => input));
  const part = {
    ...plan,
    scenes: [],
    bitmaps: [],
    inputs: work.inputs.filter(({ id }) => ids.has(id)),
    sounds: sounds.map((sound) => ({ ...sound, at: sound.at - from, until: sound.until - from })),
  };
  const made = filesOf(work);
  const { pads, args } = printInputs(part, made);
  const channels = (id: string) => made.channels(part.inputs.find((input) => input.id === id) as Input);
  const graph = ['-filter_complex', printMix(part.sounds, pads, channels, ['anull[mix]']), '-map', '[mix]'];
  const path = `${files.work}/${name}.wav`;
  const before = [...ids].flatMap((id) => work.paths.get(id) ?? []);
  work.commands.push({
    kind: 'sound',
    writes: { folder: files.work, bytes: soundBytes(until - from, 'floats') },
    waits: bufferedBytes(part),
    frames: 0,
    args: [...common, ...args, ...graph, ...splitOptions(`-c:a pcm_f32le -ar ${HERTZ} -f wav`), fileUrl(path)],
    drops: before,
  });
  const length = until - from;
  work.inputs.push({ id: name, url: '', kind: 'audio', seek: 0, length: length + 1 });
  work.paths.set(name, path);
  const segment = { from: 0, length, backwards: false };
  const plain = { speed: 1, loops: false, volume: 1, fadeIn: 0, fadeOut: 0 };
  return { input: name, segments: [segment], length, at: from, until, ...plain };
}

function idOf(part: ScenePlan['parts'][number]): string {
  return part.kind === 'video' ? part.input : part.bitmap;
}
