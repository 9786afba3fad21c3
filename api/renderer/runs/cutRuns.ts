import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import type { Input, Output, RenderPlan, VideoPart } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { PlannedAudio } from '../plan/sound.ts';
import { hasClearPixels } from '../plan/videoPart.ts';
import type { Command, Cut } from './command.ts';
import { splitVideo } from './cutVideo.ts';
import { BACKWARD_SAMPLE, backwardSound, splitAudio } from './splitAudio.ts';

/** A plan whose long loops and reversed runs are read from files, with the commands that write those files. */
export interface CutPlan {
  plan: RenderPlan;
  files: RenderFiles;
  commands: Command[];
}

/**
 * Reversed and looped runs are buffered in memory. If that exceeds the memory, the run is first written to files in
 * pieces, at its visible size, and read from them.
 */
export function splitLongRuns(plan: RenderPlan, files: RenderFiles): CutPlan {
  const cuts = new Map<string, Cut>();
  let left = files.memory;
  const fits = (bytes: number) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const inputOf = (id: string) => plan.inputs.find((input) => input.id === id) as Input;
  const scenes = plan.scenes.map((scene) => ({
    ...scene,
    parts: scene.parts.map((part) => {
      if (part.kind !== 'video' || fits(waitingPictures(part, plan.output))) return part;
      cuts.set(part.input, splitVideo(part, inputOf(part.input), plan.output, files));
      return fromCut(part);
    }),
  }));
  const sounds = plan.sounds.map((sound) => {
    const waiting = waitingSound(sound);
    if ((sound.loops || waiting <= backwardSound(files.memory)) && fits(waiting)) return sound;
    const { sound: made, ...cut } = splitAudio(sound, inputOf(sound.input), files);
    cuts.set(sound.input, cut);
    return made;
  });
  const inputs = plan.inputs.map((input) => cuts.get(input.id)?.input ?? input);
  const media = (input: Input) => cuts.get(input.id)?.path ?? files.media(input);
  const channels = (input: Input) => (cuts.has(input.id) ? 2 : files.channels(input));
  const commands = [...cuts.values()].flatMap((cut) => cut.commands);
  return { plan: { ...plan, inputs, scenes, sounds }, files: { ...files, media, channels }, commands };
}

/** Bytes of frames and audio that a plan buffers in memory. Runs that were cut are read from files. */
export function bufferedBytes({ scenes, sounds, output }: Pick<RenderPlan, 'scenes' | 'sounds' | 'output'>): number {
  const parts = scenes.flatMap((scene) => scene.parts.filter((part) => part.kind === 'video'));
  const pictures = parts.filter(({ segments }) => segments.length > 0).map((part) => waitingPictures(part, output));
  return [...pictures, ...sounds.map(waitingSound)].reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes of a part's frames that are buffered at a time. */
function waitingPictures(part: VideoPart, output: Output): number {
  const isClear = hasClearPixels(part) || part.mask || part.turn % 90 !== 0;
  const pixel = output.pixels === 'rgba' || (hasClearPixels(part) && part.track) ? 4 : isClear ? 2.5 : 1.5;
  return part.bounds.width * part.bounds.height * pixel * waitingFrames(part);
}

function waitingFrames({ segments, loop }: VideoPart): number {
  if (loop) return loop.frames;
  const back = segments.findIndex(({ backwards }) => backwards);
  // Everything after a reversed segment waits for it.
  const waiting = back < 0 ? [] : segments.slice(back);
  return waiting.reduce((sum, { frames, stills, backwards }) => sum + ((backwards && stills?.count) || frames), 0);
}

/**
 * Bytes of samples that are buffered at a time: one run of a loop, else everything from the first reversed segment on.
 */
function waitingSound({ segments, speed, loops, length }: PlannedAudio): number {
  if (loops) return length * HERTZ * 8;
  const back = segments.findIndex(({ backwards }) => backwards);
  const seconds = back < 0 ? 0 : segments.slice(back).reduce((sum, { length }) => sum + length, 0) / speed;
  return seconds * HERTZ * BACKWARD_SAMPLE;
}

/**
 * The part as read from its cut: already trimmed, cropped, scaled, keyed and converted, with effects, but not rotated.
 */
function fromCut(part: VideoPart): VideoPart {
  const { key, adjustment, grade, flipped, flippedVertical, vignette, effects, ...rest } = part;
  return {
    ...rest,
    alpha: hasClearPixels(part),
    segments: [],
    speed: 1,
    source: { width: part.width, height: part.height },
    crop: { x: 0, y: 0, width: 1, height: 1 },
    color: { matrix: 'bt709', range: 'limited' },
  };
}
