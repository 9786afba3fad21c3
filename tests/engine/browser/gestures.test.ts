import { beforeEach, describe, expect, it } from 'vitest';
import { begin, bench, boxAt, click, drag, finger, gestures, layer, pull, send, wait } from './gestureBench.ts';

beforeEach(() => begin([layer('a', boxAt(100, 100)), layer('b', boxAt(200, 150))]));

describe('clicking', () => {
  it('selects the front layer on press and opens it on release', () => {
    send('down', 250, 170);
    expect(bench.told).toEqual(['select a']);
    send('up', 250, 170);
    expect(bench.told).toEqual(['select a', 'click a']);
    click(350, 230);
    expect(bench.told.slice(2)).toEqual(['select b', 'click b']);
  });

  it('opens a selected layer without selecting it again', () => {
    bench.shown = { ...bench.shown, selectedId: 'a' };
    click(150, 150);
    expect(bench.told).toEqual(['click a']);
  });

  it('opens the background on the blank canvas only while nothing is selected', () => {
    click(900, 900);
    expect(bench.told).toEqual(['background']);
    bench.shown = { ...bench.shown, selectedId: 'a' };
    click(900, 900);
    expect(bench.told).toEqual(['background', 'select null']);
  });

  it('deselects outside the canvas', () => {
    click(-50, 500);
    expect(bench.told).toEqual(['select null']);
  });

  it('hits the part of a layer outside the canvas only if the layer is selected', () => {
    begin([layer('a', boxAt(-150, 100)), layer('b', boxAt(-150, 100))]);
    click(-100, 150);
    expect(bench.told).toEqual(['select null']);
    bench.shown = { ...bench.shown, selectedId: 'b' };
    click(-100, 150);
    expect(bench.told).toEqual(['select null', 'click b']);
  });

  it('counts two clicks on a layer as a double click and a third as a click', () => {
    click(150, 150);
    click(152, 150);
    click(150, 150);
    expect(bench.told).toEqual(['select a', 'click a', 'double a', 'click a']);
  });

  it('counts two clicks on different layers, far apart or after a pause as single clicks', () => {
    click(150, 150);
    click(350, 230);
    click(350, 160);
    wait(1000);
    click(350, 160);
    expect(bench.told.filter((what) => what.startsWith('double'))).toEqual([]);
  });

  it('ignores other buttons', () => {
    click(150, 150, { button: 2 });
    expect(bench.told).toEqual([]);
    expect(gestures.state).toBe('idle');
  });

  it('selects a thin line with a finger next to it', () => {
    begin([layer('line', boxAt(100, 500, 300, 4)), layer('ground', boxAt(0, 0, 1000, 1000))]);
    click(200, 520, finger(1));
    click(200, 520);
    expect(bench.told).toEqual(['select line', 'click line', 'select ground', 'click ground']);
  });
});

describe('dragging', () => {
  it('selects and moves an unselected layer as one undo step', () => {
    drag([150, 120], [450, 320]);
    expect(bench.box('a')).toEqual(boxAt(400, 300));
    expect(bench.told).toEqual(['select a', 'commit']);
  });

  it.each([
    ['mouse', 3],
    ['pen', 3],
    ['touch', 8],
  ] as const)('by %s starts after %d CSS pixels', (pointerType, threshold) => {
    send('down', 150, 120, { pointerType });
    send('move', 150 + (threshold - 0.5) / 0.5, 120, { pointerType });
    expect(gestures.state).toBe('pointing');
    send('move', 150 + threshold / 0.5, 120, { pointerType });
    expect(gestures.state).toBe('dragging');
    expect(bench.box('a').x).toBe(100 + threshold / 0.5);
  });

  it('counts as a drag even if only the release reports the movement', () => {
    send('down', 150, 120);
    send('up', 450, 320);
    expect(bench.box('a')).toEqual(boxAt(400, 300));
    expect(bench.told).toEqual(['select a', 'commit']);
  });

  it('leaves no undo step when it returns to its start', () => {
    pull([150, 120], [450, 320]);
    send('move', 150, 120);
    send('up', 150, 120);
    expect(bench.told).toEqual(['select a', 'cancel']);
    expect(bench.box('a')).toEqual(boxAt(100, 100));
  });

  it('is restored by Escape, and the release does nothing more', () => {
    pull([150, 120], [450, 320]);
    expect(gestures.cancel()).toBe(true);
    send('move', 700, 700);
    send('up', 700, 700);
    expect(bench.box('a')).toEqual(boxAt(100, 100));
    expect(bench.told).toEqual(['select a', 'cancel']);
    expect(bench.guidesNow).toEqual([]);
    expect(gestures.cancel()).toBe(false);
  });

  it('ends when the system cancels the pointer', () => {
    pull([150, 120], [450, 320]);
    send('cancel', 0, 0);
    expect(bench.box('a')).toEqual(boxAt(100, 100));
    expect(gestures.state).toBe('idle');
  });

  it('on the empty stage selects the layers that its marquee touches, but not locked ones', () => {
    begin([
      layer('a', boxAt(100, 100)),
      layer('b', boxAt(200, 150)),
      layer('far', boxAt(700, 700)),
      layer('locked', boxAt(150, 100), { isLocked: true }),
      layer('ground', boxAt(0, 0, 1000, 1000), { isLocked: true }),
    ]);
    pull([600, 600], [250, 190]);
    expect(bench.framed).toEqual([{ x: 250, y: 190, width: 350, height: 410 }, ['a', 'b']]);
    send('up', 250, 190);
    expect([bench.told, bench.framed]).toEqual([['select all a,b'], undefined]);
    drag([600, 600], [650, 650], { shift: true });
    expect(bench.told.at(-1)).toBe('add ');
    pull([600, 600], [250, 190]);
    expect(gestures.cancel()).toBe(true);
    expect([bench.told.length, bench.framed, gestures.state]).toEqual([2, undefined, 'idle']);
  });

  it('with Shift stays on the main axis, and keys apply immediately', () => {
    pull([150, 120], [450, 220]);
    gestures.keys({ shift: true, alt: false, meta: false });
    expect(bench.box('a')).toEqual(boxAt(400, 100));
    gestures.keys({ shift: false, alt: true, meta: false });
    expect(bench.box('a')).toEqual(boxAt(400, 200));
    send('up', 180, 320, { shift: true });
    expect(bench.box('a')).toEqual(boxAt(100, 300));
  });

  it('snaps with guides until it ends, but not with Ctrl or when snapping is off', () => {
    bench.shown = { ...bench.shown, snap: true };
    pull([150, 120], [65, 320]);
    expect(bench.box('a')).toEqual(boxAt(0, 300));
    expect(bench.guidesNow).toEqual([{ orientation: 'vertical', at: 0, width: 1.5 }]);
    gestures.keys({ shift: false, alt: false, meta: true });
    expect(bench.box('a')).toEqual(boxAt(15, 300));
    expect(bench.guidesNow).toEqual([]);
    gestures.keys({ shift: false, alt: false, meta: false });
    send('up', 65, 320);
    expect(bench.guidesNow).toEqual([]);
    bench.shown = { ...bench.shown, snap: false };
    drag([150, 320], [165, 320]);
    expect(bench.box('a')).toEqual(boxAt(15, 300));
  });

  it('with Shift does not snap away from its axis', () => {
    bench.shown = { ...bench.shown, snap: true, layers: [layer('a', boxAt(100, 12))] };
    drag([150, 50], [400, 60], { shift: true });
    expect(bench.box('a').y).toBe(12);
  });

  it('keeps 15 px of the layer on the stage and shows no guide for an unreachable position', () => {
    bench.shown = { ...bench.shown, snap: true };
    pull([150, 120], [-3000, 320]);
    expect(bench.box('a')).toEqual(boxAt(-170, 300));
    expect(bench.guidesNow).toEqual([]);
    send('move', -135, 320);
    expect(bench.box('a')).toEqual(boxAt(-170, 300));
    expect(bench.guidesNow).toEqual([]);
  });

  it('ignores additional pointers of another kind', () => {
    pull([150, 120], [450, 320]);
    send('down', 220, 170, finger(7));
    send('move', 900, 900, finger(7));
    send('up', 900, 900, finger(7));
    expect(bench.box('a')).toEqual(boxAt(400, 300));
    expect(gestures.state).toBe('dragging');
  });
});

describe('several layers', () => {
  const third = layer('c', boxAt(600, 600), { isLocked: true });
  const several = { severalIds: ['a', 'b', 'c'], snap: true };

  it('are dragged together, except locked ones, and snap by their common bounds', () => {
    begin([layer('a', boxAt(100, 100)), layer('b', boxAt(200, 250)), third], several);
    // The common bounds are 300 wide: 245 further right, their center is 5 before that of the canvas.
    drag([150, 120], [395, 120]);
    expect([bench.box('a').x, bench.box('b').x, bench.box('c').x]).toEqual([350, 450, 600]);
    expect(bench.told).toEqual(['commit']);
  });

  it('are added and removed one by one with Shift or with a finger in picking mode', () => {
    click(150, 150, { shift: true });
    expect(bench.told).toEqual(['toggle a']);
    click(900, 900, { shift: true });
    bench.shown = { ...bench.shown, isPicking: true };
    click(350, 230, finger(1));
    expect(bench.told).toEqual(['toggle a', 'toggle b']);
    drag([150, 120], [150, 320], { shift: true });
    expect(bench.told.slice(2)).toEqual(['select a', 'commit']);
  });

  it('are clicked one by one and deselected by a click outside', () => {
    bench.shown = { ...bench.shown, severalIds: ['a', 'b'] };
    click(150, 150);
    click(900, 900);
    expect(bench.told).toEqual(['click a', 'select null']);
  });
});

describe('snapping to other layers', () => {
  it('applies within 6 CSS pixels if no line of the canvas is near', () => {
    begin([layer('a', boxAt(100, 100)), layer('b', boxAt(610, 700, 111, 300))], { snap: true });
    drag([150, 120], [150 + 200, 120 + 590]);
    // Its upper edge at 690 is 10 from that of the other layer, which is 5 CSS pixels.
    expect(bench.box('a')).toEqual(boxAt(300, 700));
    drag([350, 720], [350 + 100, 720 + 14]);
    expect(bench.box('a')).toEqual(boxAt(400, 714));
    drag([450, 730], [450, 730 + 80], { meta: true });
    expect(bench.box('a')).toEqual(boxAt(400, 794));
  });
});
