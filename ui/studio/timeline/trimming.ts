import { setAudioStart, trimAudio } from '../../../engine/edit/audio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import type { TrimPart } from '../../../engine/edit/trimWindow.ts';
import { isVideo } from '../../../engine/kinds/families.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { AUDIO_END_MARGIN } from '../../../engine/project/limits.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { FREEZE_BEFORE_END, isTimedByAudio, mediaRun, totalDuration } from '../../../engine/timeline/durations.ts';
import { showError } from '../../client/page/notices.ts';
import { startRange } from '../audio/audioTrack.ts';
import { layerWindow } from '../state/keyframes.ts';
import { pause, seek } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';

/**
 * Trims a video layer and seeks to the trimmed edge. One undo step until `endStep`.
 * @param start, end seconds of the source.
 * @param which the moved edge; if both move, the start is shown.
 */
export function trimVideo(layerId: string, start: number, end: number, which: TrimPart): void {
  pause();
  change((project) => taken(trimLayer(project, layerId, start, end), project), trimStep(layerId));
  showEdge(layerId, which === 'end' ? 'end' : 'start');
}

/** Name of the undo step that trims a video layer, for `change`. */
export function trimStep(layerId: string): string {
  return `trim:${layerId}`;
}

/** Name of the undo step that trims the audio track. */
export const AUDIO_TRIM_STEP = 'trim-audio';

export function trimTrack(start: number, end: number): void {
  pause();
  change((project) => taken(trimAudio(project, start, end), project), AUDIO_TRIM_STEP);
}

/** Removes the trim of a video layer. */
export function untrimVideo(layer: VideoLayer): void {
  if (layer.duration !== undefined) trimVideo(layer.id, 0, layer.duration, 'start');
  endStep();
}

/** Name of the undo step that moves the audio track. */
export const AUDIO_START_STEP = 'audio-start';

/** Sets the start of the audio track, in seconds of the video; clamped to 0 and `latestStart`. */
export function moveTrack(startTime: number): void {
  pause();
  change((project) => setAudioStart(project, Math.min(Math.max(0, startTime), latestStart(project))), AUDIO_START_STEP);
}

/**
 * The latest start of the audio track, in hundredths of a second: before the last 0.2 s of the video. If the video
 * lasts as long as its audio, the end of the slider.
 */
export function latestStart(project: Project): number {
  if (isTimedByAudio(project)) return startRange(project);
  // Strictly below the limit; 1e-6 absorbs rounding errors of added durations.
  return Math.max(0, Math.ceil((totalDuration(project) - AUDIO_END_MARGIN) * 100 - 1e-6) / 100 - 0.01);
}

function taken(parsed: Parsed<Project>, before: Project): Project {
  if (parsed.ok) return parsed.value;
  showError(parsed.problems[0]?.message);
  return before;
}

/** Seeks to the first or last frame that a video layer plays. */
function showEdge(layerId: string, edge: 'start' | 'end'): void {
  const found = findLayer(studio.project, layerId);
  if (!found || !isVideo(found.layer)) return;
  const { start, end, speed, isReversed } = mediaRun(found.layer);
  const { from, to } = layerWindow(layerId);
  const length = Math.min((end - start) / speed, to - from);
  const isFirst = (edge === 'start') === !isReversed;
  seek(from + (isFirst ? 0 : Math.max(0, length - FREEZE_BEFORE_END)));
}
