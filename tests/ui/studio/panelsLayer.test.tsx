import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { MAX_LAYERS_PER_SCENE } from '../../../engine/project/limits.ts';
import { LayerFooter } from '../../../ui/studio/inspector/LayerFooter.tsx';
import { change, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import {
  button,
  click,
  freshScreen,
  key,
  layer,
  names,
  open,
  place,
  resizeTo,
  show,
  status,
  write,
} from '../studioScreen.ts';

freshScreen('phone');

describe('layer controls by type', () => {
  const stack = ['Bring forward', 'Send back', 'Properties', 'Arrange', 'Select more', 'Duplicate', 'Delete'];
  const time = ['Time', 'In and out', 'Keyframes'];
  const look = ['Crop', 'Fill', 'Lock Aspect Ratio', 'Filters', 'Style', 'Chroma key', 'Flip', 'Flip vertically'];
  const words = ['Text', 'Meme'];
  const number = (label: string) => [`Decrease ${label}`, `Increase ${label}`];
  it.each<[object, string, string[]]>([
    [{ type: 'image', url: 'a.png' }, 'Image', [...words, ...time, ...look, 'Motion', 'Replace']],
    [
      { type: 'video', url: 'a.mp4' },
      'Video',
      [
        ...words,
        ...['Trim', 'Split', 'Speed', 'Freeze frame'],
        ...time,
        ...look,
        ...['Mute', 'Volume', 'Detach audio', 'Replace'],
      ],
    ],
    [{ type: 'video', url: 'a.gif', converted_gif: true }, 'Video', [...words, 'Speed', ...time, ...look, 'Replace']],
    [
      { type: 'text' },
      'Text',
      [
        'Edit',
        'Arial Font',
        'Style',
        'Color',
        'Bold',
        'Italic',
        'Align left',
        'Align center',
        'Align right',
        'Black',
        'White',
        'None',
        'Background',
        'Animate',
        ...time,
      ],
    ],
    [{ type: 'placeholder' }, 'Placeholder', ['Replace', 'Color', ...time]],
    [
      { type: 'shape', shapeType: 'rectangle' },
      'Rectangle',
      ['Fill', 'Outline', ...number('Line Width'), ...number('Opacity'), ...time],
    ],
    [
      { type: 'shape', shapeType: 'line' },
      'Line',
      ['Line color', ...number('Line Width'), 'Round', 'Square', ...number('Opacity'), ...time],
    ],
    [
      { type: 'shape', shapeType: 'arrow' },
      'Arrow',
      [
        'Arrow color',
        ...['Line Width', 'Pointer Width', 'Pointer Length'].flatMap(number),
        'One-sided',
        'Two-sided',
        ...number('Opacity'),
        ...time,
      ],
    ],
  ])('match the type of %o', async (fields, title, controls) => {
    open([fields]);
    await show(<LayerFooter />);
    expect(place.querySelector('h2')?.textContent).toBe(title);
    expect(names()).toEqual(['Back', ...controls, ...stack]);
  });

  const order = ['Bring forward', 'Send back'];
  it.each<[object, string[]]>([
    [{ type: 'image', url: 'a.png' }, ['Fill', 'Lock Aspect Ratio', 'Replace', ...order, 'Delete']],
    [{ type: 'video', url: 'a.mp4' }, ['Trim', 'Fill', 'Lock Aspect Ratio', 'Mute', 'Replace', ...order, 'Delete']],
    [
      { type: 'text' },
      [
        ...['Edit', 'Arial Font', 'Color', 'Bold', 'Align left', 'Align center', 'Align right'],
        ...['Black', 'White', 'None', 'Animate', ...order, 'Duplicate', 'Delete'],
      ],
    ],
    [{ type: 'placeholder' }, ['Replace', 'Color', ...order, 'Delete']],
    [
      { type: 'shape', shapeType: 'rectangle' },
      ['Fill', 'Outline', ...number('Line Width'), ...number('Opacity'), ...order, 'Duplicate', 'Delete'],
    ],
    [
      { type: 'shape', shapeType: 'line' },
      [
        ...['Line color', ...number('Line Width'), 'Round', 'Square', ...number('Opacity')],
        ...[...order, 'Duplicate', 'Delete'],
      ],
    ],
    [
      { type: 'shape', shapeType: 'arrow' },
      [
        ...['Arrow color', ...['Line Width', 'Pointer Width', 'Pointer Length'].flatMap(number)],
        ...['One-sided', 'Two-sided', ...number('Opacity'), ...order, 'Duplicate', 'Delete'],
      ],
    ],
    [
      { type: 'video', url: 'a.gif', converted_gif: true },
      ['Fill', 'Lock Aspect Ratio', 'Replace', ...order, 'Delete'],
    ],
  ])('are only the essential ones next to the inspector, for %o', async (fields, controls) => {
    resizeTo('desktop');
    open([fields]);
    await show(<LayerFooter />);
    expect(names()).toEqual(['Back', ...controls]);
  });
});

describe('common layer controls', () => {
  it('move a layer forward and back and show its place', async () => {
    open([{ type: 'text' }, { type: 'text' }, { type: 'text' }]);
    await show(<LayerFooter />);
    const state = () => [
      status().textContent,
      button('Bring forward').getAttribute('aria-disabled'),
      button('Send back').getAttribute('aria-disabled'),
    ];
    expect(state()).toEqual(['1of 3', 'true', 'false']);
    await click('Send back');
    expect(state()).toEqual(['2of 3', 'false', 'false']);
    await click('Send back');
    expect(state()).toEqual(['3of 3', 'false', 'true']);
    await click('Send back');
    expect(studio.project.scenes[0]?.layers.map(({ id }) => id)).toEqual(['l1', 'l2', 'l0']);
    await click('Bring forward');
    expect(studio.project.scenes[0]?.layers.map(({ id }) => id)).toEqual(['l1', 'l0', 'l2']);
  });

  it('duplicate a layer with an offset of 3 %, open the copy, delete it and go back', async () => {
    open([{ type: 'text' }]);
    await show(<LayerFooter />);
    await click('Duplicate');
    const copy = layer<'text'>();
    expect(copy.id).not.toBe('l0');
    expect(copy.position?.x).toBe('13%');
    expect(location.pathname).toBe(`/studio/editor/layer/${copy.id}`);
    await click('Delete');
    expect(studio.project.scenes[0]?.layers.map(({ id }) => id)).toEqual(['l0']);
    expect(location.pathname).toBe('/studio/editor');
  });

  it('deselect the layer with Back', async () => {
    open([{ type: 'text' }]);
    history.replaceState(null, '', '/studio/editor/layer/l0');
    await show(<LayerFooter />);
    await click('Back');
    expect(studio.selectedLayerId).toBeNull();
    expect(location.pathname).toBe('/studio/editor');
  });
});

describe('text controls', () => {
  it('align, embolden, slant and outline text, each as one undo step', async () => {
    open([{ type: 'text', fontSize: '40px' }]);
    await show(<LayerFooter />);
    await click('Align right');
    await click('Bold');
    await click('Italic');
    await click('None');
    expect(layer<'text'>()).toMatchObject({
      textAlign: 'right',
      fontWeight: 'bold',
      fontStyle: 'italic',
      textShadow: 'none',
    });
    expect(['Align right', 'Bold', 'Italic', 'None'].map((name) => button(name).getAttribute('aria-pressed'))).toEqual(
      Array(4).fill('true'),
    );
    for (let step = 0; step < 4; step += 1) await act(async () => undoChange());
    expect(layer<'text'>()).toMatchObject({
      textAlign: 'center',
      fontWeight: 'normal',
      fontStyle: 'normal',
      textShadow: 'white',
    });
    expect(studio.canUndo).toBe(false);
    expect(button('White').getAttribute('aria-pressed')).toBe('true');
  });

  it('apply each click while a font loads and keep a font that is selected meanwhile', async () => {
    open([{ type: 'text' }]);
    await show(<LayerFooter />);
    await act(async () => {
      for (const name of ['Bold', 'Italic', 'Bold']) button(name).click();
      change((project) => setLayerFields(project, 'l0', 'text', { fontFamily: 'Impact' }));
    });
    expect(layer<'text'>()).toMatchObject({ fontWeight: 'normal', fontStyle: 'italic', fontFamily: 'Impact' });
  });
});

describe('image controls', () => {
  it('add both lines of a meme as one undo step, or none if only one fits', async () => {
    open([{ type: 'image', url: 'a.png' }]);
    await show(<LayerFooter />);
    act(() => button('Meme').click());
    expect(layer<'text'>()).toMatchObject({ text: 'Top meme text', fontFamily: 'Impact' });
    expect(location.pathname).toBe('/studio/editor/text');
    expect(studio.project.scenes[0]?.layers).toHaveLength(3);
    await act(async () => undoChange());
    expect([studio.canUndo, studio.project.scenes[0]?.layers.length]).toEqual([false, 1]);
    open(Array(MAX_LAYERS_PER_SCENE - 1).fill({ type: 'image', url: 'a.png' }));
    await show(<LayerFooter />);
    await click('Meme');
    expect([studio.canUndo, studio.selectedLayerId]).toEqual([false, 'l0']);
  });
});

describe('video controls', () => {
  it('show the length of a trim', async () => {
    open([{ type: 'video', url: 'a.mp4', duration: 8, isTrimmed: true, startTime: 1, endTime: 2.5 }]);
    await show(<LayerFooter />);
    await click('Trimmed: 1.5 s');
    expect(location.pathname).toBe('/studio/editor/trimmer');
  });

  it('mute, unmute, lock and fill a video', async () => {
    open([{ type: 'video', url: 'a.mp4', width: 200, height: 100, objectFit: 'contain' }]);
    await show(<LayerFooter />);
    await click('Mute');
    expect(layer<'video'>().isMuted).toBe(true);
    await click('Unmute');
    expect(layer<'video'>().isMuted).toBe(false);
    await click('Lock Aspect Ratio');
    expect(layer<'video'>()).toMatchObject({ lockAspectRatio: true, position: { width: '40%', height: '20%' } });
    expect(button('Lock Aspect Ratio').getAttribute('aria-pressed')).toBe('true');
    await click('Fill');
    expect(layer<'video'>()).toMatchObject({ lockAspectRatio: false, objectFit: 'cover' });
  });
});

describe('a stepper', () => {
  const press = (name: string, type: string) =>
    act(async () => button(name).dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 })));
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

  it('repeats every 200 ms while pressed, as one undo step', async () => {
    vi.useFakeTimers();
    open([{ type: 'shape', shapeType: 'line', lineWidth: 20 }]);
    await show(<LayerFooter />);
    await press('Increase Line Width', 'pointerdown');
    expect(layer<'shape'>().lineWidth).toBe(21);
    await wait(199);
    expect(layer<'shape'>().lineWidth).toBe(21);
    await wait(1);
    expect(layer<'shape'>().lineWidth).toBe(22);
    await wait(200);
    await wait(200);
    expect(layer<'shape'>().lineWidth).toBe(24);
    await press('Increase Line Width', 'pointerup');
    await wait(1000);
    expect(layer<'shape'>().lineWidth).toBe(24);
    await press('Decrease Line Width', 'pointerdown');
    await press('Decrease Line Width', 'pointerup');
    expect(layer<'shape'>().lineWidth).toBe(23);
    await act(async () => undoChange());
    expect(layer<'shape'>().lineWidth).toBe(24);
    await act(async () => undoChange());
    expect(layer<'shape'>().lineWidth).toBe(20);
  });

  it('steps in exact tenths and stays between 0 and 1 for opacity', async () => {
    open([{ type: 'shape', shapeType: 'rectangle' }]);
    await show(<LayerFooter />);
    for (let i = 0; i < 3; i += 1) await click('Decrease Opacity');
    expect(layer<'shape'>().globalAlpha).toBe(0.7);
    for (let i = 0; i < 5; i += 1) await click('Increase Opacity');
    expect(layer<'shape'>().globalAlpha).toBe(1);
    expect(button('Increase Opacity').getAttribute('aria-disabled')).toBe('true');
  });

  it('clamps a typed value and uses 1 for text that is not a number', async () => {
    open([{ type: 'shape', shapeType: 'arrow' }]);
    await show(<LayerFooter />);
    const input = place.querySelector('input[aria-label="Line Width"]') as HTMLInputElement;
    for (const [text, value] of [
      ['12.5', 12.5],
      ['-3', 0],
      ['1e12', 1e8],
      ['thick', 1],
    ] as const) {
      await write(input, text);
      await key(input, 'Enter');
      expect(layer<'shape'>().lineWidth).toBe(value);
      expect(input.value).toBe(String(value));
    }
    await key(input, 'ArrowUp');
    expect(layer<'shape'>().lineWidth).toBe(2);
    await write(input, '9');
    await key(input, 'Escape');
    expect(input.value).toBe('2');
    await write(input, '7,5');
    await key(input, 'ArrowUp');
    expect(layer<'shape'>().lineWidth).toBe(8.5);
  });
});
