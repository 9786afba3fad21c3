import type { PointerEvent } from 'react';
import { ref } from 'valtio/vanilla';
import type { Rect } from '../../../engine/layout/fit.ts';
import { rectBetween } from '../../../engine/layout/rect.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { startDrag } from '../../kit/drag.ts';
import { countWords } from '../state/announceChange.ts';
import { openLayers } from '../state/go.ts';
import { layersHere, selectedIds, selectLayer, studio } from '../state/studio.ts';
import { endTimelineDrag, timelineDrag } from './timelineDrag.ts';
import { boardAround } from './view.ts';

/** Elements that handle presses themselves; all else counts as empty. */
const TAKEN = 'button, input, a, [role="slider"], .board-scenes, .lane-head';

/**
 * Draws a selection rectangle over the empty timeline by mouse. On release, selects the bars it touches, all of one
 * scene; Shift adds them to the selection. A plain click deselects.
 */
export function selectBarsByRect(press: PointerEvent<HTMLElement>): void {
  const all = press.currentTarget;
  if (press.pointerType === 'touch' || !(press.target instanceof Element) || press.target.closest(TAKEN)) return;
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = all.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const from = placeOf(press);
  const { shiftKey } = press;
  startDrag(press, {
    scroll: boardAround(all).scroll,
    onMove: (_x, event) => {
      const frame = rectBetween(from, placeOf(event));
      const ids = barsWithin(all, frame);
      timelineDrag.frame = ref(frame);
      if (ids.join() !== timelineDrag.framedIds.join()) timelineDrag.framedIds = ref(ids);
    },
    onEnd: () => {
      const ids = timelineDrag.framedIds;
      endTimelineDrag();
      applySelection(ids, shiftKey);
    },
    onCancel: endTimelineDrag,
  });
}

/** The layers whose bars a rectangle touches: of the selected scene if it touches any of them, else of the first. */
function barsWithin(all: HTMLElement, frame: Rect): string[] {
  const origin = all.getBoundingClientRect();
  const [left, top] = [origin.left + frame.x, origin.top + frame.y];
  const isTouched = (bar: Element) => {
    const box = bar.getBoundingClientRect();
    return box.left < left + frame.width && box.right > left && box.top < top + frame.height && box.bottom > top;
  };
  const touched = [...all.querySelectorAll<HTMLElement>('.track')].filter(isTouched);
  const found = new Set(touched.map((bar) => bar.closest<HTMLElement>('li')?.dataset.layer));
  const { project } = studio;
  const lists = [layersHere(), ...project.scenes.map(({ layers }) => layers)];
  const idsIn = (layers: readonly Layer[]) =>
    layers.flatMap(({ id, isLocked }) => (found.has(id) && !isLocked ? [id] : []));
  return lists.map(idsIn).find((ids) => ids.length > 0) ?? [];
}

function applySelection(ids: readonly string[], isMore: boolean): void {
  const isHere = layersHere().some(({ id }) => id === ids[0]);
  const before = isMore && isHere ? selectedIds() : [];
  if (!isHere && (ids.length > 0 || !isMore)) selectLayer(ids[0] ?? null);
  openLayers(ids.length > 0 ? [...before, ...ids] : selectedIds());
  const count = selectedIds().length;
  if (ids.length > 0) timelineDrag.announcement = `${countWords(count)} selected`;
}
