import type { PointerEvent } from 'react';
import { proxy, ref } from 'valtio/vanilla';
import { dropLayer, dropLength, type LayerDrop } from '../../../engine/edit/dropLayer.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { newMediaLayer } from '../../../engine/edit/newLayers.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { snapTargets, snapTimes } from '../../../engine/timeline/snapTime.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { DRAG_WAY, startDrag } from '../../kit/drag.ts';
import { openAdded, replaceWith } from '../state/addLayers.ts';
import { pause, shownTime } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { dropModeOf } from '../state/timelineModes.ts';
import { holdScale, timelineView } from '../state/timelineView.ts';
import { SNAP_WAY } from '../timeline/dragBar.ts';
import { newRowFinder, shownRows } from '../timeline/rows.ts';
import { endTimelineDrag, showGesturePreview, timelineDrag } from '../timeline/timelineDrag.ts';
import { LONG_PRESS_MS } from '../timeline/view.ts';
import { addToScene } from './fileActions.ts';
import { mediaOf, type PanelFile } from './panelFiles.ts';

/** The file that is dragged from the panel. */
export const fileDrag = proxy({
  file: null as Unproxied<PanelFile> | null,
  /** Position of the pointer, in CSS pixels of the window. */
  x: 0,
  y: 0,
  /** What it would be dropped on. */
  over: null as 'canvas' | 'timeline' | 'placeholder' | null,
  /** The canvas or placeholder that it would be dropped on, in CSS pixels of the window. */
  target: ref(new DOMRect()) as Unproxied<DOMRect>,
});

/**
 * Drags a file onto the canvas, which adds it at the playhead, or onto the timeline, which adds it at the time and row
 * of the pointer: there, Ctrl suspends snapping, Alt inserts and Shift overwrites. A video or image replaces a
 * placeholder in either. Escape cancels.
 */
export function dragFile(press: PointerEvent<HTMLElement>, file: PanelFile, onStart: () => void): void {
  const layer = newMediaLayer(mediaOf(file), newId);
  let board: ReturnType<typeof boardOf>;
  let canvas = new DOMRect();
  let drop: LayerDrop | undefined;
  let placeholder: ReturnType<typeof placeholderAt>;
  const show = (next: LayerDrop | undefined) => {
    drop = next;
    timelineDrag.layerIds = ref(next ? [layer.id] : []);
    showGesturePreview(next && dropLayer(studio.project, layer, next, newId));
  };
  const end = () => {
    fileDrag.file = null;
    fileDrag.over = null;
    endTimelineDrag();
  };
  startDrag(press, {
    way: DRAG_WAY,
    rest: LONG_PRESS_MS,
    onStart: () => {
      endStep();
      pause();
      onStart();
      board = boardOf(layer);
      canvas = document.getElementById('main')?.getBoundingClientRect() ?? canvas;
      fileDrag.file = ref(file);
      // The total duration may grow; with another scale, the pointer would mean another time.
      if (board) holdScale(board.scale);
    },
    onMove: (x, { clientY: y, ctrlKey, metaKey, altKey, shiftKey }) => {
      placeholder = altKey || shiftKey || !kindOf(layer).isSeen ? undefined : placeholderAt(x, y);
      const place = placeholder ? undefined : board?.placeAt(x, y, !(ctrlKey || metaKey));
      const isOverCanvas = !place && contains(canvas, x, y);
      fileDrag.target = ref(placeholder?.element.getBoundingClientRect() ?? canvas);
      const over = placeholder ? 'placeholder' : place ? 'timeline' : isOverCanvas ? 'canvas' : null;
      Object.assign(fileDrag, { x, y, over });
      const mode = dropModeOf({ altKey, shiftKey });
      timelineDrag.snappedAt = place?.snappedAt ?? null;
      if (place || drop) show(place && { at: place.at, lane: place.lane, rows: shownRows(), mode });
    },
    onEnd: () => {
      const { over } = fileDrag;
      const last = drop;
      end();
      if (over === 'placeholder' && placeholder) return replaceWith(placeholder.layerId, mediaOf(file));
      if (over === 'canvas') addToScene(file);
      if (!last) return;
      change((project) => dropLayer(project, layer, last, newId));
      openAdded([layer.id]);
    },
    onCancel: end,
  });
}

/** Returns the placeholder at a position of the window, on the canvas or the timeline, unless another layer covers it. */
function placeholderAt(x: number, y: number): { layerId: string; element: Element } | undefined {
  const element = document.elementsFromPoint(x, y).find((one) => one.hasAttribute('data-layer'));
  const layer = findLayer(studio.project, element?.getAttribute('data-layer') ?? '')?.layer;
  return element && layer?.type === 'placeholder' ? { layerId: layer.id, element } : undefined;
}

/** The timeline as a place to drop a layer; undefined if it is not shown. */
function boardOf(layer: Layer) {
  const all = document.querySelector('.board-all');
  const tracks = all?.querySelector('.tracks');
  const { scale } = timelineView;
  if (!all?.parentElement || !tracks || scale === 0) return undefined;
  const area = all.parentElement.getBoundingClientRect();
  const rowAt = newRowFinder(all, kindOf(layer).isSeen ? 'visual' : 'audio');
  const { project } = studio;
  const targets = snapTargets(project, sceneSpans(project, 'all'), [], shownTime());
  return {
    scale,
    /** Time and row at a position of the window; undefined outside of the timeline. */
    placeAt(x: number, y: number, snaps: boolean) {
      if (!contains(area, x, y)) return undefined;
      const at = Math.min(totalDuration(project), Math.max(0, (x - tracks.getBoundingClientRect().left) / scale));
      const snapped = snaps ? snapTimes([at, at + dropLength(layer)], targets, SNAP_WAY / scale) : { by: 0 };
      return { at: at + snapped.by, snappedAt: snapped.at, lane: rowAt(y) };
    },
  };
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}
