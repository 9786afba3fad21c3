import type { PointerEvent } from 'react';
import { ref } from 'valtio/vanilla';
import type { Rect } from '../../../engine/layout/fit.ts';
import { rectBetween } from '../../../engine/layout/rect.ts';
import { startDrag } from '../../kit/drag.ts';
import { isAdding } from '../../kit/input.ts';
import { countWords } from '../state/announceChange.ts';
import { openLayers } from '../state/go.ts';
import { layersHere, selectedIds, selectLayer } from '../state/studio.ts';
import { endTimelineDrag, timelineDrag } from './timelineDrag.ts';
import { boardAround } from './view.ts';

/** Elements that handle presses themselves; all else counts as empty. */
const TAKEN = 'button, input, a, [role="slider"], .board-scenes, .lane-head';

/**
 * Draws a selection rectangle over the empty timeline by mouse. On release, selects the bars it touches, of any scenes;
 * Shift or Ctrl adds them to the selection. A plain click deselects.
 */
export function selectBarsByRect(press: PointerEvent<HTMLElement>): void {
  const all = press.currentTarget;
  if (press.pointerType === 'touch' || !(press.target instanceof Element) || press.target.closest(TAKEN)) return;
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = all.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const from = placeOf(press);
  const isMore = isAdding(press);
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
      applySelection(ids, isMore);
    },
    onCancel: endTimelineDrag,
  });
}

/** The layers whose bars a rectangle touches, except locked ones. */
function barsWithin(all: HTMLElement, frame: Rect): string[] {
  const origin = all.getBoundingClientRect();
  const [left, top] = [origin.left + frame.x, origin.top + frame.y];
  const isTouched = (bar: Element) => {
    const box = bar.getBoundingClientRect();
    return box.left < left + frame.width && box.right > left && box.top < top + frame.height && box.bottom > top;
  };
  const bars = [...all.querySelectorAll<HTMLElement>('.track:not([data-locked])')].filter(isTouched);
  return bars.flatMap((bar) => bar.closest<HTMLElement>('li')?.dataset.layer ?? []);
}

function applySelection(ids: readonly string[], isMore: boolean): void {
  if (ids.length === 0 && isMore) return;
  const before = isMore ? selectedIds() : [];
  // The canvas shows the scene of at least one of them.
  const here = new Set(layersHere().map(({ id }) => id));
  if (![...before, ...ids].some((id) => here.has(id))) selectLayer(ids[0] ?? null);
  openLayers([...before, ...ids]);
  if (ids.length > 0) timelineDrag.announcement = `${countWords(selectedIds().length)} selected`;
}
