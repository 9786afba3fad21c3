import { proxy } from 'valtio/vanilla';
import type { LoopedSpan } from '../../../engine/browser/player/player.ts';
import { MIN_LAYER_SECONDS } from '../../../engine/edit/layerTime.ts';
import { removeSpan } from '../../../engine/edit/removeSpan.ts';
import { newId } from '../../../engine/project/id.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { announceChange } from './announceChange.ts';
import { latePlayback, pause, seek, shownTime } from './playback.ts';
import { change, studio } from './studio.ts';

/** Which end of the marked part. */
export type MarkPart = 'from' | 'to';

/** The mark in and the mark out on the ruler, in seconds of the whole video. Not saved with the project. */
export const marks = proxy({
  /** The project that they belong to. */
  projectId: '',
  from: undefined as number | undefined,
  to: undefined as number | undefined,
});

latePlayback.markedSpan = markedSpan;

/**
 * The marked part of the open project, in seconds of the whole video; undefined without marks. With one mark, it lasts
 * from the beginning or to the end.
 */
export function markedSpan(): LoopedSpan | undefined {
  const { projectId, from, to } = marks;
  if (projectId !== studio.projectId || (from ?? to) === undefined) return undefined;
  const total = totalDuration(studio.project);
  const span = { from: from ?? 0, to: Math.min(to ?? total, total) };
  return span.to - span.from >= MIN_LAYER_SECONDS - 1e-9 ? span : undefined;
}

/** Sets a mark at the playhead and announces it. The other mark goes if it would be on the wrong side. */
export function markHere(part: MarkPart): void {
  const at = shownTime();
  const total = totalDuration(studio.project);
  const other = part === 'from' ? (marks.to ?? total) : (marks.from ?? 0);
  const isOutside = part === 'from' ? at > total - MIN_LAYER_SECONDS : at < MIN_LAYER_SECONDS;
  if (isOutside) {
    showNote(
      part === 'from' ? 'There is nothing after this time to mark.' : 'There is nothing before this time to mark.',
    );
    return;
  }
  const isKept = marks.projectId === studio.projectId && (part === 'from' ? at < other : at > other);
  if (!isKept) Object.assign(marks, { projectId: studio.projectId, from: undefined, to: undefined });
  moveMark(part, at);
  const time = timecode(marks[part] ?? 0);
  announceChange(part === 'from' ? `Mark in at ${time}` : `Mark out at ${time}`);
}

/** Moves a mark of the marked part, not past the other. @param at seconds of the whole video. */
export function moveMark(part: MarkPart, at: number): void {
  const total = totalDuration(studio.project);
  const [least, most] =
    part === 'from'
      ? [0, Math.min(marks.to ?? total, total) - MIN_LAYER_SECONDS]
      : [(marks.from ?? 0) + MIN_LAYER_SECONDS, total];
  marks[part] = toMilliseconds(Math.max(least, Math.min(most, at)));
}

/** Seeks to a mark. */
export function goToMark(part: MarkPart): void {
  const span = markedSpan();
  if (!span) return;
  pause();
  seek(span[part]);
}

/** Removes both marks and announces it. */
export function clearMarks(): void {
  Object.assign(marks, { from: undefined, to: undefined });
  announceChange('Marks removed');
}

/** Cuts the marked part out of the video, with the marks; shows an error if that is impossible. */
export function deleteMarked(): void {
  const span = markedSpan();
  if (!span) return;
  const removed = removeSpan(studio.project, span.from, span.to, newId);
  if (!removed.ok) {
    showError(removed.problems[0]?.message);
    return;
  }
  pause();
  change(() => removed.value);
  clearMarks();
  seek(span.from);
  announceChange('Marked part deleted');
}
