import type { Box } from '../../layout/box.ts';
import type { Guide } from '../../layout/snap.ts';
import type { GestureHost } from './types.ts';

/** The changes that one gesture makes to one layer. */
export interface Live {
  /** The box as it is now. */
  readonly box: Box;
  /** Shows the layer elsewhere, with the guides for that. */
  change(box: Box, guides?: readonly Guide[]): void;
  /** Ends it; a gesture that changed nothing is no step. */
  commit(): void;
  /** Gives it up. */
  cancel(): void;
}

/** Begins to change a layer. @param start its box before the gesture. */
export function createLive(host: GestureHost, id: string, start: Box): Live {
  let box = start;
  let changed = false;
  return {
    get box() {
      return box;
    },
    change(next, guides = []) {
      host.guides(guides);
      if (isSame(box, next)) return;
      box = next;
      changed = true;
      host.change(id, next);
    },
    commit() {
      host.guides([]);
      if (!changed) return;
      // A way there and back again leaves nothing to undo.
      if (isSame(box, start)) host.cancel();
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
