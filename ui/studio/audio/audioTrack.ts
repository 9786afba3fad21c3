import {
  type ChosenAudio,
  removeAudio,
  setAudio,
  setAudioSound,
  setAudioStart,
  toggleAudioLoop,
  toggleAudioMute,
} from '../../../engine/edit/audio.ts';
import { type DuckingChange, setAudioDucking } from '../../../engine/edit/ducking.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { newMediaLayer } from '../../../engine/edit/newLayers.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { type SoundEffectsChange, setAudioEffects } from '../../../engine/edit/soundEffects.ts';
import { newId } from '../../../engine/project/id.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { isTimedByAudio, totalDuration } from '../../../engine/timeline/durations.ts';
import { importAudioFile } from '../../client/media/importAudio.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { lengthInWords } from '../../kit/words.ts';
import { intoProject } from '../state/addFiles.ts';
import { openLayer } from '../state/go.ts';
import { pause, seek } from '../state/playback.ts';
import { change, endStep, selectedScene, studio } from '../state/studio.ts';

/** Maximum start in seconds offered by the slider if the video is timed by its audio. */
const FREE_START = 30;

/** Makes the first file the audio track, once it has been added. */
export function chooseAudio(files: readonly File[]): void {
  void importAudioFile(files, intoProject(setAudioTrack));
}

/**
 * Makes a file the audio track and shows the canvas. If there is a track already, adds an audio layer to the selected
 * scene instead and reports it. Also reports if the track changes the duration.
 */
export function setAudioTrack(chosen: ChosenAudio): void {
  if (studio.project.audio) {
    putSound(chosen);
    return;
  }
  const before = totalDuration(studio.project);
  change((project) => setAudio(project, chosen));
  studio.showCanvas = true;
  const words = audioLengthWords(studio.project);
  if (words && totalDuration(studio.project) !== before) showNote(words);
}

function putSound(chosen: ChosenAudio): void {
  const { id: sceneId } = selectedScene();
  const layer = newMediaLayer({ ...noSize, duration: 0, ...chosen }, newId);
  change((project) => addLayer(project, sceneId, layer));
  const isAdded = findLayer(studio.project, layer.id) !== undefined;
  if (!isAdded) showError(noRoomForLayers(studio.project));
  else {
    const open = { label: 'Open', run: () => openLayer(layer.id) };
    const { scenes } = studio.project;
    const place = scenes.length > 1 ? `scene ${scenes.findIndex(({ id }) => id === sceneId) + 1}` : 'the scene';
    showNote(`The audio is unchanged. The file you added is now an audio layer of ${place}.`, { action: open });
  }
}

const noSize = { kind: 'audio', width: 0, height: 0, hasAudio: true, animated: false } as const;

/** A sentence if the audio gives the video another duration than was chosen; else undefined. */
export function audioLengthWords(project: Project): string | undefined {
  const chosen = project.scenes[0]?.duration ?? 0;
  const length = totalDuration(project);
  if (!isTimedByAudio(project) || chosen <= 0 || Math.abs(chosen - length) < 0.005) return undefined;
  return `The video lasts as long as the audio: ${lengthInWords(length)} instead of the chosen ${lengthInWords(chosen)}.`;
}

/** Removes the audio track. */
export function removeAudioTrack(): void {
  pause();
  change(removeAudio);
}

/** Sets the start of the audio track in seconds of the video, and seeks there. One undo step until `endStep`. */
export function moveAudio(seconds: number): void {
  pause();
  change((project) => setAudioStart(project, seconds), 'audio-start');
  seek(studio.project.audio?.startTime ?? seconds);
}

/** Sets volume and fades. One undo step until `endStep`. */
export function setAudioLevels(sound: Partial<Pick<AudioTrack, 'volume' | 'fadeIn' | 'fadeOut'>>): void {
  change((project) => setAudioSound(project, sound), `audio-${Object.keys(sound).join()}`);
}

/**
 * Changes the sound effects of the audio track.
 * @param step name of an undo step, open until `endStep`; absent: its own step.
 */
export function changeAudioEffects(effects: SoundEffectsChange, step?: string): void {
  if (!step) endStep();
  change((project) => setAudioEffects(project, effects), step && `audio-${step}`);
}

/**
 * Changes the ducking of the audio track.
 * @param step name of an undo step, open until `endStep`; absent: its own step.
 */
export function setDucking(settings: DuckingChange, step?: string): void {
  if (!step) endStep();
  change((project) => setAudioDucking(project, settings), step && `audio-${step}`);
}

/** Toggles looping, if it makes a difference. */
export function loopAudio(): void {
  endStep();
  change(toggleAudioLoop);
}

export function muteAudio(): void {
  endStep();
  change(toggleAudioMute);
}

/** Maximum of the start slider, in seconds. */
export function startRange(project: Project): number {
  const start = project.audio?.startTime ?? 0;
  return isTimedByAudio(project) ? Math.max(FREE_START, start) : Math.max(totalDuration(project), start);
}
