import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { ColorAmounts } from '../../../ui/studio/effects/ColorCorrection.tsx';
import { useLayer } from '../../../ui/studio/state/layers.ts';
import { selectedLayer } from '../../../ui/studio/state/studio.ts';
import { button, click, field, freshScreen, key, open, place, show } from '../studioScreen.ts';

freshScreen();

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6 };
/** A curve that brightens the shadows. */
const raised = [
  [0, 0.2],
  [1, 1],
];
const color = () => (selectedLayer() as VideoLayer).color;
const points = () => [...place.querySelectorAll<HTMLElement>('[role="slider"]')];
const point = (name: string) => points().find((one) => one.getAttribute('aria-label') === name) as HTMLElement;
const choose = (name: string, value: string) =>
  act(async () => {
    const list = field(name) as unknown as HTMLSelectElement;
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
const press = (element: Element, x: number, y: number) =>
  act(async () => {
    const more = { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: y };
    element.dispatchEvent(new PointerEvent('pointerdown', more));
  });
/** The layer as it is now. */
function Selected() {
  const layer = useLayer(isPicture);
  return layer && <ColorAmounts layer={layer} />;
}
const openColor = async (fields: object = {}) => {
  open([{ ...video, ...fields }]);
  await show(<Selected />);
};

describe('the color correction of a video', () => {
  it('is added by its first change and removed when nothing is changed', async () => {
    await openColor();
    const exposure = [...place.querySelectorAll<HTMLInputElement>('input[type="range"]')][0] as HTMLInputElement;
    await key(exposure, 'ArrowRight');
    expect(color()).toMatchObject({ exposure: 0.05, tint: 0 });
    await key(exposure, 'ArrowLeft');
    expect(color()).toBeUndefined();
  });
});

describe('the curve editor', () => {
  it('adds points in the widest gap, moves them by arrow keys and removes them', async () => {
    await openColor();
    expect(points().map((one) => one.getAttribute('aria-valuetext'))).toEqual([
      'Input 0%, output 0%',
      'Input 100%, output 100%',
    ]);
    await click('Add point');
    expect(color()?.curve?.master).toEqual([
      [0, 0],
      [0.5, 0.5],
      [1, 1],
    ]);
    await key(point('Point 2 of 3'), 'ArrowUp', { shiftKey: true });
    await key(point('Point 2 of 3'), 'ArrowLeft');
    expect(color()?.curve?.master?.[1]).toEqual([0.49, 0.6]);
    await key(point('Point 2 of 3'), 'Delete');
    expect(color()).toBeUndefined();
  });

  it('keeps points between their neighbors and inside the plot', async () => {
    await openColor({
      color: {
        curve: {
          master: [
            [0, 0],
            [0.02, 0.95],
            [1, 1],
          ],
        },
      },
    });
    for (let i = 0; i < 4; i += 1) await key(point('Point 2 of 3'), 'ArrowLeft');
    await key(point('Point 2 of 3'), 'ArrowUp', { shiftKey: true });
    expect(color()?.curve?.master?.[1]).toEqual([0.01, 1]);
  });

  it('never removes the last two points', async () => {
    await openColor({ color: { curve: { master: raised } } });
    await key(point('Point 1 of 2'), 'Delete');
    expect(color()?.curve?.master).toHaveLength(2);
    expect(button('Remove point').getAttribute('aria-disabled')).toBe('true');
  });

  it('edits each channel on its own and resets only that one', async () => {
    await openColor({ color: { curve: { master: raised } } });
    await choose('Curve', 'blue');
    await key(point('Point 1 of 2'), 'ArrowUp', { shiftKey: true });
    expect(color()?.curve).toEqual({
      master: raised,
      blue: [
        [0, 0.1],
        [1, 1],
      ],
    });
    await click('Reset curve');
    expect(color()?.curve).toEqual({
      master: raised,
    });
  });

  it('adds a point where the plot is pressed, and drags it at once', async () => {
    await openColor();
    const plot = points()[0]?.parentElement as HTMLElement;
    plot.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
    await press(plot, 30, 60);
    expect(color()?.curve?.master).toEqual([
      [0, 0],
      [0.3, 0.4],
      [1, 1],
    ]);
    await act(async () => {
      dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX: 40, clientY: 10, bubbles: true }));
      dispatchEvent(new PointerEvent('pointerup', { pointerId: 1, clientX: 40, clientY: 10, bubbles: true }));
    });
    expect(color()?.curve?.master).toEqual([
      [0, 0],
      [0.4, 0.9],
      [1, 1],
    ]);
  });
});
