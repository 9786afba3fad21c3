import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { hasSound, type Output, stillOutput } from '../project/output.ts';
import type { Project, Scene } from '../project/project.ts';
import { audioSpan, hasTimedVideo } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withScene } from './find.ts';
import { withFollowingMotions } from './followingMotion.ts';
import { asMoving } from './still.ts';

/**
 * What comes out: a still, or a video. `seconds` is the length of the scene; left out, the scene keeps the length that
 * its video, the audio or an earlier choice gives it.
 */
export type SceneOutput = { type: 'image' } | { type: 'video'; seconds?: number };

/** What there is to choose for a scene's output. */
export interface OutputOptions {
  /** Whether the output can be a still: only of a single scene. */
  image: boolean;
  /** What gives the scene its length as a video: a person, its longest video, or, of a lone scene, the audio. */
  lengthBy: 'choice' | 'video' | 'audio';
}

/** What can be chosen for the output of a scene, and what decides the rest. */
export function outputOptions(project: Project, scene: Scene): OutputOptions {
  const isLone = project.scenes.length === 1;
  const audio = project.audio && audioSpan(project.audio);
  const isByAudio = isLone && audio !== null && audio.end > audio.start;
  return { image: isLone, lengthBy: hasTimedVideo(scene) ? 'video' : isByAudio ? 'audio' : 'choice' };
}

/**
 * Chooses what comes out: its type, format and measures. What moves and has several scenes is no picture: nothing then.
 */
export function chooseOutput(project: Project, output: Output): Project {
  if (output.type === 'image' && project.scenes.length > 1) return project;
  return JSON.stringify(output) === JSON.stringify(project.output) ? project : { ...project, output };
}

/** Brings the sound of what comes out to a loudness, LUFS; undefined: it stays as loud as it is. Nothing for what is silent. */
export function setLoudness(project: Project, loudness: number | undefined): Project {
  if (!hasSound(project)) return project;
  const { loudness: _, ...rest } = { loudness, ...project.output };
  return chooseOutput(project, (loudness === undefined ? rest : { ...rest, loudness }) as Output);
}

/** Lengths that the output panel offers, seconds. */
export const presetSeconds = [0.5, 1, 2, 5, 10] as const;

/**
 * Chooses the output of a scene; motions that last as long as their pictures follow its length. A still is only possible for a single scene; with several, or for
 * a length out of 0.1 s to 8 min, nothing changes.
 */
export function setOutput(project: Project, sceneId: string, output: SceneOutput): Project {
  if (output.type === 'image') {
    if (project.scenes.length > 1) return project;
    const still = withScene(project, sceneId, (scene) => ({ ...scene, isImageVideo: false, duration: 0 }));
    return still === project ? project : { ...still, output: stillOutput };
  }
  const { seconds } = output;
  if (seconds === undefined) return withAutoLoop(asMoving(project));
  if (!(seconds >= MIN_CUSTOM_SECONDS && seconds <= MAX_CUSTOM_SECONDS)) return project;
  const video = withScene(project, sceneId, (scene) => ({ ...scene, isImageVideo: true, duration: seconds }));
  return video === project ? project : withAutoLoop(withFollowingMotions(project, asMoving(video)));
}
