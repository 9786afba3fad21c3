import { describe, expect, it } from 'vitest';
import { isCanvasUntouched, matchCanvas } from '../../../engine/edit/canvas.ts';
import { setRatio } from '../../../engine/edit/canvasShape.ts';
import { spreadLayers } from '../../../engine/edit/layers.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { countedIds, image, makeProject, scene, video } from '../make.ts';

describe('spreadLayers', () => {
  const piled = makeProject([
    scene('s', [image('a'), video('b', 4), image('c'), image('old')], { background: '#112233' }),
    scene('last', [image('z')]),
  ]);

  it('moves each file to its own scene in order and keeps other layers', () => {
    const spread = spreadLayers(piled, ['a', 'b', 'c'], countedIds());
    expect(spread.scenes.map(({ layers }) => layers.map(({ id }) => id))).toEqual([['a', 'old'], ['b'], ['c'], ['z']]);
    expect(spread.scenes[1]?.background).toBe('#112233');
    expect(totalDuration(spread)).toBeGreaterThanOrEqual(4 + 3 + 3);
  });

  it('changes nothing if no layer is left to spread', () => {
    expect(spreadLayers(piled, ['gone'], countedIds())).toBe(piled);
    expect(spreadLayers(piled, ['a', 'gone'], countedIds())).toBe(piled);
  });
});

describe('matchCanvas and isCanvasUntouched', () => {
  const blank = newProject(countedIds());

  it.each([
    [1080, 1920, 1080, 1920],
    [4000, 3000, 1920, 1440],
    [401, 301, 1280, 960],
    [10_000, 10, 1920, 16],
  ])('match the shape of %d × %d', (width, height, across, down) => {
    expect(matchCanvas(blank, { width, height })).toMatchObject({ width: across, height: down });
  });

  it('ignore a file without a size', () => {
    expect(matchCanvas(blank, { width: 0, height: 0 })).toBe(blank);
  });

  it('report a touched canvas once a shape is chosen or a layer is added', () => {
    expect(isCanvasUntouched(blank)).toBe(true);
    expect(isCanvasUntouched(setRatio(blank, '9:16'))).toBe(false);
    expect(isCanvasUntouched({ ...blank, width: 320, height: 320 })).toBe(false);
    expect(isCanvasUntouched(makeProject([scene('s', [image('a')])]))).toBe(false);
  });
});
