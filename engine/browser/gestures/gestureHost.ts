import type { Box, Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import type { Handle } from '../../layout/handles.ts';
import type { Point } from '../../layout/point.ts';
import type { Guide } from '../../layout/snap.ts';

/** What the pointer went down on: the stage with all that is drawn on it, a handle, or the handle that rotates. */
export type PointerTarget = 'stage' | 'rotate' | Handle;

/** Keys that are held while the pointer moves. */
export interface HeldKeys {
  shift: boolean;
  alt: boolean;
  /** Ctrl, or Command on a Mac. */
  meta: boolean;
}

/** One thing that a pointer did; plain, so that gestures can be tried without a browser. */
export interface StagePointer extends Point, HeldKeys {
  type: 'down' | 'move' | 'up' | 'cancel';
  pointerId: number;
  /** x and y are pixels of the canvas; they may lie outside of it. */
  target: PointerTarget;
  /** Where it is on the page, CSS pixels of the window. */
  screen: Point;
  /** 0: the main button, a touch, or the tip of a pen; 1: the middle one, which only pans; −1 where none changed. */
  button: number;
  pointerType: 'mouse' | 'touch' | 'pen';
  /** Milliseconds on any clock that only goes forward. */
  time: number;
}

/** A layer as the stage shows it. */
export interface StageLayer {
  id: string;
  /** Pixels of the canvas. */
  box: Box;
  lockAspectRatio: boolean;
  /** false for placeholders. */
  canRotate: boolean;
  /** Whether it stays where it is: no pointer hits it. */
  isLocked?: boolean;
  /** What a pointer hits instead of the box, such as all that a line or an arrow reaches; rotated with the box. */
  hitBox?: Rect;
}

/** What the stage shows right now. */
export interface StageView {
  /** The canvas, pixels. */
  canvas: Size;
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  /** Front to back. */
  layers: readonly StageLayer[];
  /** The layer that is selected alone; null for none, and while several are. */
  selectedId: string | null;
  /** The layers that are selected together, two at least; empty while one or none is. */
  severalIds: readonly string[];
  /** Whether each click adds a layer to what is selected, or takes it out, as with Shift. */
  isPicking: boolean;
  backgroundSelected: boolean;
  /** Whether a pointer moves the view instead of what is in it, as while Space is held. */
  isHand: boolean;
  /** How many times larger than in its place the canvas is shown: as much nearer the canvas's own snap lines must be. */
  zoom: number;
  /** Whether moves and resizes snap (the setting "snap to grid"). */
  snap: boolean;
}

/** How the view of the canvas changes. Places are CSS pixels of the window. */
export interface ViewChange {
  /** What was here … */
  from: Point;
  /** … is seen here afterwards … */
  to: Point;
  /** … so many times larger; 1: it only moves. */
  by: number;
}

/** Who shows the stage and holds the project. Gestures ask it what there is and tell it what a person did. */
export interface GestureHost {
  view(): StageView;
  /**
   * A layer was pressed, or (null) the empty stage was clicked: nothing is selected any more. A press may become a drag,
   * so the stage must keep its place and size for an id.
   */
  select(id: string | null): void;
  /** A layer was clicked or tapped: its route opens. */
  clickLayer(id: string): void;
  /** A layer was clicked with Shift: it is selected beside the others, or no longer. */
  toggleLayer(id: string): void;
  /** A frame is pulled over the stage, pixels of the canvas, and would select these; undefined: none is any more. */
  marquee(area: Rect | undefined, ids: readonly string[]): void;
  /** These were selected together, perhaps none. @param isMore beside those that were. */
  selectAll(ids: readonly string[], isMore: boolean): void;
  /** The blank canvas was clicked while no layer was selected. */
  clickBackground(): void;
  /** A layer was clicked twice; the first click was told by clickLayer, the second only by this. */
  doubleClickLayer(id: string): void;
  /** Where layers stand in the middle of a gesture; always the same ones, and many times. */
  change(boxes: readonly { id: string; box: Box }[]): void;
  /** A gesture that changed something ended: one step to undo. */
  commit(): void;
  /** A gesture was given up: what was before its first change comes back. */
  cancel(): void;
  /** All guides to show from now on; empty for none. */
  guides(list: readonly Guide[]): void;
  /** The view is panned or zoomed; the project stays. */
  look(change: ViewChange): void;
  /** The CSS cursor of the stage from now on. */
  cursor(css: string): void;
}

/** The gestures of a stage. */
export interface Gestures {
  /** Takes in what a pointer did. */
  pointer(event: StagePointer): void;
  /** Takes in keys that went down or up in the middle of a gesture. */
  keys(held: HeldKeys): void;
  /** Gives a running gesture up, as Escape does. @returns whether there was one. */
  cancel(): boolean;
  /** The state it is in. */
  readonly state: StateName;
}

/** The states; each is a file. */
export type StateName =
  | ('idle' | 'pointing' | 'dragging' | 'resizing' | 'rotating' | 'pinching')
  | ('marquee' | 'panning' | 'zooming');
