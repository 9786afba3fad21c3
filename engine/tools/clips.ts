import * as z from 'zod';
import type { Size } from '../layout/box.ts';
import { MAX_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { type Parsed, parseProject } from '../project/parse.ts';
import type { Problem } from '../project/problems.ts';
import type { Project, ProjectInput } from '../project/project.ts';
import { type ImageMotion, type TransitionType, transitionTitles } from '../project/videoEffects.ts';
import { field } from './field.ts';
import { type Framing, frameOf, objectFits } from './frame.ts';
import { trackOf } from './sound.ts';
import { imageLayerOf, isPicture, MAX_TOOL_SIDE, resolveSpan, videoLayerOf, wholeFrame } from './source.ts';
import type { Inputs, SourceMedia } from './tool.ts';

/** Inputs of a tool that joins files. */
export const severalVisible: Inputs = {
  ...{ min: 1, max: 100, kinds: ['video', 'animation', 'image'] },
  missing: messages.clipsMissing,
};

/** Optional background music. */
export const music: Inputs = { min: 0, max: 1, kinds: ['audio'], keys: ['audio'] };

/** Default length of images. */
export const clipDuration = field(z.number().min(MIN_CUSTOM_SECONDS).max(MAX_SECONDS).default(3), {
  title: 'Image length',
  description: 'seconds per image',
  unit: 's',
});

/** Form texts of the transition. */
export const transitionField = {
  title: 'Transition',
  description: 'transition between two clips',
  choices: transitionTitles,
};

/** How clips are joined. */
export interface Joining {
  ratio: string;
  positioning: Framing;
  /** Seconds per image. */
  clipDuration: number;
  /** Default: a cut. */
  transition?: { type: TransitionType; duration: number };
  /** Motions of the images, repeated in turn. Default: none. */
  motions?: readonly ImageMotion['type'][];
}

/** Smallest long side of the result, in pixels. */
const LEAST_LONG_SIDE = 1280;

/** Creates a project with one scene per clip, in order; the music loops until the end. */
export function joinClips(clips: readonly SourceMedia[], joining: Joining, sound?: SourceMedia): Parsed<Project> {
  const longest = Math.max(LEAST_LONG_SIDE, ...clips.map(({ width, height }) => Math.max(width, height)));
  const size = frameOf(joining.ratio, Math.min(MAX_TOOL_SIDE, longest));
  const made = clips.map((clip, index) => sceneOf(clip, index, joining));
  const problems = made.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) return { ok: false, problems };
  const scenes = made.flatMap((one) => (one.ok ? [one.value] : []));
  return parseProject({ ...frame(size), scenes, ...(sound ? { audio: musicOf(sound) } : {}) });
}

function frame({ width, height }: Size) {
  return { width, height, ratio: `${width}:${height}`, background: '#000000' };
}

function musicOf(sound: SourceMedia) {
  const whole = { startTime: 0, endTime: sound.duration, isTrimmed: false };
  return { ...trackOf(sound, whole), loop: true, loopTouched: true };
}

type SceneInput = ProjectInput['scenes'][number];

function sceneOf(source: SourceMedia, index: number, joining: Joining): Parsed<SceneInput> {
  const { clip } = source;
  const look = { id: `clip-${index + 1}`, position: wholeFrame, objectFit: objectFits[joining.positioning] };
  const scene = {
    id: `scene-${index + 1}`,
    background: '#000000',
    ...(joining.transition && index > 0 ? { transition: joining.transition } : {}),
  };
  if (isPicture(source)) {
    const duration = clip?.duration || joining.clipDuration;
    const { motions = [] } = joining;
    const type = motions[index % motions.length];
    const layers = [{ ...imageLayerOf(source), ...look, ...(type ? { motion: { type, duration } } : {}) }];
    return { ok: true, value: { ...scene, duration, isImageVideo: true, layers } };
  }
  const trim = resolveSpan(clip ?? { startTime: 0 }, source);
  if (!trim.ok) return { ok: false, problems: trim.problems.map((one) => ofClip(one, index)) };
  const layers = [{ ...videoLayerOf(source, trim.value), ...look, isMuted: clip?.isMuted ?? false }];
  const duration = trim.value.endTime - trim.value.startTime;
  return { ok: true, value: { ...scene, duration, isImageVideo: source.animated, layers } };
}

function ofClip(found: Problem, index: number): Problem {
  return { ...found, pointer: `/clips/${index}${found.pointer}` };
}
