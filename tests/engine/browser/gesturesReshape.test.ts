import { beforeEach, describe, expect, it } from 'vitest';
import type { StagePointer } from '../../../engine/browser/gestures/gestureHost.ts';
import { begin, bench, boxAt, click, drag, finger, gestures, layer, pull, pullHandle, send } from './gestureBench.ts';

describe('resizing', () => {
  beforeEach(() => begin([layer('a', boxAt(100, 100))], { selectedId: 'a' }));

  it('moves the edges of the handle as one undo step', () => {
    pullHandle('se', [300, 200], [350, 260]);
    expect(bench.box('a')).toEqual(boxAt(100, 100, 250, 160));
    expect(bench.told).toEqual(['commit']);
  });

  it('stops at 15 px of the stage', () => {
    pullHandle('nw', [100, 100], [900, 900]);
    expect(bench.box('a')).toEqual(boxAt(270, 170, 30, 30));
  });

  it.each([
    ['free', false, false, boxAt(100, 100, 300, 100)],
    ['locked', true, false, boxAt(100, 100, 280, 140)],
    ['free with Shift', false, true, boxAt(100, 100, 280, 140)],
    ['locked with Shift, which frees nothing', true, true, boxAt(100, 100, 280, 140)],
  ])('keeps the ratio: %s', (_what, lockAspectRatio, shift, expected) => {
    begin([layer('a', boxAt(100, 100), { lockAspectRatio })], { selectedId: 'a' });
    pullHandle('se', [300, 200], [400, 200], { shift });
    expect(bench.box('a')).toEqual(expected);
  });

  it('is centered with Alt', () => {
    pullHandle('e', [300, 150], [350, 150], { alt: true });
    expect(bench.box('a')).toEqual(boxAt(50, 100, 300, 100));
  });

  it('snaps the moved edges', () => {
    bench.shown = { ...bench.shown, snap: true };
    pull([300, 200], [489, 260], { target: 'se' });
    expect(bench.box('a')).toEqual(boxAt(100, 100, 400, 160));
    expect(bench.guidesNow).toEqual([{ orientation: 'vertical', at: 500, width: 1.5 }]);
  });

  it('ignores a click on a handle and a drag without a selected layer', () => {
    click(300, 200, { target: 'se' });
    expect(bench.told).toEqual([]);
    bench.shown = { ...bench.shown, selectedId: null };
    pullHandle('se', [300, 200], [400, 300]);
    expect(bench.told).toEqual([]);
  });

  it('is restored when canceled', () => {
    pull([300, 200], [489, 260], { target: 'se' });
    gestures.cancel();
    expect(bench.box('a')).toEqual(boxAt(100, 100));
  });
});

describe('rotating', () => {
  beforeEach(() => begin([layer('a', boxAt(100, 100))], { selectedId: 'a' }));

  it('follows the pointer around the center and snaps at quarter turns', () => {
    pullHandle('rotate', [200, 50], [250, 50]);
    expect(bench.box('a')).toEqual(boxAt(100, 100, 200, 100, 26.57));
    pullHandle('rotate', [200, 50], [300, 105]);
    expect(bench.box('a').rotation).toBe(90);
    expect(bench.told).toEqual(['commit', 'commit']);
  });

  it('uses steps of 15 degrees with Shift', () => {
    pullHandle('rotate', [200, 50], [250, 50], { shift: true });
    expect(bench.box('a').rotation).toBe(30);
  });

  it('ignores placeholders', () => {
    begin([layer('p', boxAt(100, 100), { canRotate: false })], { selectedId: 'p' });
    pullHandle('rotate', [200, 50], [250, 50]);
    expect(bench.box('p').rotation).toBe(0);
    expect(bench.told).toEqual([]);
  });
});

describe('pinching', () => {
  beforeEach(() => begin([layer('a', boxAt(100, 100)), layer('b', boxAt(200, 150))]));

  const [first, second] = [finger(1), finger(2)];

  it('scales and rotates the selected layer around the fingers', () => {
    bench.shown = { ...bench.shown, selectedId: 'a' };
    send('down', 150, 150, first);
    send('down', 250, 150, second);
    expect(gestures.state).toBe('pinching');
    send('move', 100, 150, first);
    send('move', 300, 150, second);
    expect(bench.box('a')).toEqual(boxAt(0, 50, 400, 200));
    send('move', 200, 50, first);
    send('move', 200, 250, second);
    expect(bench.box('a')).toEqual(boxAt(0, 50, 400, 200, 90));
    send('up', 200, 250, second);
    send('move', 900, 900, first);
    send('up', 900, 900, first);
    expect(bench.box('a')).toEqual(boxAt(0, 50, 400, 200, 90));
    expect(bench.told).toEqual(['commit']);
  });

  it('continues a drag as one undo step and is canceled with it', () => {
    pull([150, 150], [250, 150], first);
    send('down', 350, 150, second);
    send('move', 450, 150, second);
    expect(bench.box('a').width).toBe(400);
    gestures.cancel();
    expect(bench.box('a')).toEqual(boxAt(100, 100));
    expect(bench.told).toEqual(['select a', 'cancel']);
  });

  it('outside the selected layer still applies to it, keeps 15 px and rotates no placeholder', () => {
    begin([layer('p', boxAt(100, 100), { canRotate: false })], { selectedId: 'p' });
    send('down', 500, 700, first);
    send('down', 900, 700, second);
    send('move', 700, 690, second);
    send('move', 700, 710, first);
    expect(bench.box('p')).toMatchObject({ height: 30, width: 60, rotation: 0 });
  });

  it('zooms the view on the empty stage, from a marquee and on a layer that is not selected', () => {
    send('down', 500, 700, first);
    send('down', 900, 700, second);
    expect(gestures.state).toBe('zooming');
    send('move', 300, 700, first);
    send('move', 300, 900, first);
    expect(bench.looks[0]).toEqual({ from: { x: 350, y: 350 }, to: { x: 300, y: 350 }, by: 1.5 });
    send('up', 300, 900, first);
    pull([500, 700], [400, 700], first);
    send('down', 900, 700, second);
    expect([gestures.state, bench.framed]).toEqual(['zooming', undefined]);
    gestures.cancel();
    bench.shown = { ...bench.shown, selectedId: 'a' };
    send('down', 350, 230, first);
    send('down', 390, 230, second);
    expect([gestures.state, bench.told]).toEqual(['zooming', []]);
  });
});

describe('the view', () => {
  beforeEach(() => begin([layer('a', boxAt(100, 100))], { isHand: true }));

  it('follows the pointer with the hand tool or the middle button, and a second finger zooms it', () => {
    drag([150, 120], [250, 140]);
    expect(bench.looks.at(-1)).toMatchObject({ to: { x: 125, y: 70 }, by: 1 });
    pull([150, 120], [250, 140], finger(1));
    send('down', 450, 140, finger(2));
    expect(gestures.state).toBe('zooming');
    gestures.cancel();
    bench.shown = { ...bench.shown, isHand: false };
    send('down', 150, 120, { button: 1 });
    send('move', 250, 140, {});
    expect(gestures.state).toBe('panning');
    send('up', 250, 140, { button: 1 });
    expect([gestures.state, bench.told, bench.box('a')]).toEqual(['idle', [], boxAt(100, 100)]);
  });
});

describe('the cursor', () => {
  it('shows the effect of a press', () => {
    begin([layer('a', boxAt(100, 100, 200, 100, 90))], { selectedId: 'a' });
    const shown = (x: number, y: number, rest: Partial<StagePointer> = {}) => {
      send('move', x, y, rest);
      return bench.cursorNow;
    };
    expect(shown(200, 150)).toBe('move');
    expect(shown(900, 900)).toBe('default');
    expect(shown(300, 200, { target: 'n' })).toBe('ew-resize');
    expect(shown(300, 200, { target: 'rotate' })).toBe('grab');
    pull([200, 150], [300, 150]);
    expect(bench.cursorNow).toBe('grabbing');
    send('up', 300, 150);
    expect(bench.cursorNow).toBe('move');
  });
});
