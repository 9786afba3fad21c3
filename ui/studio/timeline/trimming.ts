import { setAudioStart, trimAudio } from '../../../engine/edit/audio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import type { TrimPart } from '../../../engine/edit/trimWindow.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneDuration, totalDuration, videoRun } from '../../../engine/timeline/durations.ts';
import { HELD_BEFORE_END } from '../../../engine/timeline/mediaTime.ts';
import { showError } from '../../state/notices.ts';
import { pause, seek } from '../state/playback.ts';
import { change, endStep, startOf, studio } from '../state/studio.ts';

/** Least time that the music leaves itself before the end of the video, seconds (studio spec §5). */
const AUDIO_ROOM = 0.2;

/**
 * Trims a video layer, and shows the moment of the film that was chosen. Until `endStep` all of it is one step of undo.
 * @param start, end seconds of the source. @param which edge was moved; of a window that moves as a whole its start is
 * shown.
 */
export function trimVideo(layerId: string, start: number, end: number, which: TrimPart): void {
  pause();
  change((project) => taken(trimLayer(project, layerId, start, end), project), `trim:${layerId}`);
  showEdge(layerId, which === 'end' ? 'end' : 'start');
}

/** Trims the audio track. */
export function trimTrack(start: number, end: number): void {
  change((project) => taken(trimAudio(project, start, end), project), 'trim-audio');
}

/** Makes a video layer play its whole film again. */
export function untrimVideo(layer: VideoLayer): void {
  if (layer.duration !== undefined) trimVideo(layer.id, 0, layer.duration, 'start');
  endStep();
}

/** Sets when the audio track begins, seconds of the video: from 0 to 0.2 s before the end of the video. */
export function moveTrack(startTime: number): void {
  change((project) => setAudioStart(project, Math.min(Math.max(0, startTime), latestStart(project))), 'audio-start');
}

/** The latest moment at which the audio track may begin. A video that lasts as long as its music sets no limit. */
export function latestStart(project: Project): number {
  const [only, second] = project.scenes;
  const isTimedByAudio = only && !second && sceneDuration({ ...project, audio: null }, only) < totalDuration(project);
  if (isTimedByAudio || !project.audio) return totalDuration(project);
  return Math.max(0, totalDuration(project) - AUDIO_ROOM);
}

function taken(parsed: Parsed<Project>, before: Project): Project {
  if (parsed.ok) return parsed.value;
  showError(parsed.problems[0]?.message);
  return before;
}

/** Goes to where the first or the last frame of what a video layer plays is seen. */
function showEdge(layerId: string, edge: 'start' | 'end'): void {
  const found = findLayer(studio.project, layerId);
  if (found?.layer.type !== 'video') return;
  const { start, end, speed, isReversed } = videoRun(found.layer);
  const length = Math.min((end - start) / speed, sceneDuration(studio.project, found.scene));
  const isFirst = (edge === 'start') === !isReversed;
  seek(startOf(found.scene.id) + (isFirst ? 0 : Math.max(0, length - HELD_BEFORE_END)));
}
