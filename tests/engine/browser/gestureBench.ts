import { createGestures } from '../../../engine/browser/gestures/createGestures.ts';
import type {
  GestureHost,
  Gestures,
  PointerTarget,
  StageLayer,
  StagePointer,
  StageView,
  ViewChange,
} from '../../../engine/browser/gestures/gestureHost.ts';
import type { Box } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Guide } from '../../../engine/layout/snap.ts';

/** A box, by default upright and 200 by 100. */
export const boxAt = (x: number, y: number, width = 200, height = 100, rotation = 0): Box => ({
  x,
  y,
  width,
  height,
  rotation,
});
/** A layer, by default rotatable and without a locked ratio. */
export const layer = (id: string, box: Box, rest: Partial<StageLayer> = {}): StageLayer => ({
  id,
  box,
  lockAspectRatio: false,
  canRotate: true,
  ...rest,
});

/** A minimal Studio: records the calls of gestures and has one undo step per gesture. */
export class Desk implements GestureHost {
  shown: StageView;
  told: string[] = [];
  guidesNow: readonly Guide[] = [];
  cursorNow = '';
  looks: ViewChange[] = [];
  /** The current marquee, and the layers it would select. */
  framed: [Rect, readonly string[]] | undefined;
  private before: StageView | undefined;

  constructor(layers: StageLayer[], rest: Partial<StageView> = {}) {
    this.shown = {
      canvas: { width: 1000, height: 1000 },
      scale: 0.5,
      layers,
      selectedId: null,
      severalIds: [],
      isPicking: false,
      backgroundSelected: false,
      isHand: false,
      zoom: 1,
      snap: false,
      ...rest,
    };
  }

  view(): StageView {
    return this.shown;
  }

  select(id: string | null): void {
    this.told.push(`select ${id}`);
    this.shown = { ...this.shown, selectedId: id };
  }

  clickLayer(id: string): void {
    this.told.push(`click ${id}`);
  }

  clickBackground(): void {
    this.told.push('background');
  }

  doubleClickLayer(id: string): void {
    this.told.push(`double ${id}`);
  }

  toggleLayer(id: string): void {
    this.told.push(`toggle ${id}`);
  }

  marquee(area: Rect | undefined, ids: readonly string[]): void {
    this.framed = area ? [area, ids] : undefined;
  }

  selectAll(ids: readonly string[], isMore: boolean): void {
    this.told.push(`${isMore ? 'add' : 'select all'} ${ids.join()}`);
  }

  change(boxes: readonly { id: string; box: Box }[]): void {
    this.before ??= this.shown;
    const placed = new Map(boxes.map(({ id, box }) => [id, box]));
    const layers = this.shown.layers.map((one) => ({ ...one, box: placed.get(one.id) ?? one.box }));
    this.shown = { ...this.shown, layers };
  }

  commit(): void {
    this.told.push('commit');
    this.before = undefined;
  }

  cancel(): void {
    this.told.push('cancel');
    this.shown = { ...(this.before ?? this.shown), selectedId: this.shown.selectedId };
    this.before = undefined;
  }

  guides(list: readonly Guide[]): void {
    this.guidesNow = list;
  }

  changeView(change: ViewChange): void {
    this.looks.push(change);
  }

  cursor(css: string): void {
    this.cursorNow = css;
  }

  box(id: string): Box {
    const found = this.shown.layers.find((one) => one.id === id);
    if (!found) throw new Error(`There is no layer ${id}.`);
    return found.box;
  }
}

/** The host and the gestures of the running test; `begin` replaces them. */
export let bench: Desk;
export let gestures: Gestures;
let time = 0;

/** Starts a test: a canvas of 1000 by 1000 at half its size, with nothing selected and no snapping. */
export function begin(layers: StageLayer[], rest: Partial<StageView> = {}): void {
  // Long after earlier events, so that no click counts as a double click.
  time += 10_000;
  bench = new Desk(layers, rest);
  gestures = createGestures(bench);
}

/** Sends a pointer event 10 ms after the last one; by default from the main button of a mouse. */
export function send(type: StagePointer['type'], x: number, y: number, rest: Partial<StagePointer> = {}): void {
  time += 10;
  gestures.pointer({
    type,
    pointerId: 1,
    x,
    y,
    screen: { x: x / 2, y: y / 2 },
    target: 'stage',
    button: type === 'move' ? -1 : 0,
    shift: false,
    alt: false,
    meta: false,
    pointerType: 'mouse',
    time,
    ...rest,
  });
}

/** Fields of a touch with this id. */
export const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' as const });

/** Moves from one point to another with the button down. */
export function pull(from: [number, number], to: [number, number], rest: Partial<StagePointer> = {}): void {
  send('down', ...from, rest);
  send('move', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2, rest);
  send('move', ...to, rest);
}

/** A `pull` with a release at its end. */
export function drag(from: [number, number], to: [number, number], rest: Partial<StagePointer> = {}): void {
  pull(from, to, rest);
  send('up', ...to, rest);
}

/** A press and a release at one point. */
export function click(x: number, y: number, rest: Partial<StagePointer> = {}): void {
  send('down', x, y, rest);
  send('up', x, y, rest);
}

/** Drags a handle. */
export const pullHandle = (target: PointerTarget, from: [number, number], to: [number, number], rest = {}): void =>
  drag(from, to, { target, ...rest });

/** Advances the time by milliseconds. */
export function wait(milliseconds: number): void {
  time += milliseconds;
}
