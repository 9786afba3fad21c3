import type { Box } from '../../layout/box.ts';
import type { Guide } from '../../layout/snap.ts';
import type { GestureHost } from './gestureHost.ts';

/** The changes of one gesture to one or several layers. */
export interface LiveChange {
  /** The current boxes, in the initial order. */
  readonly boxes: readonly Box[];
  /** Shows the layers at other boxes, with guides. */
  change(boxes: readonly Box[], guides?: readonly Guide[]): void;
  /** Ends it; a gesture without changes adds no undo step. */
  commit(): void;
  /** Cancels it. */
  cancel(): void;
}

/** Starts to change layers. @param starts layers with their boxes before the gesture. */
export function createLiveChange(host: GestureHost, starts: readonly { id: string; box: Box }[]): LiveChange {
  let boxes = starts.map(({ box }) => box);
  let changed = false;
  const isAtStart = () => starts.every(({ box }, i) => isSame(box, boxes[i] as Box));
  return {
    get boxes() {
      return boxes;
    },
    change(next, guides = []) {
      host.guides(guides);
      if (boxes.every((box, i) => isSame(box, next[i] as Box))) return;
      boxes = [...next];
      changed = true;
      host.change(starts.map(({ id }, i) => ({ id, box: boxes[i] as Box })));
    },
    commit() {
      host.guides([]);
      if (!changed) return;
      // A movement back to the start leaves nothing to undo.
      if (isAtStart()) host.cancel();
      else host.commit();
    },
    cancel() {
      host.guides([]);
      if (changed) host.cancel();
    },
  };
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.rotation === b.rotation;
}
