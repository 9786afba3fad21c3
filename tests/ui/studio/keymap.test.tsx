import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { shortcuts } from '../../../ui/studio/actions/actions.ts';
import { keymap } from '../../../ui/studio/actions/keymap.ts';
import { layerActions } from '../../../ui/studio/actions/layers.ts';
import { combinationOf, type PressedKeys, resetKeys } from '../../../ui/studio/shortcuts/assignKeys.ts';
import { bindShortcuts } from '../../../ui/studio/shortcuts/bindShortcuts.ts';
import { Shortcuts } from '../../../ui/studio/shortcuts/Shortcuts.tsx';
import { studio } from '../../../ui/studio/state/studio.ts';
import { button, freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => resetKeys());

const pressed = (key: string, keyCode = 0, more: Partial<PressedKeys> = {}): PressedKeys => ({
  ...{ key, keyCode, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more },
});

describe('a pressed combination', () => {
  it.each<[string | undefined, PressedKeys, boolean]>([
    ['k', pressed('k', 75), false],
    ['mod+shift+k', pressed('K', 75, { ctrlKey: true, shiftKey: true }), false],
    ['mod+k', pressed('k', 75, { metaKey: true }), true],
    // Option types another letter on a Mac.
    ['alt+s', pressed('ß', 83, { altKey: true }), true],
    ['shift+left', pressed('ArrowLeft', 37, { shiftKey: true }), false],
    ['f5', pressed('F5', 116), false],
    ['space', pressed(' ', 32), false],
    ['?', pressed('?', 191, { shiftKey: true }), false],
    ['mod+=', pressed('=', 187, { ctrlKey: true }), false],
    ['ö', pressed('ö', 192), false],
    [undefined, pressed('Control', 17, { ctrlKey: true }), false],
    [undefined, pressed('Escape', 27), false],
    [undefined, pressed('k', 75, { ctrlKey: true }), true],
    [undefined, pressed('k', 75, { metaKey: true }), false],
  ])('is %s', (combination, event, mac) => {
    expect(combinationOf(event, mac)).toBe(combination);
  });
});

it('gives other keys to an action, takes them from the action that had them, and restores all', async () => {
  open([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ]);
  const unbind = bindShortcuts(false);
  await show(<Shortcuts />);
  const keysButton = (title: string) =>
    [...place.querySelectorAll('button')].find((one) => one.textContent?.endsWith(`“${title}”`)) as HTMLElement;
  const press = async (target: EventTarget, { keyCode, ...event }: PressedKeys) => {
    for (const type of ['keydown', 'keyup']) {
      const sent = new KeyboardEvent(type, { ...event, bubbles: true, cancelable: true });
      Object.defineProperty(sent, 'keyCode', { value: keyCode });
      await act(async () => target.dispatchEvent(sent));
    }
  };
  const change = async (title: string, event: PressedKeys) => {
    await act(async () => keysButton(title).click());
    expect(keysButton(title).textContent).toMatch(/^Press keys/);
    await press(keysButton(title), event);
  };
  const layers = () => studio.project.scenes[0]?.layers.length;
  await change('Duplicate', pressed('s', 83));
  expect(layerActions.duplicate.keys).toEqual(['s']);
  expect(layerActions.split.keys ?? []).not.toContain('s');
  expect(place.textContent).toContain('“Split at the current time” no longer has these keys.');
  await press(document.body, pressed('d', 68, { ctrlKey: true }));
  expect(layers()).toBe(2);
  await press(document.body, pressed('s', 83));
  await expect.poll(layers).toBe(3);

  await change('Duplicate', pressed('Escape', 27));
  expect(layerActions.duplicate.keys).toEqual(['s']);
  expect(JSON.parse(localStorage.getItem('cutroom-keys') ?? '{}')).toMatchObject({ duplicate: ['s'] });
  await act(async () => button('Reset all').click());
  expect(keymap).toEqual({});
  expect(layerActions.duplicate.keys).toEqual(['mod+d']);
  unbind();
});

it('has a combination only once among the default keys', () => {
  const all = shortcuts.flatMap(({ keys = [] }) => keys);
  expect(new Set(all).size).toBe(all.length);
});
