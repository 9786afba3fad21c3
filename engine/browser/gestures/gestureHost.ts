import type { Box, Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import type { Handle } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import type { Guide } from '../../layout/snap.ts';

/** Target of a press: the stage with everything drawn on it, a resize handle, or the rotation handle. */
export type PointerTarget = 'stage' | 'rotate' | Handle;

/** Modifier keys during a pointer event. */
export interface ModifierKeys {
  shift: boolean;
  alt: boolean;
  /** Ctrl, or Command on a Mac. */
  meta: boolean;
}

/** A pointer event as plain data, so that gestures can be tested without a browser. */
export interface StagePointer extends Point, ModifierKeys {
  type: 'down' | 'move' | 'up' | 'cancel';
  pointerId: number;
  /** x and y are canvas pixels and may be outside of the canvas. */
  target: PointerTarget;
  /** Position in the window, in CSS pixels. */
  screen: Point;
  /** 0: main button, touch, or pen tip; 1: middle button, which only pans; −1: none changed. */
  button: number;
  pointerType: 'mouse' | 'touch' | 'pen';
  /** Milliseconds of a monotonic clock. */
  time: number;
}

/** A layer on the stage. */
export interface StageLayer {
  id: string;
  /** In canvas pixels. */
  box: Box;
  lockAspectRatio: boolean;
  /** false for placeholders. */
  canRotate: boolean;
  /** Whether pointers ignore it. */
  isLocked?: boolean;
  /**
   * Hit area instead of the box: the whole extent of a line or an arrow, or the visible text of subtitles; rotated with
   * the box. null: there is none.
   */
  hitBox?: Rect | null;
}

/** Current state of the stage. */
export interface StageView {
  /** Canvas size in pixels. */
  canvas: Size;
  /** CSS pixels per canvas pixel. */
  scale: number;
  /** Front to back. */
  layers: readonly StageLayer[];
  /** The selected layer if exactly one is selected; else null. */
  selectedId: string | null;
  /** The selected layers if there are at least two; else empty. */
  severalIds: readonly string[];
  /** Whether each click toggles a layer's selection, as with Shift. */
  isPicking: boolean;
  backgroundSelected: boolean;
  /** Whether pointers pan the view, as while Space is pressed. */
  isHand: boolean;
  /** Zoom relative to the fitted canvas; divides the snap distance of the canvas's own lines. */
  zoom: number;
  /** Whether moves and resizes snap (the setting "snap to grid"). */
  snap: boolean;
}

/** A change of the canvas's view. Points are CSS pixels of the window. */
export interface ViewChange {
  /** This point … */
  from: Point;
  /** … moves here … */
  to: Point;
  /** … and is scaled by this factor; 1: pan only. */
  by: number;
}

/** The owner of stage and project. Gestures query its state and report user actions to it. */
export interface GestureHost {
  view(): StageView;
  /**
   * A layer was pressed, or (null) the empty stage was clicked, which clears the selection. A press may become a drag,
   * so the stage must not move or resize when a layer is selected.
   */
  select(id: string | null): void;
  /** A layer was clicked or tapped: opens its route. */
  clickLayer(id: string): void;
  /** A layer was clicked with Shift: toggles its selection. */
  toggleLayer(id: string): void;
  /** A selection frame is being dragged, in canvas pixels, and would select these layers; undefined: it ended. */
  marquee(area: Rect | undefined, ids: readonly string[]): void;
  /** These layers were selected together, possibly none. @param isMore adds them to the selection. */
  selectAll(ids: readonly string[], isMore: boolean): void;
  /** The empty canvas was clicked while no layer was selected. */
  clickBackground(): void;
  /** A layer was double-clicked; the first click was reported by clickLayer, the second only by this. */
  doubleClickLayer(id: string): void;
  /** Current boxes of the changing layers; always the same layers, called often. */
  change(boxes: readonly { id: string; box: Box }[]): void;
  /** A gesture with changes ended: adds one undo step. */
  commit(): void;
  /** A gesture was canceled: restores the state before its first change. */
  cancel(): void;
  /** All guides to show now; empty for none. */
  guides(list: readonly Guide[]): void;
  /** Pans or zooms the view; the project does not change. */
  changeView(change: ViewChange): void;
  /** Sets the CSS cursor of the stage. */
  cursor(css: string): void;
}

/** The gestures of a stage. */
export interface Gestures {
  /** Handles a pointer event. */
  pointer(event: StagePointer): void;
  /** Handles modifier keys that change during a gesture. */
  keys(modifiers: ModifierKeys): void;
  /** Cancels a running gesture, as Escape does. @returns whether there was one. */
  cancel(): boolean;
  /** The current state. */
  readonly state: StateName;
}

/** States of the gestures; each is a file. */
export type StateName =
  | ('idle' | 'pointing' | 'dragging' | 'resizing' | 'rotating' | 'pinching')
  | ('marquee' | 'panning' | 'zooming');
