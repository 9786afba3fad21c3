import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { TextLayer, VideoLayer } from '../../../engine/project/layers.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { Inspector } from '../../../ui/studio/properties/Inspector.tsx';
import { inspectorView } from '../../../ui/studio/state/docks.ts';
import { change, selectLayer, selectLayers, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { click, field, freshScreen, key, layer, open, place, show, write } from '../studioScreen.ts';

freshScreen();

const image = { type: 'image', url: 'media/none/a.png', width: 4, height: 3 };
const video = { type: 'video', url: 'media/none/a.mp4', width: 4, height: 3, duration: 4 };
const sound = { type: 'audio', url: 'media/none/a.mp3', duration: 4 };
const shape = { type: 'shape', shapeType: 'rectangle' };

const tabs = () => [...place.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent);
const sections = () => [...place.querySelectorAll('summary')].map((one) => one.textContent);
const number = (name: string) =>
  place.querySelector<HTMLInputElement>(`input[role="spinbutton"][aria-label="${name}"]`) as HTMLInputElement;
const type = async (name: string, text: string) => {
  await write(number(name), text);
  await key(number(name), 'Enter');
};
const positions = () => studio.project.scenes[0]?.layers.map(({ position }) => position);

describe('the inspector', () => {
  it.each<[object, string[]]>([
    [{ type: 'text' }, ['Layout', 'Text style', 'Look', 'Animation', 'Time']],
    [image, ['Layout', 'Look', 'Animation', 'Time']],
    [video, ['Layout', 'Look', 'Animation', 'Audio', 'Time']],
    [{ ...video, converted_gif: true }, ['Layout', 'Look', 'Animation', 'Time']],
    [shape, ['Layout', 'Look', 'Animation', 'Time']],
    [{ type: 'placeholder' }, ['Layout', 'Look', 'Animation', 'Time']],
    [sound, ['Audio', 'Time']],
    [{ type: 'subtitles', cues: [] }, ['Layout', 'Subtitles', 'Text style', 'Look', 'Animation', 'Time']],
  ])('has only the tabs of %o', async (fields, titles) => {
    open([fields]);
    await show(<Inspector />);
    expect(tabs()).toEqual(titles);
  });

  it('shows the style of a text first, until a tab is chosen', async () => {
    inspectorView.tab = undefined;
    open([{ type: 'text' }, shape]);
    await show(<Inspector />);
    const shown = () => place.querySelector('[aria-selected="true"]')?.textContent;
    expect(shown()).toBe('Text style');
    await act(async () => selectLayer('l1'));
    expect(shown()).toBe('Layout');
    await click('Layout');
    await act(async () => selectLayer('l0'));
    expect(shown()).toBe('Layout');
  });

  it('keeps the tab when another layer with it is selected, and has all sections of it', async () => {
    open([image, video, sound]);
    await show(<Inspector />);
    await click('Animation');
    expect(sections()).toEqual(['In and out', 'Motion', 'Keyframes']);
    const shown = () => place.querySelector('[aria-selected="true"]')?.textContent;
    await act(async () => selectLayer('l1'));
    expect([shown(), ...sections()]).toEqual(['Animation', 'In and out', 'Keyframes']);
    await act(async () => selectLayer('l2'));
    expect([shown(), ...sections()]).toEqual(['Audio', 'Volume']);
    await act(async () => selectLayer('l0'));
    expect(shown()).toBe('Animation');
    await click('Layout');
  });

  it.each([
    [1280, 720, '1:1', '16:9'],
    [640, 360, '16:9', '16:9'],
    [500, 333, '1:1', ''],
  ])('names the ratio of a canvas of %d by %d pixels, stated as %s: %s', async (width, height, ratio, named) => {
    open([shape], { width, height, ratio });
    await act(async () => selectLayer(null));
    await show(<Inspector />);
    expect(place.querySelector('select')?.value).toBe(named);
  });

  it('shows the canvas and the background while no layer is selected', async () => {
    open([shape], { width: 640, height: 360, ratio: '16:9' });
    await act(async () => selectLayer(null));
    await show(<Inspector />);
    expect(sections()).toEqual(['Canvas', 'Background', 'Video']);
    await type('W, width of the canvas', '1000');
    expect([studio.project.width, studio.project.height]).toEqual([1000, 360]);
  });
});

describe('numbers of the layout', () => {
  const layers = [shape, { ...shape, position: { x: '50%', y: '10%', width: '20%', height: '20%' } }];

  it('are typed in pixels or percent, each as one undo step', async () => {
    open(layers, { width: 1000, height: 500 });
    await show(<Inspector />);
    expect(['X, from the left', 'Y, from the top', 'Width', 'Height'].map((name) => number(name).value)).toEqual([
      '100',
      '50',
      '500',
      '100',
    ]);
    await type('Width', '250');
    expect(layer<'shape'>().position).toMatchObject({ x: '10%', width: '25%', height: '20%' });
    await click('Percent of the canvas');
    expect(number('Width').value).toBe('25');
    await type('X, from the left', '30');
    expect(layer<'shape'>().position?.x).toBe('30%');
    await click('px');
    await act(async () => undoChange());
    await act(async () => undoChange());
    expect(layer<'shape'>().position).toMatchObject({ x: '10%', width: '50%' });
  });

  it('change by arrow keys, reset, and ignore words', async () => {
    open(layers, { width: 1000, height: 500 });
    await show(<Inspector />);
    await key(number('Rotation'), 'ArrowUp');
    await key(number('Rotation'), 'ArrowUp');
    expect(layer<'shape'>().position?.rotation).toBe(2);
    await click('Reset Rotation');
    expect(layer<'shape'>().position?.rotation).toBe(0);
    await type('Opacity', '40');
    expect(layer<'shape'>().globalAlpha).toBe(0.4);
    await type('Opacity', 'half');
    expect(layer<'shape'>().globalAlpha).toBe(0.4);
  });

  it('are empty where several layers differ, and set for all', async () => {
    open(layers, { width: 1000, height: 500 });
    await act(async () => selectLayers(['l0', 'l1']));
    await show(<Inspector />);
    expect([number('X, from the left').value, number('X, from the left').placeholder]).toEqual(['', 'Mixed']);
    expect(number('Y, from the top').value).toBe('50');
    await type('X, from the left', '0');
    await type('Opacity', '50');
    expect(positions()?.map((one) => one?.x)).toEqual(['0%', '0%']);
    expect(studio.project.scenes[0]?.layers.map((one) => 'globalAlpha' in one && one.globalAlpha)).toEqual([0.5, 0.5]);
  });

  it('of effects change all selected layers, and are removed at 0', async () => {
    open([{ type: 'text' }, { ...shape, blur: 20 }]);
    await act(async () => selectLayers(['l0', 'l1']));
    inspectorView.tab = 'look';
    await show(<Inspector />);
    const amounts = () => studio.project.scenes[0]?.layers.map((one) => 'blur' in one && one.blur);
    expect(number('Blur').placeholder).toBe('Mixed');
    await type('Blur', '40');
    expect(amounts()).toEqual([40, 40]);
    await type('Blur', '0');
    expect(amounts()).toEqual([false, false]);
    inspectorView.tab = undefined;
  });

  it('of all selected layers change in the tabs that all of them have, but not of locked ones', async () => {
    const words = { type: 'text', fontFamily: 'Arial' };
    open([words, { ...words, letterSpacing: 0.1 }, { ...words, isLocked: true }, image]);
    await act(async () => selectLayers(['l0', 'l1', 'l2']));
    await show(<Inspector />);
    expect(tabs()).toEqual(['Layout', 'Text style', 'Look', 'Animation']);
    await click('Text style');
    expect(number('Letter spacing').placeholder).toBe('Mixed');
    await type('Letter spacing', '20');
    expect(place.textContent).toContain('Changes apply to all 3 layers.');
    await act(async () => (field('Italic') as HTMLElement).click());
    const now = () => studio.project.scenes[0]?.layers.slice(0, 3) as TextLayer[];
    await expect.poll(() => now().map(({ fontStyle }) => fontStyle)).toEqual(['italic', 'italic', 'normal']);
    expect(now().map(({ letterSpacing }) => letterSpacing)).toEqual([0.2, 0.2, 0]);
    await act(async () => undoChange());
    expect(now().map(({ fontStyle }) => fontStyle)).toEqual(['normal', 'normal', 'normal']);
    await act(async () => selectLayers(['l0', 'l3']));
    expect(tabs()).toEqual(['Layout', 'Look', 'Animation']);
    await act(async () => selectLayers([]));
  });

  it('are reset to the middle, and to the size of a new layer', async () => {
    const placed = { x: '10%', y: '10%', width: '20%', height: '20%' };
    open([{ ...image, position: placed }], { width: 1000, height: 500 });
    await show(<Inspector />);
    await click('Reset X, from the left');
    await click('Reset Y, from the top');
    expect(layer<'image'>().position).toMatchObject({ x: '40%', y: '40%', width: '20%' });
    await click('Reset Width');
    await click('Reset Height');
    await click('Reset X, from the left');
    await click('Reset Y, from the top');
    // As new: 4:3 as high as the canvas.
    expect([number('X, from the left').value, number('Width').value, number('Height').value]).toEqual([
      '166.6',
      '666.7',
      '500',
    ]);
    expect(place.querySelector('[aria-label^="Reset "]')).toBeNull();
  });

  it('of the sound, the speed and the animation of several layers are mixed, typed and set for all', async () => {
    const quiet = { ...video, volume: 0.5 };
    open([video, quiet, { ...video, isLocked: true }]);
    await act(async () => selectLayers(['l0', 'l1', 'l2']));
    await show(<Inspector />);
    const values = <K extends keyof VideoLayer>(name: K) =>
      studio.project.scenes[0]?.layers.map((one) => (one as VideoLayer)[name]);
    await click('Audio');
    expect([number('Volume').placeholder, number('Fade in').value]).toEqual(['Mixed', '0']);
    await type('Volume', '80');
    await type('Fade in', '1.5');
    expect([values('volume'), values('fadeIn')]).toEqual([
      [0.8, 0.8, 1],
      [1.5, 1.5, 0],
    ]);
    await type('Bass', '6');
    expect(values('eq')).toEqual([{ low: 6, mid: 0, high: 0 }, { low: 6, mid: 0, high: 0 }, undefined]);
    await click('Time');
    expect(sections()).toEqual(['Speed']);
    await type('Speed', '2');
    expect(values('speed')).toEqual([2, 2, 1]);
    await click('Animation');
    expect(sections()).toEqual(['In and out']);
    await act(async () => (field('Zoom') as HTMLElement).click());
    expect(values('animateIn')?.map((one) => one?.type)).toEqual(['zoom', 'zoom', undefined]);
    await act(async () => undoChange());
    expect(values('animateIn')).toEqual([undefined, undefined, undefined]);
    await click('Layout');
  });

  it('of a layer with keyframes change at the current time', async () => {
    open([{ ...shape, keyframes: [{ time: 0, x: '10%' }] }], { width: 1000, height: 500 });
    await show(<Inspector />);
    await type('X, from the left', '300');
    expect(layer<'shape'>().keyframes?.[0]?.x).toBe('30%');
    await click('Remove keyframe');
    expect(layer<'shape'>().keyframes).toBeUndefined();
  });
});

it('applies the style of a layer to all layers of its kind in all scenes', async () => {
  const red = { background: '#ff0000', globalAlpha: 0.5 };
  open([{ ...shape, ...red }, { type: 'text' }]);
  const far = {
    ...studio.project.scenes[0],
    id: 'far',
    layers: [{ ...layer<'shape'>(), id: 'f', background: '#00ff00' }],
  };
  change((project) => ({ ...project, scenes: [...project.scenes, far as Scene] }));
  await show(<Inspector />);
  await click('Apply to all scenes');
  const found = studio.project.scenes.flatMap(({ layers }) => layers);
  expect(found.map((one) => 'background' in one && one.background)).toEqual([
    red.background,
    'rgba(0, 0, 0, 0.6)',
    red.background,
  ]);
});
