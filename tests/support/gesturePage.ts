import { bindPointer } from '../../engine/browser/gestures/bindPointer.ts';
import { createGestures } from '../../engine/browser/gestures/createGestures.ts';
import type { StageView } from '../../engine/browser/gestures/gestureHost.ts';
import type { Box } from '../../engine/layout/box.ts';

/** State of the page's layer and events of its gestures. */
export interface GestureReport {
  box: Box;
  events: string[];
  /** Number of live changes. */
  changes: number;
  /** Keys that reached the page. */
  keys: string[];
  state: string;
  touchAction: string;
}

declare global {
  var report: () => GestureReport;
  var unbind: () => void;
  /** Moves the mouse to all these window positions, in pixels, within one frame. */
  var moveInOneFrame: (places: [number, number][]) => void;
}

const start: Box = { x: 200, y: 200, width: 400, height: 200, rotation: 0 };
const events: string[] = [];
const keys: string[] = [];
let changes = 0;
let selectedId: string | null = null;
let box = start;

const stage = document.createElement('div');
stage.style.cssText = 'position: absolute; left: 50px; top: 50px; width: 500px; height: 500px';
stage.innerHTML =
  '<i data-gesture="se" style="position: absolute; left: 290px; top: 190px; width: 20px; height: 20px"></i>' +
  '<input data-gesture="none" style="position: absolute; left: 110px; top: 110px; width: 40px">';
document.body.append(stage);

const view = (): StageView => ({
  canvas: { width: 1000, height: 1000 },
  scale: 0.5,
  layers: [{ id: 'a', box, lockAspectRatio: false, canRotate: true }],
  selectedId,
  severalIds: [],
  isPicking: false,
  backgroundSelected: false,
  isHand: false,
  zoom: 1,
  snap: false,
});

const gestures = createGestures({
  view,
  select(id) {
    selectedId = id;
    events.push(`select ${id}`);
  },
  clickLayer: (id) => events.push(`click ${id}`),
  clickBackground: () => events.push('background'),
  doubleClickLayer: (id) => events.push(`double ${id}`),
  toggleLayer: (id) => events.push(`toggle ${id}`),
  marquee() {},
  selectAll() {},
  change([next]) {
    changes += 1;
    if (next) ({ box } = next);
  },
  commit: () => events.push('commit'),
  cancel() {
    box = start;
    events.push('cancel');
  },
  guides() {},
  changeView: ({ by }) => events.push(by === 1 ? 'pan' : 'zoom'),
  cursor: (css) => {
    stage.style.cursor = css;
  },
});

globalThis.unbind = bindPointer(stage, gestures, (clientX, clientY) => {
  const { left, top } = stage.getBoundingClientRect();
  return { x: (clientX - left) / 0.5, y: (clientY - top) / 0.5 };
});
document.addEventListener('keydown', ({ key }) => keys.push(key));

globalThis.report = () => ({
  box,
  events: events,
  changes,
  keys,
  state: gestures.state,
  touchAction: stage.style.touchAction,
});

globalThis.moveInOneFrame = (places) => {
  for (const [clientX, clientY] of places) {
    stage.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX, clientY, bubbles: true }));
  }
};
