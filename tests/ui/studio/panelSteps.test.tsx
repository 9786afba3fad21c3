import { act } from 'react';
import { expect, it } from 'vitest';
import { LayerAnimations } from '../../../ui/studio/effects/LayerAnimations.tsx';
import { PictureStyle } from '../../../ui/studio/effects/PictureStyle.tsx';
import { Speed } from '../../../ui/studio/effects/Speed.tsx';
import { Volume } from '../../../ui/studio/effects/Volume.tsx';
import { LayerFooter } from '../../../ui/studio/inspector/LayerFooter.tsx';
import { Layers } from '../../../ui/studio/inspector/Layers.tsx';
import { TextStyle } from '../../../ui/studio/inspector/TextStyle.tsx';
import { redoChange, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { click, freshScreen, key, open, place, show, write } from '../studioScreen.ts';

freshScreen('phone');

const labeled = (text: string) =>
  [...place.querySelectorAll('label')].find((one) => one.textContent === text)?.control as HTMLInputElement;
/** Waits for actions that load fonts first. */
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));

/** A single change by the user. */
type Action = () => Promise<unknown>;

const press =
  (name: string): Action =>
  () =>
    click(name);
const choose =
  (name: string): Action =>
  async () => {
    await act(async () => labeled(name).click());
    await settle();
  };
const chooseIn =
  (region: string, name: string): Action =>
  () =>
    act(async () => {
      const labels = [...place.querySelectorAll<HTMLLabelElement>(`section[aria-label="${region}"] label`)];
      labels.find((one) => one.textContent === name)?.control?.click();
    });
const slide =
  (name: string, ...keys: string[]): Action =>
  async () => {
    const slider = () =>
      place.querySelector<HTMLInputElement>(`input[type="range"][aria-label="${name}"]`) ?? labeled(name);
    for (const one of keys) await key(slider(), one);
    await act(async () => slider().dispatchEvent(new KeyboardEvent('keyup', { bubbles: true })));
  };
const select =
  (name: string, value: string): Action =>
  () =>
    act(async () => {
      const list = labeled(name) as unknown as HTMLSelectElement;
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    });
const type =
  (name: string, text: string): Action =>
  async () => {
    const input = place.querySelector(`input[aria-label="${name}"]`) as HTMLInputElement;
    await write(input, text);
    await key(input, 'Enter');
  };
const rename =
  (name: string): Action =>
  async () => {
    await act(async () => place.querySelector<HTMLElement>('[aria-label^="Rename"]')?.click());
    const input = place.querySelector('input') as HTMLInputElement;
    await act(async () => input.focus());
    await write(input, name);
    await key(input, 'Enter');
  };

const video = { type: 'video', url: '/samples/media/party.mp4', duration: 6, width: 640, height: 480 };
const text = { type: 'text', text: 'MMMM', color: '#000000', textShadow: 'none' };
const shadow = { shadowColor: '#00000099', shadowOffsetY: 6 };

/** The panel, its layer, and changes with the fields of the layer after each. */
const rows: [string, React.ReactNode, object, [Action, object][]][] = [
  [
    'speed, direction and boomerang of a video',
    <Speed key="s" />,
    video,
    [
      [press('2×'), { speed: 2 }],
      [slide('Speed', 'ArrowLeft', 'ArrowLeft'), { speed: 1.9 }],
      [press('Reverse'), { isReversed: true }],
      [press('Boomerang'), { isReversed: true, isBoomeranged: true }],
    ],
  ],
  [
    'corners, shadow, opacity and blend mode of a video',
    <PictureStyle key="p" />,
    video,
    [
      [slide('Corner radius', 'PageUp'), { radius: 10 }],
      [press('Shadow'), shadow],
      [slide('Down', 'ArrowRight'), { shadowOffsetY: 7 }],
      [slide('Opacity', 'ArrowLeft'), { globalAlpha: 0.99 }],
      [select('Blend', 'multiply'), { blendMode: 'multiply' }],
      [press('Reset all'), { radius: 0, shadowColor: 'none', globalAlpha: 1, blendMode: 'normal' }],
    ],
  ],
  [
    'volume, fades and mute of a video',
    <Volume key="v" />,
    video,
    [
      [slide('Volume', 'ArrowRight'), { volume: 1.05 }],
      [slide('Fade in', 'PageUp'), { fadeIn: 1 }],
      [slide('Fade out', 'ArrowRight'), { fadeOut: 0.1 }],
      [press('Mute'), { isMuted: true }],
      [slide('Pan', 'ArrowLeft'), { pan: -5 }],
      [slide('Treble', 'ArrowRight'), { eq: { low: 0, mid: 0, high: 3 } }],
    ],
  ],
  [
    'both flips of a video',
    <LayerFooter key="l" />,
    video,
    [
      [press('Flip'), { flipped: true, flippedVertical: false }],
      [press('Flip vertically'), { flipped: true, flippedVertical: true }],
    ],
  ],
  [
    'mute and freeze frame of a video',
    <LayerFooter key="d" />,
    video,
    [
      [press('Mute'), { isMuted: true }],
      // At the start of the video, the freeze frame comes before it.
      [press('Freeze frame'), { isMuted: true, from: 2 }],
    ],
  ],
  [
    'enter and exit animation of a text',
    <LayerAnimations key="a" />,
    text,
    [
      [choose('Slide'), { animateIn: { type: 'slide', duration: 0.5 } }],
      [choose('Bottom'), { animateIn: { type: 'slide', side: 'bottom', duration: 0.5 } }],
      [slide('Length', 'ArrowRight'), { animateIn: { type: 'slide', side: 'bottom', duration: 0.6 } }],
      [chooseIn('Out', 'Typewriter'), { animateOut: { type: 'typewriter', duration: 0.5 } }],
    ],
  ],
  [
    'preset style, size, spacing, opacity and shadow of a text',
    <TextStyle key="t" />,
    text,
    [
      [choose('Retro'), { fontFamily: 'Bangers', color: '#ffd23f', shadowOffsetX: 6, text: 'MMMM' }],
      // Nothing of the previous style is left.
      [choose('Label'), { fontFamily: 'Arial', shadowColor: 'none', backgroundStyle: 'wrap', letterSpacing: 0 }],
      [type('Size', '40'), { fitText: false, fontSize: '40px' }],
      [slide('Letter spacing', 'ArrowRight'), { letterSpacing: 0.01 }],
      [slide('Opacity', 'ArrowLeft'), { globalAlpha: 0.99 }],
      [press('Shadow'), { shadowColor: '#00000099' }],
      [choose('Name tag'), { textAlign: 'left', background: 'rgba(16, 18, 34, 0.78)', fitText: false }],
      [press('Fit to box'), { fitText: true }],
    ],
  ],
  [
    'name of a layer',
    <Layers key="n" />,
    text,
    [
      [rename('Sky'), { name: 'Sky' }],
      [rename('Sea'), { name: 'Sea' }],
    ],
  ],
];

const shown = () => studio.project.scenes[0]?.layers.find(({ id }) => id === 'l0');

it.each(rows)('makes each change of the %s one undo step', async (_, panel, fields, changes) => {
  open([fields]);
  await show(panel);
  const before = shown();
  const after: unknown[] = [];
  for (const [action, expected] of changes) {
    await action();
    expect(shown()).toMatchObject(expected);
    after.push(shown());
  }
  for (const earlier of [...after.slice(0, -1).reverse(), before]) {
    await act(async () => undoChange());
    expect(shown()).toEqual(earlier);
  }
  expect(studio.canUndo).toBe(false);
  await act(async () => redoChange());
  expect(shown()).toEqual(after[0]);
});
