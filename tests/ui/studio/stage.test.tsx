import { describe, expect, it } from 'vitest';
import { shownLayers } from '../../../engine/browser/gestures/stageLayers.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { layerAt } from '../../../engine/layout/hit.ts';
import { layer as layerSchema } from '../../../engine/project/layers.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { place } from '../../../ui/app/place.ts';
import { isMac, keyWords } from '../../../ui/kit/keyWords.ts';
import { pressedKeys } from '../../../ui/kit/timeKeys.ts';
import { clockTime } from '../../../ui/kit/words.ts';
import { shortcuts } from '../../../ui/studio/actions/actions.ts';
import { startLabels } from '../../../ui/studio/scenes/SceneColumn.tsx';
import { hotkeysName, isForScreen } from '../../../ui/studio/shortcuts/bindShortcuts.ts';
import { sheetGroups } from '../../../ui/studio/shortcuts/sheetGroups.ts';
import { badgeOf, gatherBadges } from '../../../ui/studio/stage/badges.ts';
import { createGestureHost, placeLayer } from '../../../ui/studio/stage/gestureHost.ts';
import { layerName } from '../../../ui/studio/stage/Stage.tsx';
import { openLayers } from '../../../ui/studio/state/go.ts';
import { openProject, studio, undoChange } from '../../../ui/studio/state/studio.ts';

const canvas = { width: 1000, height: 500 };
const position = { x: '10%', y: '20%', width: '40%', height: '60%', rotation: 30 };
const layerOf = (fields: object) => layerSchema.parse({ id: 'a', position, ...fields });

describe('a selection across scenes', () => {
  const box = (x: string) => ({ x, y: '10%', width: '20%', height: '20%', rotation: 0 });
  const empty = (id: string, x: string, rest: object = {}) => ({ id, type: 'placeholder', position: box(x), ...rest });
  const project = projectSchema.parse({
    ...{ width: 1000, height: 500 },
    scenes: [
      { id: 's', duration: 3, isImageVideo: true, layers: [empty('a', '10%'), empty('left', '0%')] },
      { id: 't', duration: 3, isImageVideo: true, layers: [empty('b', '30%'), empty('c', '40%', { isLocked: true })] },
    ],
  });
  const host = createGestureHost({
    preview: () => undefined,
    scale: () => 1,
    look: () => undefined,
    cursor: () => undefined,
  });
  const placesNow = () =>
    studio.project.scenes.flatMap(({ layers }) => layers.map(({ id, position: at }) => `${id} ${at?.x} ${at?.y}`));
  const drag = (moved: object) => {
    openProject({ projectId: 'p', project, selectedSceneId: 's' });
    openLayers(['a', 'b', 'c']);
    host.change([{ id: 'a', box: { x: 100, y: 50, width: 200, height: 100, rotation: 0, ...moved } }]);
    host.commit();
  };

  it('is dragged as one, in one undo step, apart from locked layers', () => {
    drag({ x: 150, y: 75 });
    expect(placesNow()).toEqual(['a 15% 15%', 'left 0% 10%', 'b 35% 15%', 'c 40% 10%']);
    undoChange();
    expect(studio.project).toEqual(project);
  });

  it('is resized only where it is visible', () => {
    drag({ x: 150, width: 300 });
    expect(placesNow()).toEqual(['a 15% 10%', 'left 0% 10%', 'b 30% 10%', 'c 40% 10%']);
  });
});

describe('a layer on the stage', () => {
  it('is placed as in the project, and a placeholder cannot be rotated', () => {
    const [box] = shownLayers([layerOf({ type: 'placeholder' })], canvas);
    expect(box).toMatchObject({
      id: 'a',
      box: { x: 100, y: 100, width: 400, height: 300, rotation: 30 },
      canRotate: false,
    });
    expect(shownLayers([layerOf({ type: 'text' })], canvas)[0]?.canRotate).toBe(true);
  });

  it('is hit on its stroke if it is a line, not in its whole box', () => {
    const [line] = shownLayers([layerOf({ type: 'shape', shapeType: 'line', lineWidth: 20 })], canvas);
    expect(line?.hitBox).toEqual({ x: 90, y: 240, width: 420, height: 20 });
    const [area] = shownLayers([layerOf({ type: 'shape', shapeType: 'ellipse' })], canvas);
    expect(area?.hitBox).toBeUndefined();
  });

  it('is hit on its visible text if it is subtitles, so that clicks elsewhere reach the video behind', () => {
    const cues = [{ id: 'c', text: 'Hi', startTime: 1, endTime: 2 }];
    const subtitles = layerOf({ type: 'subtitles', cues, at: 0.5, fontSize: '20px', position: {} });
    const areaAt = (time: number) => shownLayers([subtitles], canvas, {}, () => time)[0]?.hitBox;
    expect(areaAt(0.4)).toBeNull();
    const area = areaAt(0.6);
    expect(area?.width).toBeLessThan(100);
    expect(area?.y).toBeGreaterThan(400);
    expect(
      layerAt([{ id: 'a', box: { x: 0, y: 0, width: 9, height: 9, rotation: 0 }, hitBox: null }], { x: 4, y: 4 }, 9),
    ).toBe(undefined);
  });

  it('uses the box of its file while the project has neither position nor size', () => {
    const image = layerSchema.parse({ id: 'i', type: 'image', url: 'https://pictures.invalid/a.png' });
    const box = { x: 250, y: 0, width: 500, height: 500, rotation: 0 };
    expect(shownLayers([image], canvas, { i: box })[0]?.box).toEqual(box);
    const sized = { ...image, width: 10, height: 20 };
    expect(shownLayers([sized], canvas, { i: box })[0]?.box).toEqual(layerBox(sized, canvas));
  });

  it('keeps the sizes of its path when it is placed again', () => {
    const path = layerOf({
      ...{ type: 'shape', shapeType: 'svg', svgData: 'M0 0H9V9Z' },
      position: { ...position, svg_width: 9, svg_height: 9 },
    });
    const project = projectSchema.parse({ ...canvas, scenes: [{ id: 's', layers: [path] }] });
    const moved = placeLayer(project, 'a', { x: 500, y: 250, width: 100, height: 50, rotation: 90 });
    expect(moved.scenes[0]?.layers[0]?.position).toEqual({
      ...{ x: '50%', y: '50%', width: '10%', height: '10%', rotation: 90 },
      ...{ svg_width: 9, svg_height: 9 },
    });
  });

  it('is named by type and content, otherwise by position', () => {
    const named = (fields: object) => {
      const layer = layerOf(fields);
      return layerName({ layer, box: layerBox(layer, canvas) }, canvas);
    };
    expect(named({ type: 'text', text: 'Good\nmorning' })).toBe('Text: Good morning');
    expect(named({ type: 'video', url: 'https://videos.invalid/trip.mp4' })).toBe('Video: trip.mp4');
    expect(named({ type: 'shape', shapeType: 'ellipse' })).toBe(
      'Ellipse, middle at 30% from the left, 50% from the top',
    );
  });
});

describe('scene times', () => {
  it.each([
    [0, '0:00'],
    [2.9999999, '0:03'],
    [9.5, '0:09'],
    [64, '1:04'],
    [1200, '20:00'],
  ])('show %d s as %s', (seconds, words) => {
    expect(clockTime(seconds)).toBe(words);
  });

  it('are shown from two scenes on', () => {
    const scene = (id: string, duration: number) => ({ id, duration, isImageVideo: true, layers: [] });
    expect(startLabels(projectSchema.parse({ scenes: [scene('a', 3)] }))).toEqual([]);
    expect(startLabels(projectSchema.parse({ scenes: [scene('a', 61.5), scene('b', 3), scene('c', 3)] }))).toEqual([
      '0:00',
      '1:01',
      '1:04',
    ]);
  });
});

describe('shortcuts', () => {
  it('include playback while a panel is open next to the canvas, so the next keyframe can have another time', () => {
    place.path = '/studio/editor/keyframes';
    place.screen = 'keyframes';
    const meant = shortcuts.filter(isForScreen).flatMap(({ keys }) => keys);
    expect(meant).toEqual(
      expect.arrayContaining(['space', 'home', 'end', ',', '.', 'j', 'k', 'l', 'm', '<', '>', 'shift+k']),
    );
    expect(meant).not.toContain('del');
    place.screen = 'output';
    const inDraft = shortcuts.filter(isForScreen);
    expect(inDraft.flatMap(({ keys }) => keys)).toEqual(
      expect.arrayContaining(['space', 'home', 'end', ',', '.', 'j', 'l']),
    );
    expect(inDraft.every(({ group }) => group === 'Playing')).toBe(true);
    place.screen = 'settings';
    expect(shortcuts.filter(isForScreen)).toEqual([]);
  });

  it('have one meaning per combination, unique descriptions and a group in the sheet', () => {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(shortcuts.map(({ title }) => title)).size).toBe(shortcuts.length);
    const inSheet = sheetGroups().flatMap(({ rows }) => rows.map(({ words }) => words));
    expect(inSheet).toEqual(expect.arrayContaining(shortcuts.map(({ title }) => title)));
  });

  it('appear in the sheet with those of the timeline, each row with its description', () => {
    for (const { rows } of sheetGroups()) expect(new Set(rows.map((row) => row.keys.join())).size).toBe(rows.length);
    const wordsOf = (title: string) =>
      sheetGroups()
        .find((group) => group.title === title)
        ?.rows.map(({ keys, words }) => `${keys.join(' ')}: ${words}`);
    expect(wordsOf('Playing')).toContain('space: Play or pause');
    expect(wordsOf('A clip on the timeline')).toEqual([
      'left right: Move it by 0.1 s',
      'shift+left shift+right: Move it by 1 s',
      'alt+left alt+right: Move its end by 0.1 s',
      'alt+shift+left alt+shift+right: Move its end by 1 s',
      'up down: Go to the clip above or below',
    ]);
    expect(wordsOf('The end of a clip, scene, trim range or audio')).toContain('home end: Move it as far as possible');
    expect(wordsOf('Timeline time')).toContain('pagedown pageup: Go by 5 s');
  });

  it('are parsed from key events into their notation', () => {
    const press = (key: string, held: object = {}) =>
      pressedKeys({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
    expect(press('ArrowLeft', { altKey: true, shiftKey: true })).toBe('alt+shift+left');
    expect([press('S', { metaKey: true }), press('Delete'), press(' '), press('PageUp')]).toEqual([
      'mod+s',
      'del',
      'space',
      'pageup',
    ]);
  });

  it('are written as on the keyboard', () => {
    expect(keyWords('mod+shift+z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keyWords('mod+shift+z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(keyWords('shift+left', false)).toEqual(['Shift', '←']);
    expect(hotkeysName('mod+d', true)).toBe('command+d');
    expect(hotkeysName('mod+d', false)).toBe('ctrl+d');
    expect([isMac('MacIntel'), isMac('iPad'), isMac('Win32'), isMac('Linux x86_64')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('file badges over layers', () => {
  const place = (x: number, y = 0) => ({ x, y });
  const file = { name: 'a.jpg', size: 100, sent: 40, type: 'image/jpeg', shown: true } as const;
  const entryOf = (fields: object) => ({ ...file, state: 'uploading' as const, ...fields });
  const badgesOf = (news: [x: number, fields: object][]) => {
    const files = news.map(([, fields]) => entryOf(fields));
    const found = news.map(([x], at) =>
      badgeOf(`media/${at}/a.jpg`, place(x), { entry: files[at], busy: undefined, light: undefined }),
    );
    return gatherBadges(
      found.filter((badge) => badge !== undefined),
      files,
    );
  };

  it('appear over each layer while they are few and apart', () => {
    const badges = badgesOf([
      [0, {}],
      [300, { sent: 0 }],
      [600, { state: 'kept' }],
      [900, { state: 'elsewhere', sent: 0 }],
    ]);
    expect(badges.map(({ words, place }) => [words, place?.x])).toEqual([
      ['Uploading ... 40%', 0],
      ['Uploading Files...', 300],
      ['Waiting for another tab ...', 900],
    ]);
  });

  it('merge into one for many files and for overlapping layers', () => {
    const twoHundred = Array.from({ length: 200 }, (_, at): [number, object] => [
      0,
      { state: at < 100 ? 'uploaded' : at < 102 ? 'uploading' : 'kept', sent: at < 102 ? 40 : 0 },
    ]);
    expect(badgesOf(twoHundred)).toMatchObject([
      { words: 'Uploading ... 50% (100 files)', percent: 50, place: undefined },
    ]);
    const refusal = 'Your content must be under 300MB';
    const refused = [0, 200, 400, 600].map((x): [number, object] => [x, { state: 'failed', refusal }]);
    expect(badgesOf(refused)).toMatchObject([{ words: `${refusal} (4 files)`, place: undefined }]);
    const unshown = [0, 10].map((x): [number, object] => [x, { state: 'uploaded', shown: false, type: 'video/mp4' }]);
    expect(badgesOf(unshown).map(({ words }) => words)).toEqual([
      'This browser cannot show it; the result will (2 files)',
    ]);
  });
});
