import { proxy, ref } from 'valtio/vanilla';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { player } from '../state/player.ts';
import { completed, studio } from '../state/studio.ts';
import { holdScale } from '../state/timelineView.ts';

/** State of a drag on the timeline. */
export const timelineDrag = proxy({
  layerIds: ref([]) as Unproxied<readonly string[]>,
  /** Whether the audio track is dragged. */
  isTrack: false,
  /** The scene whose end is dragged. */
  sceneId: null as string | null,
  /** The scene that is dragged before or after others. */
  movedSceneId: null as string | null,
  /** The selection rectangle in CSS pixels from the timeline's start, and the layers it would select. */
  frame: null as Unproxied<Rect> | null,
  framedIds: ref([]) as Unproxied<readonly string[]>,
  /** The time it snapped to, in seconds of the whole video. */
  snappedAt: null as number | null,
  /** The last key action, as text for screen readers. */
  announcement: '',
});

/** Ends a drag: shows the project itself again, and releases the scale. */
export function endTimelineDrag(): void {
  showGesturePreview();
  holdScale(undefined);
  Object.assign(timelineDrag, {
    layerIds: ref([]),
    isTrack: false,
    sceneId: null,
    movedSceneId: null,
    snappedAt: null,
  });
  Object.assign(timelineDrag, { frame: null, framedIds: ref([]) });
}

/** Preview of what a gesture would change. Shown instead of the project until the gesture ends; changes nothing. */
export const gesturePreview = proxy({ project: null as Unproxied<Project> | null });

/**
 * Shows the preview of a gesture, in which subtitles follow their speech. @param project undefined shows the project
 * itself again.
 */
export function showGesturePreview(project?: Project): void {
  if (!project && !gesturePreview.project) return;
  const shown = project && completed(project);
  gesturePreview.project = shown ? ref(shown) : null;
  player.update(shown ?? studio.project);
}
