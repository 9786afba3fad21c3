import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { canBeFitted, hasSound, type Output, stillOutput, type VideoOutput } from '../project/output.ts';
import type { Project, Scene } from '../project/project.ts';
import { audioSpan, hasTimedVideo } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withScene } from './find.ts';
import { withFollowingMotions } from './followingMotion.ts';
import { withVideoOutput } from './still.ts';

/**
 * Output of a scene: a still, or a video. `seconds` is the scene's length; without it the length stays as set by its
 * video, the audio or an earlier choice.
 */
export type SceneOutput = { type: 'image' } | { type: 'video'; seconds?: number };

/** Options for a scene's output. */
export interface OutputOptions {
  /** Whether the output can be a still: only for a single scene. */
  image: boolean;
  /** What sets the length of the scene as a video: a choice, its longest video, or, for a single scene, the audio. */
  lengthBy: 'choice' | 'video' | 'audio';
}

/** Returns the options for a scene's output. */
export function outputOptions(project: Project, scene: Scene): OutputOptions {
  const isLone = project.scenes.length === 1;
  const audio = project.audio && audioSpan(project.audio);
  const isByAudio = isLone && audio !== null && audio.end > audio.start;
  return { image: isLone, lengthBy: hasTimedVideo(scene) ? 'video' : isByAudio ? 'audio' : 'choice' };
}

/** Sets the output: type, format and settings. Does nothing for an image if the project has several scenes. */
export function chooseOutput(project: Project, output: Output): Project {
  if (output.type === 'image' && project.scenes.length > 1) return project;
  return JSON.stringify(output) === JSON.stringify(project.output) ? project : { ...project, output };
}

/** Sets the target loudness of the output, in LUFS; undefined: unchanged. Does nothing for outputs without audio. */
export function setLoudness(project: Project, loudness: number | undefined): Project {
  return hasSound(project) ? withSetting(project, 'loudness', loudness) : project;
}

/** Sets the frame rate of a video or its frames; undefined: by the sources. Does nothing for other outputs. */
export function setFrameRate(project: Project, fps: number | undefined): Project {
  const { type } = project.output;
  return type === 'video' || type === 'frames' ? withSetting(project, 'fps', fps) : project;
}

/** Settings of a video that may be left to their defaults. */
type VideoSetting = 'chapters' | 'codec' | 'bitrate' | 'keyframeInterval';

/**
 * Sets a setting of a video; undefined: its default. ProRes has neither bit rate nor size limit: both are removed. Does
 * nothing for other outputs.
 */
export function setVideoSetting<Name extends VideoSetting>(
  project: Project,
  name: Name,
  value: VideoOutput[Name],
): Project {
  if (project.output.type !== 'video') return project;
  if (value !== 'prores') return withSetting(project, name, value);
  const { bitrate: _, fitUnder: __, ...rest } = project.output;
  return withSetting({ ...project, output: rest }, name, value);
}

/** Sets the maximum file size of the output, in megabytes; undefined: any. Does nothing for outputs of fixed size. */
export function setSizeLimit(project: Project, fitUnder: number | undefined): Project {
  return canBeFitted(project.output) ? withSetting(project, 'fitUnder', fitUnder) : project;
}

function withSetting(project: Project, name: 'loudness' | 'fitUnder' | 'fps' | VideoSetting, value: unknown): Project {
  const { [name]: _, ...rest } = project.output as Output & { [name]?: unknown };
  return chooseOutput(project, (value === undefined ? rest : { ...rest, [name]: value }) as Output);
}

/** Preset lengths of the output panel, in seconds. */
export const presetSeconds = [0.5, 1, 2, 5, 10] as const;

/**
 * Sets the output of a scene; motions as long as their images follow its length. A still needs a single scene. Does
 * nothing for a still with several scenes, or a length outside 0.1 s to 8 min.
 */
export function setOutput(project: Project, sceneId: string, output: SceneOutput): Project {
  if (output.type === 'image') {
    if (project.scenes.length > 1) return project;
    const still = withScene(project, sceneId, (scene) => ({ ...scene, isImageVideo: false, duration: 0 }));
    return still === project ? project : { ...still, output: stillOutput };
  }
  const { seconds } = output;
  if (seconds === undefined) return withAutoLoop(withVideoOutput(project));
  if (!(seconds >= MIN_CUSTOM_SECONDS && seconds <= MAX_CUSTOM_SECONDS)) return project;
  const video = withScene(project, sceneId, (scene) => ({ ...scene, isImageVideo: true, duration: seconds }));
  return video === project ? project : withAutoLoop(withFollowingMotions(project, withVideoOutput(video)));
}
