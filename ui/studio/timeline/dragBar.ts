import type { PointerEvent } from 'react';
import { ref } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { makeWay } from '../../../engine/edit/makeWay.ts';
import { moveSoleClip } from '../../../engine/edit/moveSoleClip.ts';
import { clippedBy, moveToLane } from '../../../engine/edit/placeLayer.ts';
import { canSpanProject, spanUntil } from '../../../engine/edit/projectLayers.ts';
import { borderAt, canSlip, rollBorder, slipLayer } from '../../../engine/edit/rollSlip.ts';
import { isOverlay } from '../../../engine/project/allLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import { mediaRun, sceneStart } from '../../../engine/timeline/durations.ts';
import { snapTargets, snapTimes } from '../../../engine/timeline/snapTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { showNote } from '../../client/page/notices.ts';
import { DRAG_WAY, startDrag } from '../../kit/drag.ts';
import { secondsWords } from '../../kit/words.ts';
import { shownBeats } from '../beats/beats.ts';
import { pause, seek, shownTime } from '../state/playback.ts';
import { bringIntoTime, change, endStep, selectLayer, studio } from '../state/studio.ts';
import { dropModeOf } from '../state/timelineModes.ts';
import { holdScale } from '../state/timelineView.ts';
import { idsInRow, rowFinder, shownRows } from './rows.ts';
import { type BarPart, movedWith, tellSlip, timeInVideo, withPartAt } from './timeEdits.ts';
import { endTimelineDrag, showGesturePreview, timelineDrag } from './timelineDrag.ts';
import { boardAround, LONG_PRESS_MS } from './view.ts';

/** Snapping distance, in CSS pixels. */
export const SNAP_WAY = 8;

/** The modifier keys that change what a drag does. */
type HeldKeys = Pick<PointerEvent, 'altKey' | 'shiftKey'>;

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
  /** Row at a pointer position; undefined: the one it is in. Absent: it has no rows. */
  laneAt?: (clientY: number) => number | undefined;
  /** Applies the drag. @param at new position of the first edge, in seconds of the whole video. */
  edit: (project: Project, at: number, lane: number | undefined, held: HeldKeys) => Project;
  /** Finds the positions of `edges` in a changed project. */
  edgesIn: (project: Project) => readonly number[];
  onStart: () => void;
  /** Called after the project has changed. */
  onEnd?: () => unknown;
  /** Called if the drag is cancelled. */
  onCancel?: () => unknown;
}

/**
 * Drags an item along the timeline. Shows a preview and changes the project once, at the end. Ctrl suspends snapping,
 * Alt inserts (or rolls, at an end), Shift overwrites (see `dropModeOf`), Escape cancels.
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
  let lane: number | undefined;
  let held: HeldKeys = { altKey: false, shiftKey: false };
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
    onMove: (x, { ctrlKey, metaKey, altKey, shiftKey, clientY }) => {
      if (!drag) return;
      const by = board.placeOf(x) / drag.scale - grabbed;
      const edges = drag.edges.map((edge) => edge + by);
      const snapped = ctrlKey || metaKey ? { by: 0 } : snapTimes(edges, drag.targets, SNAP_WAY / drag.scale);
      at = (edges[0] ?? 0) + snapped.by;
      lane = drag.laneAt?.(clientY);
      held = { altKey, shiftKey };
      const next = drag.edit(before, at, lane, held);
      showGesturePreview(next);
      timelineDrag.snappedAt = drag.edgesIn(next).find((edge) => isAt(edge, snapped.at)) ?? null;
    },
    onEnd: () => {
      if (drag && at !== undefined) {
        const { edit } = drag;
        const [to, row, keys] = [at, lane, held];
        change((project) => edit(project, to, row, keys));
        drag.onEnd?.();
      }
      endTimelineDrag();
    },
    onCancel: () => {
      endTimelineDrag();
      drag?.onCancel?.();
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
  const all = press.currentTarget.closest('.board-all');
  dragTime(press, bar.isQuick, () => {
    const { project } = studio;
    const found = findLayer(project, layerId);
    if (!found) return undefined;
    const shown = shownTime();
    const moved = movedWith(layerId, part);
    const isSelected = studio.severalIds.includes(layerId);
    const spans = sceneSpans(project, 'all');
    const overlay = spans[0]?.overlay;
    const edgesIn = (now: Project) =>
      moved.flatMap((id) => {
        const { from, to } = timeInVideo(id, now);
        return { start: [from], end: [to], both: [from, to] }[part];
      });
    const rows = shownRows();
    return {
      scale,
      edges: edgesIn(project),
      targets: [...snapTargets(project, overlay ? [...spans, overlay] : spans, moved, shown), ...shownBeats(project)],
      shown,
      ...(all && part === 'both' && !isSelected && !found.layer.isLocked ? { laneAt: rowFinder(all, layerId) } : {}),
      edit: (now, at, lane, held) => {
        const border = held.altKey && part !== 'both' && borderAt(project, layerId, part, rows);
        if (border) return rollBorder(now, border, at - sceneStart(now, found.scene.id));
        const isAlone = part === 'both' && !isSelected;
        const sole = isAlone ? moveSoleClip(now, layerId, at, { isOnOtherRow: lane !== undefined }) : undefined;
        const moved = sole ?? withPartAt(now, layerId, part, at);
        const next = lane === undefined ? moved : moveToLane(moved, layerId, lane, rows);
        const mode = dropModeOf(held);
        const isPlaced = mode !== undefined && isAlone && !found.layer.isLocked;
        return isPlaced ? makeWay(next, layerId, idsInRow(rows, layerId, lane), mode, newId) : next;
      },
      edgesIn,
      onStart: () => {
        bar.onStart();
        timelineDrag.layerIds = ref(moved);
        // The playhead stays, since it is a snap target.
        if (!isSelected && found.scene.id === studio.selectedSceneId) selectLayer(layerId);
      },
      onEnd: () => {
        if (isSelected) return;
        selectLayer(layerId);
        if (findLayer(studio.project, layerId)?.sceneIndex !== found.sceneIndex) bringIntoTime(layerId);
        tellClipping(project, layerId);
      },
    };
  });
}

/** Slips the content of a trimmed clip under its bar; shows a note where its file ends. */
export function dragContent(press: PointerEvent<HTMLElement>, layerId: string, scale: number): void {
  dragTime(press, true, () => {
    const layer = findLayer(studio.project, layerId)?.layer;
    if (!layer || !canSlip(layer)) return undefined;
    const { start, speed, isReversed } = mediaRun(layer);
    let wanted = start;
    return {
      scale,
      edges: [0],
      targets: [],
      shown: shownTime(),
      edit: (project, way) => {
        wanted = start - way * speed * (isReversed ? -1 : 1);
        return slipLayer(project, layerId, wanted);
      },
      edgesIn: () => [],
      onStart: () => {
        timelineDrag.layerIds = ref([layerId]);
      },
      onEnd: () => tellSlip(layerId, wanted),
    };
  });
}

/** Says that the end of a scene clips a moved layer, and offers to let it continue in the next scene. */
function tellClipping(before: Project, layerId: string): void {
  const seconds = clippedBy(before, studio.project, layerId);
  const found = findLayer(studio.project, layerId);
  if (seconds === 0 || !found || isOverlay(found.scene)) return;
  const { from, to } = timeInVideo(layerId);
  showNote(`The end of the scene cuts off ${secondsWords(seconds)}.`, {
    ...(canSpanProject(studio.project, layerId) && {
      action: {
        label: 'Let it continue',
        run: () => {
          change((project) => spanUntil(project, layerId, from, to + seconds));
          selectLayer(layerId);
        },
      },
    }),
  });
}

function isAt(edge: number, snappedAt: number | undefined): boolean {
  return snappedAt !== undefined && Math.abs(edge - snappedAt) < 2e-3;
}
