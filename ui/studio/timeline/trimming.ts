import { setAudioStart, trimAudio } from '../../../engine/edit/audio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import type { TrimPart } from '../../../engine/edit/trimWindow.ts';
import { isVideo } from '../../../engine/kinds/families.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { AUDIO_END_MARGIN } from '../../../engine/project/limits.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isTimedByAudio, mediaRun, sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { HELD_BEFORE_END } from '../../../engine/timeline/mediaTime.ts';
import { showError } from '../../state/notices.ts';
import { startRange } from '../audio/track.ts';
import { pause, seek } from '../state/playback.ts';
import { change, endStep, startOf, studio } from '../state/studio.ts';

/**
 * Trims a video layer, and shows the moment of the video that was chosen. Until `endStep` all of it is one step of undo.
 * @param start, end seconds of the source. @param which edge was moved; of a window that moves as a whole its start is
 * shown.
 */
export function trimVideo(layerId: string, start: number, end: number, which: TrimPart): void {
  pause();
  change((project) => taken(trimLayer(project, layerId, start, end), project), trimStep(layerId));
  showEdge(layerId, which === 'end' ? 'end' : 'start');
}

/** Name of the step that trims a video layer, for `change`. */
export function trimStep(layerId: string): string {
  return `trim:${layerId}`;
}

/** Name of the step that trims the audio track. */
export const AUDIO_TRIM_STEP = 'trim-audio';

/** Trims the audio track. */
export function trimTrack(start: number, end: number): void {
  pause();
  change((project) => taken(trimAudio(project, start, end), project), AUDIO_TRIM_STEP);
}

/** Makes a video layer play its whole video again. */
export function untrimVideo(layer: VideoLayer): void {
  if (layer.duration !== undefined) trimVideo(layer.id, 0, layer.duration, 'start');
  endStep();
}

/** Name of the step that moves the audio track. */
export const AUDIO_START_STEP = 'audio-start';

/** Sets when the audio track begins, seconds of the video; what is beyond `latestStart` counts as that. */
export function moveTrack(startTime: number): void {
  pause();
  change((project) => setAudioStart(project, Math.min(Math.max(0, startTime), latestStart(project))), AUDIO_START_STEP);
}

/**
 * The latest hundredth of a second at which the audio track may begin: before the last 0.2 s of the video;
 * where the video lasts as long as its audio, the end of the line that the start is chosen along.
 */
export function latestStart(project: Project): number {
  if (isTimedByAudio(project)) return startRange(project);
  // Below the limit, not at it; 1e-6 forgives what adding lengths up leaves behind.
  return Math.max(0, Math.ceil((totalDuration(project) - AUDIO_END_MARGIN) * 100 - 1e-6) / 100 - 0.01);
}

function taken(parsed: Parsed<Project>, before: Project): Project {
  if (parsed.ok) return parsed.value;
  showError(parsed.problems[0]?.message);
  return before;
}

/** Goes to where the first or the last frame of what a video layer plays is seen. */
function showEdge(layerId: string, edge: 'start' | 'end'): void {
  const found = findLayer(studio.project, layerId);
  if (!found || !isVideo(found.layer)) return;
  const { start, end, speed, isReversed } = mediaRun(found.layer);
  const length = Math.min((end - start) / speed, sceneDuration(studio.project, found.scene));
  const isFirst = (edge === 'start') === !isReversed;
  seek(startOf(found.scene.id) + (isFirst ? 0 : Math.max(0, length - HELD_BEFORE_END)));
}
