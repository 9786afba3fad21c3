import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindShortcuts } from '../../../ui/studio/shortcuts/bindShortcuts.ts';
import { selectLayer, studio } from '../../../ui/studio/state/studio.ts';
import { freshScreen, open } from '../studioScreen.ts';

freshScreen();

let unbind: () => void;
beforeEach(() => {
  unbind = bindShortcuts(false);
});
afterEach(() => unbind());

/** Legacy codes of keys that are not letters, by which shortcuts are recognized. */
const codes: Record<string, number> = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46 };

/** Dispatches a keyboard event, such as "Control+Shift+z". */
function send(
  type: 'keydown' | 'keyup',
  keys: string,
  target: EventTarget = document.body,
  more: KeyboardEventInit = {},
) {
  const held = keys.split('+');
  const key = held.pop() as string;
  const [ctrlKey, altKey, shiftKey] = [held.includes('Control'), held.includes('Alt'), held.includes('Shift')];
  const event = new KeyboardEvent(type, { key, ctrlKey, altKey, shiftKey, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, 'keyCode', { value: codes[key] ?? key.toUpperCase().charCodeAt(0) });
  return act(async () => void target.dispatchEvent(event));
}

async function press(keys: string, target?: EventTarget): Promise<void> {
  await send('keydown', keys, target);
  await send('keyup', keys, target);
}

const layers = () => studio.project.scenes[0]?.layers ?? [];
const layerOf = (id: string) => layers().find((one) => one.id === id);
const order = () => layers().map(({ id }) => id);
/** Position of the rectangle: x, y, width and height in percent, rotation in degrees. */
const placed = () => {
  const { x, y, width, height, rotation } = layerOf('r')?.position ?? {};
  return [...[x, y, width, height].map((side) => Number.parseFloat(side ?? '')), rotation];
};
const path = () => location.pathname.replace('/studio/editor', '');

/** Opens a scene of two shapes, with the one behind selected. */
function openTwo(): void {
  const shape = { type: 'shape', shapeType: 'rectangle', background: '#e25959' };
  const position = { x: '10%', y: '10%', width: '20%', height: '20%' };
  open([
    { ...shape, id: 'front' },
    { ...shape, id: 'r', position, background: '#5969e2' },
  ]);
  history.pushState(null, '', '/studio/editor/layer/r');
  selectLayer('r');
}

describe('arrow keys', () => {
  it.each<[keys: string, result: (number | undefined)[]]>([
    ['ArrowRight', [11, 10, 20, 20, 0]],
    ['Shift+ArrowDown', [10, 20, 20, 20, 0]],
    ['Control+ArrowRight', [10, 10, 21, 20, 0]],
    ['Control+Shift+ArrowDown', [10, 10, 20, 30, 0]],
    ['Alt+ArrowRight', [10, 10, 20, 20, 1]],
    ['Alt+Shift+ArrowLeft', [10, 10, 20, 20, 345]],
  ])('change the selected layer with %s, as one undo step', async (keys, result) => {
    openTwo();
    await press(keys);
    expect(placed()).toEqual(result);
    await press('Control+z');
    expect(placed()).toEqual([10, 10, 20, 20, 0]);
    await press('Control+Shift+z');
    expect(placed()).toEqual(result);
    await press('Control+z');
    await press('Control+y');
    expect(placed()).toEqual(result);
  });

  it('are one undo step while they are pressed', async () => {
    openTwo();
    await send('keydown', 'ArrowLeft');
    for (let i = 0; i < 3; i += 1) await send('keydown', 'ArrowLeft', document.body, { repeat: true });
    await send('keyup', 'ArrowLeft');
    expect(placed()[0]).toBe(6);
    await press('ArrowLeft');
    await press('Control+z');
    expect(placed()[0]).toBe(6);
    await press('Control+z');
    expect(placed()[0]).toBe(10);
    expect(studio.canUndo).toBe(false);
  });
});

describe('keys for layers', () => {
  it('reorder, select, duplicate, delete and deselect them', async () => {
    openTwo();
    await press('Control+]');
    expect(order()).toEqual(['r', 'front']);
    await press('Control+[');
    expect(order()).toEqual(['front', 'r']);
    await press(']');
    expect([studio.selectedLayerId, path()]).toEqual(['front', '/layer/front']);
    await press('[');
    expect([studio.selectedLayerId, path()]).toEqual(['r', '/layer/r']);
    await press('Control+d');
    expect(order()).toEqual(['front', studio.selectedLayerId, 'r']);
    expect(layerOf(studio.selectedLayerId ?? '')?.position).toMatchObject({ x: '13%', y: '13%' });
    await press('Delete');
    expect([order(), path()]).toEqual([['front', 'r'], '']);
    await press('Control+z');
    expect(order()).toHaveLength(3);
  });

  it('copy the style of one to another, lock, hide, and delete with ripple', async () => {
    openTwo();
    await press('Control+Alt+c');
    await press(']');
    for (const [keys, given] of [
      ['Control+Alt+v', { background: '#5969e2' }],
      ['Control+Shift+l', { isLocked: true }],
      ['Control+Shift+h', { isHidden: true }],
    ] as const) {
      await press(keys);
      expect(layerOf('front')).toMatchObject(given);
      await press('Control+z');
      expect(layerOf('front')).not.toMatchObject(given);
    }
    await press('Shift+Delete');
    expect(order()).toEqual(['r']);
  });

  it('go ten steps back and forward to exactly the same projects', async () => {
    openTwo();
    const versions = [studio.project];
    for (const keys of ['ArrowRight', 'Control+]', 'Shift+ArrowDown', 'Control+[', 'Alt+ArrowRight']) {
      for (const one of [keys, 'Control+ArrowRight']) {
        await press(one);
        versions.push(studio.project);
      }
    }
    for (const version of versions.slice(0, -1).reverse()) {
      await press('Control+z');
      expect(studio.project).toEqual(version);
    }
    expect(studio.canUndo).toBe(false);
    for (const version of versions.slice(1)) {
      await press('Control+y');
      expect(studio.project).toEqual(version);
    }
    expect(studio.canRedo).toBe(false);
  });

  it('do nothing in a field or while a sheet is open', async () => {
    openTwo();
    const input = document.body.appendChild(document.createElement('input'));
    for (const keys of ['Delete', 't', 'ArrowRight', ']']) await press(keys, input);
    input.remove();
    history.pushState(null, '', '/studio/editor/settings');
    for (const keys of ['Delete', 't', 'ArrowRight', ']']) await press(keys);
    expect([order(), placed(), studio.selectedLayerId]).toEqual([['front', 'r'], [10, 10, 20, 20, 0], 'r']);
    expect(studio.canUndo).toBe(false);
  });
});
