import { act, useRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { shownLayers } from '../../../engine/browser/gestures/stageLayers.ts';
import { detachAudio } from '../../../engine/edit/detachAudio.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { screens } from '../../../ui/app/screens.ts';
import { type Action, applies, currentContext } from '../../../ui/studio/actions/action.ts';
import { actions } from '../../../ui/studio/actions/actions.ts';
import { ContextMenu } from '../../../ui/studio/actions/ContextMenu.tsx';
import { ariaKeys, tooltip } from '../../../ui/studio/actions/keyLabels.ts';
import { contextMenu, floatingMenu } from '../../../ui/studio/actions/menus.ts';
import { Layers } from '../../../ui/studio/inspector/Layers.tsx';
import { FloatingMenu } from '../../../ui/studio/stage/FloatingMenu.tsx';
import { chooseLayer } from '../../../ui/studio/state/go.ts';
import { marks } from '../../../ui/studio/state/marks.ts';
import { seek } from '../../../ui/studio/state/playback.ts';
import { change, selectedIds, selectLayer, selectLayers, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { timelineModes } from '../../../ui/studio/state/timelineModes.ts';
import { timelineView } from '../../../ui/studio/state/timelineView.ts';
import german from '../../../ui/texts/de.json';
import { translation } from '../../../ui/texts/translation.ts';
import { freshScreen, layer, names, open, place, show } from '../studioScreen.ts';

freshScreen();

const all = [
  { type: 'video', url: '/a.mp4', duration: 8 },
  { type: 'image', url: '/a.png' },
  { type: 'text', text: 'Hi' },
  { type: 'shape', shapeType: 'ellipse' },
  { type: 'placeholder' },
  { type: 'subtitles', cues: [] },
  { type: 'audio', url: '/a.mp3', duration: 8 },
];
const titled = (title: string) => actions.find((one) => one.title === title) as Action;
const run = (title: string) => titled(title).run?.(currentContext());
const titles = (menu: readonly Action[]) => menu.map(({ title }) => title);

describe('the table of actions', () => {
  it('has unique ids, titles and keys', () => {
    for (const values of [
      actions.map(({ id }) => id),
      actions.map(({ title }) => title),
      actions.flatMap(({ keys = [] }) => [...keys]),
    ])
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });

  it.each(actions.map((action) => [action.id, action] as const))(
    'translates %s and gives it an effect',
    (_, action) => {
      const { title, label = title, whenOn, hint, opens, run: work } = action;
      const texts = [title, label, whenOn?.label ?? title, hint ?? title];
      const { sentence } = translation('de', german);
      expect(texts.filter((text) => !(text in german) && sentence(text) === text)).toEqual([]);
      const hasEvents = ['copy', 'cut', 'paste'].includes(action.id);
      expect(work !== undefined).toBe(!hasEvents);
      if (opens !== undefined) expect(screens).toHaveProperty([opens]);
    },
  );

  it('mutes, locks and aligns the selected layer, and adds the texts of a meme', () => {
    open(all);
    run('Mute or unmute');
    expect(layer<'video'>().isMuted).toBe(true);
    run('Lock Aspect Ratio');
    expect(layer<'video'>().lockAspectRatio).toBe(true);
    run('Align right');
    expect(layer<'video'>().position?.x).toBe('50%');
    run('Add meme texts');
    expect(studio.project.scenes[0]?.layers.filter(({ type }) => type === 'text')).toHaveLength(3);
  });

  it('aligns several layers to each other and distributes them', () => {
    const at = (x: string) => ({ x, y: '0%', width: '10%', height: '10%', rotation: 0 });
    open(['0%', '10%', '80%'].map((x) => ({ type: 'shape', shapeType: 'ellipse', position: at(x) })));
    selectLayers(['l0', 'l1', 'l2']);
    const lefts = () => studio.project.scenes[0]?.layers.map(({ position }) => position?.x);
    run('Distribute across');
    expect(lefts()).toEqual(['0%', '40%', '80%']);
    run('Align right');
    expect(lefts()).toEqual(['80%', '80%', '80%']);
  });

  it('closes the gap of a deleted clip while ripple is on', () => {
    const clip = { type: 'video', url: '/a.mp4', duration: 30 };
    const left = (isRippling: boolean) => {
      open([
        { ...clip, to: 4 },
        { ...clip, from: 4, to: 6 },
        { ...clip, from: 6, to: 9 },
      ]);
      timelineModes.isRippling = isRippling;
      selectLayer('l1');
      run('Delete');
      timelineModes.isRippling = false;
      return studio.project.scenes[0]?.layers.map(({ from = 0, to }) => [from, to]);
    };
    expect(left(true)).toEqual([
      [0, 4],
      [4, 7],
    ]);
    expect(left(false)).toEqual([
      [0, 4],
      [6, 9],
    ]);
  });

  it('selects the layers at the current time from front to back, subtitles last', async () => {
    const still = { type: 'shape', shapeType: 'ellipse' };
    open(
      [
        { type: 'subtitles', cues: [] },
        { ...still, from: 2, to: 4 },
        { ...still, to: 3 },
        { ...still, from: 3 },
      ],
      {
        output: { type: 'video' },
      },
    );
    const selectedBy = async (seconds: number, times: number) => {
      selectLayer(null);
      await act(async () => seek(seconds));
      return Array.from({ length: times }, () => {
        run('Select the layer at the current time; again: the one behind it');
        return studio.selectedLayerId;
      });
    };
    expect(await selectedBy(2.5, 4)).toEqual(['l1', 'l2', 'l0', 'l1']);
    expect(await selectedBy(3, 3)).toEqual(['l1', 'l3', 'l0']);
  });

  it('zooms for three seconds from the current time, or for the marked part of the layer', async () => {
    const times = () => ('keyframes' in layer() ? (layer<'video'>().keyframes ?? []) : []).map(({ time }) => time);
    const zoom = () => run('Zoom into the layer for the marked part, or for three seconds');
    open([{ type: 'video', url: '/a.mp4', duration: 30 }]);
    await act(async () => seek(28));
    zoom();
    expect(times()).toEqual([28, 28.5, 29.5, 30]);
    undoChange();
    Object.assign(marks, { projectId: studio.projectId, from: 2, to: 8 });
    zoom();
    expect(times()).toEqual([2, 2.5, 7.5, 8]);
    Object.assign(marks, { projectId: '', from: undefined, to: undefined });
  });

  it('makes a J-cut: the detached audio starts at the current time, before its picture', async () => {
    const clip = { type: 'video', duration: 8, isTrimmed: true, startTime: 2, endTime: 6 };
    open([{ ...clip, url: '/a.mp4' }]);
    change((project) => ({
      ...project,
      scenes: [
        ...project.scenes,
        { ...(project.scenes[0] as Scene), id: 'b', layers: [{ ...layer<'video'>(), id: 'second' }] },
      ],
    }));
    selectLayer('second');
    await act(async () => seek(4));
    await act(async () => void run('Detach audio'));
    const audio = () => studio.project.layers?.[0] as Extract<Layer, { type: 'audio' }>;
    await vi.waitFor(() => expect(selectedIds()).toEqual([audio()?.id]));
    await act(async () => seek(3));
    run('Start at the current time');
    expect(audio()).toMatchObject({ anchor: 'b', from: -1, startTime: 1, endTime: 6 });
    await act(async () => seek(0.5));
    run('Start at the current time');
    // Its file does not reach further back.
    expect(audio()).toMatchObject({ from: -2, startTime: 0 });
    await act(async () => seek(2.5));
    run('End at the current time');
    expect(audio()).toMatchObject({ from: -2, endTime: 1 });
  });

  it('renames the selected layer in the list of layers', async () => {
    open(all);
    selectLayer('l2');
    await show(<Layers />);
    await act(async () => void run('Rename'));
    expect(location.pathname).toBe('/studio/editor/layers');
    const field = place.querySelector('input') as HTMLInputElement;
    expect(field.getAttribute('aria-label')).toBe('Name of Text, Hi');
    await act(async () =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
    );
    expect(place.querySelector('input')).toBe(null);
  });

  it('shows a layer in the whole video, on the timeline too, and again only in its scene', async () => {
    open(all);
    selectLayer('l2');
    run('Show in the whole video');
    expect(studio.project.layers?.map(({ id }) => id)).toEqual(['l2']);
    expect(selectedIds()).toEqual(['l2']);
    run('Add a scene');
    selectLayer('l2');
    expect(studio.selectedSceneId).toBe(studio.project.scenes[1]?.id);
    await show(<Layers />);
    expect(place.textContent).toContain('In the whole video');
    run('Show only in this scene');
    expect(studio.project.layers).toBe(undefined);
    expect(studio.project.scenes[1]?.layers.map(({ id }) => id)).toEqual(['l2']);
  });

  it('copies and deletes detached audio with its video until it is unlinked, and reattaches it', () => {
    const film = {
      type: 'video',
      url: 'https://example.org/film.mp4',
      width: 640,
      height: 360,
      duration: 8,
    };
    open([film, ...all]);
    selectLayer('l0');
    expect(applies(titled('Detach audio'), currentContext())).toBe(true);
    change((project) => detachAudio(project, 'l0', newId));
    const audio = studio.project.layers?.[0];
    expect(audio).toMatchObject({ type: 'audio', url: film.url, anchor: studio.project.scenes[0]?.id });
    expect(applies(titled('Detach audio'), currentContext())).toBe(false);
    run('Duplicate');
    expect(studio.project.layers).toHaveLength(2);
    run('Delete');
    expect(studio.project.layers).toEqual([audio]);
    selectLayer(audio?.id ?? '');
    run('Reattach audio');
    expect([studio.project.layers, studio.project.scenes[0]?.layers[0]]).toMatchObject([undefined, { isMuted: false }]);
    run('Undo');
    selectLayer('l0');
    run('Unlink layers');
    run('Delete');
    expect(studio.project.layers).toHaveLength(1);
    selectLayers([audio?.id ?? '', 'l2']);
    run('Link layers');
    run('Delete');
    expect([studio.project.layers, studio.project.scenes[0]?.layers.some(({ id }) => id === 'l2')]).toEqual([
      undefined,
      false,
    ]);
  });

  it('adds, duplicates and deletes scenes, and keeps the only one', () => {
    open(all);
    const ids = () => studio.project.scenes.map(({ id }) => id);
    expect(applies(titled('Delete the scene'), currentContext())).toBe(false);
    run('Duplicate the scene');
    run('Add a scene');
    expect(ids()).toHaveLength(3);
    expect(studio.selectedSceneId).toBe(ids()[2]);
    run('Delete the scene');
    expect(ids()).toHaveLength(2);
    expect(studio.selectedSceneId).toBe(ids()[1]);
  });

  it('zooms the timeline while it is on the page', () => {
    open(all);
    const isMeant = () => applies(titled('Zoom in the timeline'), currentContext());
    expect(isMeant()).toBe(false);
    timelineView.isShown = true;
    expect(isMeant()).toBe(true);
    timelineView.mostZoom = 4;
    const zooms = ['in', 'in', 'out'].map((way) => {
      run(`Zoom ${way} the timeline`);
      return timelineView.zoom;
    });
    expect(zooms).toEqual([1.5, 2.25, 1.5]);
    expect(titled('Show the whole timeline').isOff?.(currentContext())).toBe(false);
    run('Show the whole timeline');
    expect(titled('Show the whole timeline').isOff?.(currentContext())).toBe(true);
  });

  it('has no action on layers that applies without a selection, except splitting the scene', () => {
    open(all);
    selectLayer(null);
    const context = currentContext();
    expect(titles([...contextMenu(context)])).toEqual(['Split at the current time']);
    expect(applies(titled('Freeze frame'), context)).toBe(false);
  });

  it('names keys in tooltips and for screen readers', () => {
    expect(tooltip(titled('Delete'), 'Delete')).toBe('Delete (Del)');
    expect(tooltip(titled('Duplicate'), 'Duplicate')).toBe('Duplicate (Ctrl D)');
    expect(ariaKeys(titled('Redo'))).toBe('Control+Shift+Z Control+Y');
    expect(ariaKeys(titled('Zoom in'))).toBe('Control+= Control+Plus');
    expect(ariaKeys(titled('Delete'))).toBe('Delete Backspace');
  });
});

describe('the menus of layers', () => {
  it.each(all.map(({ type }, index) => [type, index] as const))('include the floating menu of %s', (_, index) => {
    open(all);
    selectLayer(`l${index}`);
    const context = currentContext();
    const [floating, full] = [titles(floatingMenu(context)), titles(contextMenu(context))];
    expect(floating.at(-1)).toBe('Delete');
    expect(full.filter((title) => floating.includes(title))).toEqual(floating);
    expect(full).toEqual(expect.arrayContaining(['Duplicate', 'Lock or unlock', 'Delete']));
    expect(full).not.toContain('Ungroup');
  });

  const clip = { type: 'video', url: 'media/none/a.mp4', duration: 4 };
  it.each<[object, string, string[]]>([
    [{ type: 'text' }, 'Text Layer', ['Edit', 'Duplicate', 'Delete']],
    [{ type: 'image', url: 'media/none/a.png' }, 'Image Layer', ['Delete']],
    [clip, 'Video Layer', ['Trim', 'Mute', 'Delete']],
    [
      { ...clip, isTrimmed: true, startTime: 1, endTime: 3, isMuted: true },
      'Video Layer',
      ['Edit Trim', 'Unmute', 'Delete'],
    ],
    [{ ...clip, converted_gif: true }, 'Video Layer', ['Delete']],
    [{ type: 'shape', shapeType: 'ellipse' }, 'Shape Layer', ['Delete']],
    [{ type: 'placeholder' }, 'Placeholder Layer', ['Replace', 'Delete']],
    [{ type: 'subtitles' }, 'Subtitles Layer', ['Edit', 'Delete']],
  ])('have the type and its main actions next to the canvas, for %o', async (fields, title, labels) => {
    open([fields]);
    const size = { left: 0, top: 0, width: 100, height: 100 };
    const around = { area: { current: null }, sheet: { current: null }, size };
    await show(<FloatingMenu shown={shownLayers([layer()], size)} scale={1} {...around} />);
    expect(place.querySelector('[role="group"] > p')?.textContent).toBe(title);
    expect(names()).toEqual(labels);
  });

  it('open at a layer that a right click selects, run an action and close', async () => {
    open(all);
    await show(<Area />);
    const box = place.querySelector('[data-layer="l2"]') as HTMLElement;
    const menu = () => document.querySelector('[role="menu"]');
    const press = () =>
      act(async () => box.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, button: 2, cancelable: true })));
    await press();
    expect(selectedIds()).toEqual(['l2']);
    const items = [...(menu()?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    expect(items[0]?.textContent).toBe('EditEnter');
    expect(document.activeElement).toBe(items[0]);
    const key = (name: string) =>
      act(async () =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
      );
    await key('ArrowDown');
    expect(document.activeElement).toBe(items[1]);
    await key('Escape');
    expect(menu()).toBe(null);
    await press();
    await act(async () => menu()?.querySelector<HTMLElement>('[aria-keyshortcuts^="Delete"]')?.click());
    expect(menu()).toBe(null);
    expect(studio.project.scenes[0]?.layers.some(({ id }) => id === 'l2')).toBe(false);
  });

  it('leave the menu of the browser where there is no layer, and in fields', async () => {
    open(all);
    selectLayer(null);
    await show(<Area />);
    for (const name of ['[data-none]', 'input'])
      await act(async () =>
        place.querySelector(name)?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, button: 2 })),
      );
    expect(document.querySelector('[role="menu"]')).toBe(null);
  });
});

function Area() {
  const area = useRef<HTMLDivElement>(null);
  return (
    <main>
      <div ref={area}>
        <button type="button" data-layer="l2">
          Text
        </button>
        <span data-none="" />
        <input aria-label="Name" />
        <ContextMenu area={area} select={chooseLayer} />
      </div>
    </main>
  );
}
