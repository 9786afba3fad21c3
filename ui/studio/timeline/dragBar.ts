import type { PointerEvent } from 'react';
import { ref } from 'valtio/vanilla';
import type { Project } from '../../../engine/project/project.ts';
import { snapTargets, snapTimes } from '../../../engine/timeline/snapTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { DRAG_WAY, startDrag } from '../../kit/drag.ts';
import { shownBeats } from '../beats/beats.ts';
import { pause, seek, shownTime } from '../state/playback.ts';
import { change, endStep, selectLayer, studio } from '../state/studio.ts';
import { holdScale } from '../state/timelineView.ts';
import { type BarPart, movedWith, timeOf, withPartAt } from './timeEdits.ts';
import { endTimelineDrag, showGesturePreview, timelineDrag } from './timelineDrag.ts';
import { boardAround, LONG_PRESS_MS } from './view.ts';

/** Snapping distance, in CSS pixels. */
const SNAP_WAY = 8;

/** What a drag along the timeline moves. */
export interface TimeDrag {
  /** CSS pixels per second. */
  scale: number;
  /**
   * Current edges of the dragged item, in seconds of the whole video. `edit` receives the new position of the first.
   */
  edges: readonly number[];
  /** Snap targets, in seconds of the whole video. */
  targets: readonly number[];
  /** The current time, in seconds of the whole video. */
  shown: number;
  /** Applies the drag. @param at new position of the first edge, in seconds of the whole video. */
  edit: (project: Project, at: number) => Project;
  /** Finds the positions of `edges` in a changed project. */
  edgesIn: (project: Project) => readonly number[];
  onStart: () => void;
  /** Called after the project has changed. */
  onEnd?: () => unknown;
}

/**
 * Drags an item along the timeline. Shows a preview and changes the project once, at the end. Ctrl suspends snapping,
 * Escape cancels.
 * @param prepare called when the drag begins.
 * @param isQuick whether the drag begins on press, even by touch.
 */
export function dragTime(
  press: PointerEvent<HTMLElement>,
  isQuick: boolean,
  prepare: () => TimeDrag | undefined,
): void {
  const board = boardAround(press.currentTarget);
  let drag: TimeDrag | undefined;
  let before = studio.project;
  let grabbed = 0;
  let at: number | undefined;
  const end = () => {
    showGesturePreview();
    holdScale(undefined);
    endTimelineDrag();
  };
  startDrag(press, {
    way: isQuick ? 0 : DRAG_WAY,
    rest: isQuick ? 0 : LONG_PRESS_MS,
    scroll: board.scroll,
    onStart: () => {
      endStep();
      pause();
      before = studio.project;
      drag = prepare();
      if (!drag) return;
      // The total duration may grow; a fixed scale keeps the dragged item under the pointer.
      holdScale(drag.scale);
      grabbed = board.placeOf(press.clientX) / drag.scale;
      drag.onStart();
    },
    onMove: (x, { ctrlKey, metaKey }) => {
      if (!drag) return;
      const by = board.placeOf(x) / drag.scale - grabbed;
      const edges = drag.edges.map((edge) => edge + by);
      const snapped = ctrlKey || metaKey ? { by: 0 } : snapTimes(edges, drag.targets, SNAP_WAY / drag.scale);
      at = (edges[0] ?? 0) + snapped.by;
      const next = drag.edit(before, at);
      showGesturePreview(next);
      timelineDrag.snappedAt = drag.edgesIn(next).find((edge) => isAt(edge, snapped.at)) ?? null;
    },
    onEnd: () => {
      if (drag && at !== undefined) {
        const { edit } = drag;
        const to = at;
        change((project) => edit(project, to));
        drag.onEnd?.();
      }
      end();
    },
    onCancel: () => {
      end();
      // A scene that became shorter meanwhile may have moved the playhead.
      if (drag) seek(drag.shown);
    },
  });
}

/** Drags a layer's bar or one of its ends. @param isQuick see dragTime. */
export function dragBar(
  press: PointerEvent<HTMLElement>,
  bar: { layerId: string; part: BarPart; scale: number; isQuick: boolean; onStart: () => void },
): void {
  const { layerId, part, scale } = bar;
  dragTime(press, bar.isQuick, () => {
    const { project } = studio;
    const spans = sceneSpans(project, 'all');
    const scene = [...spans, ...(spans[0]?.overlay ? [spans[0].overlay] : [])].find(({ layers }) =>
      layers.some(({ layer }) => layer.id === layerId),
    );
    if (!scene) return undefined;
    const shown = shownTime();
    const moved = movedWith(layerId, part);
    const edgesIn = (now: Project) => {
      const all = [layerId, ...moved.filter((id) => id !== layerId)].flatMap((id) => {
        const { from, to } = timeOf(id, now) ?? { from: 0, to: 0 };
        return { start: [from], end: [to], both: [from, to] }[part];
      });
      return all.map((edge) => scene.start + edge);
    };
    return {
      scale,
      edges: edgesIn(project),
      targets: [...snapTargets(project, scene, moved, shown), ...shownBeats(project)],
      shown,
      edit: (now, at) => withPartAt(now, layerId, part, at - scene.start),
      edgesIn,
      onStart: () => {
        bar.onStart();
        timelineDrag.layerIds = ref(moved);
        // The playhead stays, since it is a snap target.
        if (moved.length === 1 && scene.scene.id === studio.selectedSceneId) selectLayer(layerId);
      },
      onEnd: () => moved.length === 1 && selectLayer(layerId),
    };
  });
}

function isAt(edge: number, snappedAt: number | undefined): boolean {
  return snappedAt !== undefined && Math.abs(edge - snappedAt) < 2e-3;
}
