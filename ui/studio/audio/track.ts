import {
  type ChosenAudio,
  removeAudio,
  setAudio,
  setAudioSound,
  setAudioStart,
  toggleAudioLoop,
  toggleAudioMute,
} from '../../../engine/edit/audio.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { isTimedByAudio, totalDuration } from '../../../engine/timeline/durations.ts';
import { pause, seek } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';

/** How far the audio of pictures can be put off by the slider, seconds: they last as long as it asks for. */
const FREE_START = 30;

/** Makes a file the audio track, and shows the canvas, which is what it is heard with. */
export function putAudio(chosen: ChosenAudio): void {
  change((project) => setAudio(project, chosen));
  studio.showCanvas = true;
}

/** Takes the audio track away. */
export function clearAudio(): void {
  pause();
  change(removeAudio);
}

/** Puts the start of the audio at a second of the video, and shows that moment. A step of undo until `endStep`. */
export function moveAudio(seconds: number): void {
  pause();
  change((project) => setAudioStart(project, seconds), 'audio-start');
  seek(studio.project.audio?.startTime ?? seconds);
}

/** Sets how loud it is and how it comes and goes. A step of undo until `endStep`. */
export function soundAudio(sound: Partial<Pick<AudioTrack, 'volume' | 'fadeIn' | 'fadeOut'>>): void {
  change((project) => setAudioSound(project, sound), `audio-${Object.keys(sound).join()}`);
}

/** Loops it, or no longer; nothing while that makes no difference. */
export function loopAudio(): void {
  endStep();
  change(toggleAudioLoop);
}

/** Mutes or unmutes it. */
export function muteAudio(): void {
  endStep();
  change(toggleAudioMute);
}

/** The length of the line that the start is chosen along, seconds. */
export function startRange(project: Project): number {
  const start = project.audio?.startTime ?? 0;
  return isTimedByAudio(project) ? Math.max(FREE_START, start) : Math.max(totalDuration(project), start);
}
