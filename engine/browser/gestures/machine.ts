import type { Handle } from '../../layout/handles.ts';
import type { GestureHost, StageLayer, StagePointer, StateName } from './gestureHost.ts';
import type { LiveChange } from './liveChange.ts';

/** A press on a layer that became a gesture. */
export interface Grip {
  /** The pointer at the press, the origin of movements. */
  press: StagePointer;
  /** The layer at the start of the gesture. */
  layer: StageLayer;
}

/** Parameters of each state. */
export interface Entries {
  /** Pointer position, if it can hover. */
  idle: StagePointer | undefined;
  /** A press, and its layer; undefined on the empty stage. */
  pointing: { press: StagePointer; layer: StageLayer | undefined };
  dragging: Grip;
  resizing: Grip & { handle: Handle };
  rotating: Grip;
  /** A press on the empty stage that became a selection frame. */
  marquee: { press: StagePointer };
  /** A pointer that pans the view, at its current position. */
  panning: { press: StagePointer };
  /** Two fingers that pan and zoom the view, at their current positions. */
  zooming: { fingers: readonly [StagePointer, StagePointer] };
  /** Two fingers at their current positions; `live` if a drag preceded. */
  pinching: { layer: StageLayer; fingers: readonly [StagePointer, StagePointer]; live?: LiveChange };
}

/** A state of the gestures. Creating it enters it; it keeps nothing afterwards. */
export interface GestureState {
  readonly name: StateName;
  /** The pointers that it handles; empty: all. */
  readonly pointers: readonly number[];
  /** A pointer was pressed, possibly an additional one. */
  down?(event: StagePointer): void;
  move?(event: StagePointer): void;
  /** One of its pointers was released. */
  end?(event: StagePointer): void;
  /** Canceled: by Escape, or because the system took the pointer away. */
  cancel?(): void;
}

/** A click on a layer, stored to detect a double click. */
export interface Click {
  id: string;
  event: StagePointer;
}

/** Shared by all states. */
export interface Machine {
  readonly host: GestureHost;
  /** The last click on a layer, while a second one would make a double click. */
  lastClick: Click | undefined;
  /** Changes to another state. */
  go<K extends keyof Entries>(name: K, entry: Entries[K]): void;
  /** Sets the cursor if it changes. */
  cursor(css: string): void;
}

/** Returns the two ends of a gesture that changes layers: commit and cancel. */
export function endings(machine: Machine, live: LiveChange): Required<Pick<GestureState, 'end' | 'cancel'>> {
  return {
    end(event) {
      live.commit();
      machine.go('idle', event);
    },
    cancel() {
      live.cancel();
      machine.go('idle', undefined);
    },
  };
}
