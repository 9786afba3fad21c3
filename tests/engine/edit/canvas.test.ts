import { describe, expect, it } from 'vitest';
import {
  canvasPurposes,
  ratioPresets,
  setCanvasSize,
  sizesOfRatio,
  withCanvasSize,
} from '../../../engine/edit/canvas.ts';
import { expandPadding, removePadding, setRatio } from '../../../engine/edit/canvasShape.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { renameProject } from '../../../engine/edit/renameProject.ts';
import { clampedValue, lineWidthRange, opacityRange, stepValue } from '../../../engine/edit/stepper.ts';
import { isStaticProject } from '../../../engine/edit/still.ts';
import { setLayerColor, setLayerFields, setOutlineColor, setProjectFields } from '../../../engine/edit/style.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { countedIds, good, image, layerOf, makeProject, scene, sentences, text, video } from '../make.ts';

const blank = newProject(countedIds());
const size = ({ width, height, ratio }: Project) => [width, height, ratio];
const parsed = (project: Project) => good(parseProject(JSON.parse(JSON.stringify(project))));
const boxes = (project: Project) =>
  project.scenes.flatMap(({ layers }) => layers.map((layer) => layerBox(layer, canvasSize(project))));

describe('sizesOfRatio', () => {
  it.each([
    [1280, 720, '854x480 1280x720 1920x1080 2560x1440 3840x2160'],
    [1080, 1920, '480x854 720x1280 1080x1920 1440x2560 2160x3840'],
    [500, 500, '480x480 500x500 720x720 1080x1080 1440x1440 2160x2160'],
    // Sides beyond 4096 pixels are not possible.
    [2000, 400, '2000x400 2400x480 3600x720'],
    [1001, 333, '1001x333 1442x480 2164x720 3246x1080'],
  ])('of %d by %d are the common ones of its shape, and its own', (width, height, sizes) => {
    expect(
      sizesOfRatio({ width, height })
        .map((one) => `${one.width}x${one.height}`)
        .join(' '),
    ).toBe(sizes);
  });
});

describe('setRatio', () => {
  it.each([
    ['1:1', 1280, 1280],
    ['9:16', 720, 1280],
    ['16:9', 1280, 720],
    ['4:5', 1024, 1280],
    ['5:4', 1280, 1024],
    ['2.39:1', 1280, 536],
    ['1000:1', 1280, 16],
  ])('for %s sets %d by %d', (ratio, width, height) => {
    expect(size(setRatio(blank, ratio))).toEqual([width, height, ratio]);
  });

  it.each(['nonsense', '0:1', '-1:2', '', '1:'])('treats %j as 1:1', (ratio) => {
    expect(size(setRatio(setRatio(blank, '16:9'), ratio))).toEqual([1280, 1280, '1:1']);
  });

  it('offers sizes by purpose that a canvas can have', () => {
    expect(canvasPurposes.length).toBeGreaterThan(5);
    for (const { width, height, ratio } of canvasPurposes)
      expect(size(withCanvasSize(blank, { width, height }))).toEqual([width, height, ratio]);
    expect(withCanvasSize(blank, { width: 5, height: 5 })).toBe(blank);
  });

  it('returns to the same size after any number of changes', () => {
    let project = blank;
    for (const { ratio } of [...ratioPresets, ...ratioPresets]) project = setRatio(project, ratio);
    expect(setRatio(project, '1:1')).toEqual(blank);
    expect(setRatio(blank, '1:1')).toBe(blank);
  });

  it('keeps the long side and the percentages of layers', () => {
    const position = { x: '10%', y: '20%', width: '30%', height: '40%', rotation: 5 };
    const project = makeProject([scene('a', [text('t', { position })])], { width: 801, height: 300 });
    const wide = setRatio(project, '16:9');
    expect(size(wide)).toEqual([802, 450, '16:9']);
    expect(layerOf(wide, 't', 'text').position).toEqual(position);
  });

  it('removes padding and does not include it', () => {
    const padded = expandPadding(expandPadding(blank, 'left'), 'left');
    expect(setRatio(padded, '9:16')).toEqual(setRatio(blank, '9:16'));
    expect(setRatio(padded, '1:1')).toEqual(blank);
  });
});

describe('setCanvasSize', () => {
  it('sets both sides and their ratio', () => {
    expect(size(good(setCanvasSize(blank, 1920, 1080)))).toEqual([1920, 1080, '16:9']);
    expect(size(good(setCanvasSize(expandPadding(blank, 'top'), 101, 4096)))).toEqual([101, 4096, '101:4096']);
    expect(good(setCanvasSize(expandPadding(blank, 'top'), 1280, 1280))).toEqual(blank);
  });

  it.each([
    [15, 100, ['The width must be a whole number of pixels from 16 to 4096.']],
    [100, 4097, ['The height must be a whole number of pixels from 16 to 4096.']],
    [
      Number.NaN,
      12.5,
      [
        'The width must be a whole number of pixels from 16 to 4096.',
        'The height must be a whole number of pixels from 16 to 4096.',
      ],
    ],
  ])('rejects %d by %d', (width, height, expected) => {
    expect(sentences(setCanvasSize(blank, width, height))).toEqual(expected);
  });
});

describe('padding', () => {
  const position = { x: '10%', y: '20%', width: '30%', height: '40%', rotation: 25 };
  const project = makeProject([
    scene('a', [text('t', { position }), image('i')]),
    scene('b', [video('v', 4), { id: 'p', type: 'placeholder' as const }]),
  ]);

  it.each([
    ['top', 1280, 1408, 0, 128],
    ['bottom', 1280, 1408, 0, 0],
    ['left', 1408, 1280, 128, 0],
    ['right', 1408, 1280, 0, 0],
  ] as const)('at the %s makes %d by %d and keeps layers of all scenes in place', (side, width, height, dx, dy) => {
    const padded = expandPadding(project, side);
    expect(size(padded)).toEqual([width, height, width > height ? '11:10' : '10:11']);
    expect(padded.padding).toEqual({ top: 0, right: 0, bottom: 0, left: 0, [side]: 128 });
    for (const [i, box] of boxes(padded).entries()) {
      const before = boxes(project)[i] ?? { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
      expect(box.x).toBeCloseTo(before.x + dx, 1);
      expect(box.y).toBeCloseTo(before.y + dy, 1);
      expect(box.width).toBeCloseTo(before.width, 1);
      expect(box.height).toBeCloseTo(before.height, 1);
      expect(box.rotation).toBe(before.rotation);
    }
    expect(parsed(padded)).toEqual(padded);
  });

  it('is removed completely', () => {
    let padded = project;
    for (const side of ['top', 'left', 'top', 'right', 'bottom', 'left'] as const) padded = expandPadding(padded, side);
    expect(size(padded)).not.toEqual(size(project));
    const back = removePadding(padded);
    expect([...size(back), back.padding]).toEqual([1280, 1280, '1:1', undefined]);
    for (const [i, box] of boxes(back).entries()) {
      expect(box.x).toBeCloseTo(boxes(project)[i]?.x ?? 0, 1);
      expect(box.height).toBeCloseTo(boxes(project)[i]?.height ?? 0, 1);
    }
    expect(removePadding(back)).toBe(back);
  });

  it('stops at 4096 pixels', () => {
    let wide = blank;
    for (let i = 0; i < 30; i += 1) wide = expandPadding(wide, 'right');
    expect(size(wide)).toEqual([4096, 1280, '16:5']);
    expect(expandPadding(wide, 'left')).toBe(wide);
    expect(removePadding(wide)).toEqual(blank);
  });

  it('grows the smallest canvas too and keeps odd sides of a still', () => {
    expect(expandPadding({ ...blank, width: 16, height: 16 }, 'top').height).toBe(18);
    const odd = { ...blank, width: 101, height: 101 };
    expect(expandPadding(odd, 'left')).toMatchObject({ width: 112, height: 101, padding: { left: 11 } });
    expect(removePadding(expandPadding(odd, 'left'))).toMatchObject({ width: 101, height: 101 });
  });

  it('larger than its canvas leaves the smallest canvas', () => {
    const hostile = { ...blank, padding: { top: 4096, right: 4096, bottom: 4096, left: 4096 } };
    const back = removePadding(hostile);
    expect(size(back)).toEqual([16, 16, '1:1']);
    expect(parsed(back)).toEqual(back);
    expect(parsed(setRatio(hostile, '16:9'))).toMatchObject({ width: 16, height: 16 });
  });
});

describe('layer and project fields', () => {
  const shape = (id: string, shapeType: 'line' | 'rectangle') => ({ id, type: 'shape' as const, shapeType });
  const project = makeProject([
    scene('a', [text('t'), shape('l', 'line'), shape('r', 'rectangle'), image('i'), video('v', 2)]),
    scene('b', [{ id: 'p', type: 'placeholder' as const }]),
  ]);

  it('are set by layer type', () => {
    const styled = setLayerFields(project, 't', 'text', { text: 'Hi', textAlign: 'left', fontFamily: 'Georgia' });
    expect(layerOf(styled, 't', 'text')).toMatchObject({ text: 'Hi', textAlign: 'left', fontFamily: 'Georgia' });
    const line = setLayerFields(project, 'l', 'shape', { lineCap: 'square', pointerAtBeginning: true, lineWidth: 7 });
    expect(layerOf(line, 'l', 'shape')).toMatchObject({ lineCap: 'square', pointerAtBeginning: true, lineWidth: 7 });
    expect(layerOf(setLayerFields(project, 'v', 'video', { loopMode: 'duration' }), 'v', 'video').loopMode).toBe(
      'duration',
    );
  });

  it('clamp numbers and texts to the limits of the file', () => {
    const line = setLayerFields(project, 'l', 'shape', {
      lineWidth: 1e12,
      globalAlpha: -0.5,
      pointerWidth: 5000,
      pointerLength: -0,
    });
    const layer = layerOf(line, 'l', 'shape');
    expect([layer.lineWidth, layer.globalAlpha, layer.pointerWidth, layer.pointerLength]).toEqual([1e8, 0, 4096, 0]);
    const long = setLayerFields(project, 't', 'text', { text: `${'a'.repeat(9_999)}😀` });
    expect(layerOf(long, 't', 'text').text).toBe('a'.repeat(9_999));
    for (const styled of [line, long]) expect(parsed(styled)).toEqual(styled);
  });

  it('ignore invalid values, other types and unknown names', () => {
    expect(setLayerFields(project, 't', 'text', { color: 'no color' })).toBe(project);
    expect(setLayerFields(project, 'l', 'shape', { lineWidth: Number.NaN })).toBe(project);
    expect(setLayerFields(project, 't', 'shape', { lineWidth: 3 })).toBe(project);
    expect(setLayerFields(project, 'x', 'text', { text: 'a' })).toBe(project);
    expect(setLayerFields(project, 't', 'text', { toString: 'a' } as object)).toBe(project);
    expect(setLayerFields(project, 't', 'text', { color: '#000000' })).toBe(project);
    const partly = setLayerFields(project, 't', 'text', { color: 'no color', text: 'b' });
    expect(layerOf(partly, 't', 'text')).toMatchObject({ color: '#000000', text: 'b' });
  });

  it('set the color that a layer type has', () => {
    expect(layerOf(setLayerColor(project, 't', '#123456'), 't', 'text').color).toBe('#123456');
    expect(layerOf(setLayerColor(project, 'r', '#123456'), 'r', 'shape').background).toBe('#123456');
    expect(layerOf(setLayerColor(project, 'l', '#123456'), 'l', 'shape')).toMatchObject({
      background: '#ffffff',
      stroke: '#123456',
    });
    expect(layerOf(setLayerColor(project, 'p', '#123456'), 'p', 'placeholder').background).toBe('#123456');
    expect(setLayerColor(project, 'i', '#123456')).toBe(project);
    expect(layerOf(setOutlineColor(project, 't', 'none'), 't', 'text').textShadow).toBe('none');
    expect(layerOf(setOutlineColor(project, 'r', '#123456'), 'r', 'shape').stroke).toBe('#123456');
    expect(setOutlineColor(project, 'p', '#123456')).toBe(project);
  });

  it('set the settings and the name of the project', () => {
    const set = setProjectFields(project, { quality: 'standard', snapToGrid: false });
    expect(set).toMatchObject({ quality: 'standard', snapToGrid: false });
    expect(setProjectFields(project, { quality: 'high' })).toBe(project);
    const named = renameProject(project, `  ${'n'.repeat(300)} `);
    expect(named.name).toBe('n'.repeat(200));
    expect(renameProject(named, ' ')).toEqual(project);
    expect(renameProject(project, '')).toBe(project);
  });
});

describe('stepValue and clampedValue', () => {
  it.each([
    [0.1, 1, opacityRange, 0.2],
    [0.2, 1, opacityRange, 0.3],
    [0.7, 1, opacityRange, 0.8],
    [0.35, -1, opacityRange, 0.25],
    [0.30000000000000004, -1, opacityRange, 0.2],
    [0.95, 1, opacityRange, 1],
    [0.05, -1, opacityRange, 0],
    ['0.5', 1, opacityRange, 0.6],
    ['none', -1, opacityRange, 0.9],
    [20, 1, lineWidthRange, 21],
    [0, -1, lineWidthRange, 0],
    [1e8, 1, lineWidthRange, 1e8],
    [undefined, 1, lineWidthRange, 2],
    [null, 1, lineWidthRange, 2],
    ['', -1, lineWidthRange, 0],
    [Number.NaN, 1, lineWidthRange, 2],
    [Number.POSITIVE_INFINITY, -1, lineWidthRange, 1e8],
    [1e-7, 1, { min: 0, max: 1, step: 1e-7 }, 2e-7],
  ] as const)('step from %j by %d to the next value', (current, direction, range, expected) => {
    expect(stepValue(current, direction, range)).toBe(expected);
  });

  it('clamp typed values', () => {
    expect([
      clampedValue('3', opacityRange),
      clampedValue(-0, opacityRange),
      clampedValue('x', lineWidthRange),
    ]).toEqual([1, 0, 1]);
  });
});

describe('newProject', () => {
  it('is a blank still of one scene that parses to itself', () => {
    expect(blank).toMatchObject({ output: { type: 'image' }, width: 1280, height: 1280, ratio: '1:1', audio: null });
    expect(blank.scenes).toEqual([{ id: 'n1', layers: [], background: '#ffffff', duration: 0, isImageVideo: false }]);
    expect(parsed(blank)).toEqual(blank);
    expect(isStaticProject(blank)).toBe(true);
  });

  it.each([
    ['a second scene', makeProject([scene('a'), scene('b')])],
    ['a video', makeProject([scene('a', [video('v', 2)])])],
    ['a GIF', makeProject([scene('a', [video('v', 2, { converted_gif: true })])])],
    ['a length', makeProject([scene('a', [], { duration: 2 })])],
    ['audio', makeProject([scene('a')], { audio: { url: 'a.mp3' } })],
    ['an animated text', makeProject([scene('a', [text('t', { animation: { id: 'hue-rotate' } })])])],
  ])('is no longer a still with %s', (_what, project) => {
    expect(isStaticProject(project)).toBe(false);
  });
});
