import type { Handle } from '../../layout/handles.ts';
import type { GestureHost, StageLayer, StagePointer, StateName } from './gestureHost.ts';
import type { LiveChange } from './liveChange.ts';

/** A press on a layer that grew into a gesture. */
export interface Grip {
  /** The pointer as it went down; ways are measured from here. */
  press: StagePointer;
  /** The layer as it was when the gesture began. */
  layer: StageLayer;
}

/** What each state is entered with. */
export interface Entries {
  /** Where the pointer is, when it may hover. */
  idle: StagePointer | undefined;
  /** A press, and the layer it is on; none on the empty stage. */
  pointing: { press: StagePointer; layer: StageLayer | undefined };
  dragging: Grip;
  resizing: Grip & { handle: Handle };
  rotating: Grip;
  /** A press on the empty stage that grew into a frame. */
  marquee: { press: StagePointer };
  /** A pointer that moves the view, as it is now. */
  panning: { press: StagePointer };
  /** Two fingers as they are now, which move and zoom the view. */
  zooming: { fingers: readonly [StagePointer, StagePointer] };
  /** Two fingers as they are now; `live` when a drag went before. */
  pinching: { layer: StageLayer; fingers: readonly [StagePointer, StagePointer]; live?: LiveChange };
}

/** A state that the gestures are in. It is entered by being made; nothing of it outlives it. */
export interface GestureState {
  readonly name: StateName;
  /** The pointers it listens to; empty: to all. */
  readonly pointers: readonly number[];
  /** A pointer went down, perhaps a further one. */
  down?(event: StagePointer): void;
  move?(event: StagePointer): void;
  /** One of its pointers went up. */
  end?(event: StagePointer): void;
  /** It is given up: Escape, or the system took the pointer away. */
  cancel?(): void;
}

/** A click on a layer, remembered for the second one. */
export interface Click {
  id: string;
  event: StagePointer;
}

/** What states share. */
export interface Machine {
  readonly host: GestureHost;
  /** The last click on a layer, while a second one would make it double. */
  lastClick: Click | undefined;
  /** Leaves the state for another. */
  go<K extends keyof Entries>(name: K, entry: Entries[K]): void;
  /** Sets the cursor, when it is another one. */
  cursor(css: string): void;
}

/** How a gesture that changes a layer ends: it counts, or it is given up. */
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
