import { describe, expect, it } from 'vitest';
import { setCrop } from '../../../engine/edit/crop.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { replaceLayer, setLayerPosition } from '../../../engine/edit/layers.ts';
import { fillLayer, toggleLockAspectRatio } from '../../../engine/edit/reshape.ts';
import { type Box, layerBox } from '../../../engine/layout/box.ts';
import {
  boxOfFrame,
  type CropFrame,
  cropFrameOf,
  cropOfFrame,
  pannedFrame,
  pulledFrame,
  shapedFrame,
  wholeFrame,
} from '../../../engine/layout/cropFrame.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { fitPicture, pointInFile } from '../../../engine/layout/fitPicture.ts';
import { handlePoint } from '../../../engine/layout/handles.ts';
import type { ImageLayer, VideoLayer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { countedIds, image, makeProject, scene, video } from '../make.ts';

const natural = { width: 400, height: 300 };
const plain = { objectFit: 'cover', flipped: false, flippedVertical: false } as const;
const box = (x: number, y: number, width: number, height: number, rotation = 0): Box => ({
  ...{ x, y, width, height, rotation },
});
const rounded = (rect: Rect) => [rect.x, rect.y, rect.width, rect.height].map((side) => Math.round(side * 1000) / 1000);

describe('the visible part of a cropped image', () => {
  it('is fitted like an image of its own', () => {
    const crop = { x: 0.5, y: 0.25, width: 0.25, height: 0.5 };
    // 100 × 150 pixels of the file.
    const fitted = (objectFit: 'cover' | 'contain' | 'fill') =>
      fitPicture({ objectFit, crop }, natural, box(0, 0, 200, 200));
    expect(rounded(fitted('fill').crop)).toEqual([200, 75, 100, 150]);
    expect(rounded(fitted('cover').crop)).toEqual([200, 100, 100, 100]);
    expect(rounded(fitted('contain').target)).toEqual([33.333, 0, 133.333, 200]);
  });

  it('is mapped from the canvas to the file, also when flipped and rotated', () => {
    const crop = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const upright = box(100, 100, 200, 300);
    expect(pointInFile({ ...plain, crop }, natural, upright, { x: 150, y: 100 })).toEqual({ x: 250, y: 0 });
    expect(pointInFile({ ...plain, crop, flipped: true }, natural, upright, { x: 150, y: 100 })).toEqual({
      x: 350,
      y: 0,
    });
    expect(pointInFile({ ...plain, crop }, natural, upright, { x: 99, y: 100 })).toBeUndefined();
    const turned = pointInFile({ ...plain, crop }, natural, { ...upright, rotation: 180 }, { x: 150, y: 399 });
    expect(rounded({ ...(turned as { x: number; y: number }), width: 0, height: 0 }).slice(0, 2)).toEqual([350, 1]);
  });
});

describe('the crop frame', () => {
  const frame = cropFrameOf(plain, natural, box(100, 100, 200, 150));
  const shares = (one: CropFrame, layer = plain as Parameters<typeof cropOfFrame>[1]) =>
    rounded(cropOfFrame(one, layer));

  it('covers the whole image where its layer shows it', () => {
    expect(rounded(frame.whole)).toEqual([100, 100, 200, 150]);
    const square = cropFrameOf(plain, natural, box(0, 0, 150, 150));
    expect(rounded(square.whole)).toEqual([-25, 0, 200, 150]);
    expect(shares(square)).toEqual([0.125, 0, 0.75, 1]);
    const shown = cropFrameOf({ ...plain, objectFit: 'contain' }, natural, box(0, 0, 400, 150));
    expect(rounded(shown.frame)).toEqual([100, 0, 200, 150]);
    const mirrored = { ...plain, flipped: true, crop: { x: 0, y: 0, width: 0.5, height: 1 } };
    expect(rounded(cropFrameOf(mirrored, natural, box(0, 0, 100, 150)).whole)).toEqual([-100, 0, 200, 150]);
  });

  it('follows its handles up to the edges of the image', () => {
    const pulled = pulledFrame(frame, 'w', { x: 50, y: 99 }, undefined);
    expect(rounded(pulled.frame)).toEqual([150, 100, 150, 150]);
    expect(shares(pulled)).toEqual([0.25, 0, 0.75, 1]);
    expect(shares(pulled, { ...plain, flipped: true })).toEqual([0, 0, 0.75, 1]);
    expect(rounded(pulledFrame(pulled, 'nw', { x: -500, y: -500 }, undefined).frame)).toEqual([100, 100, 200, 150]);
    expect(rounded(pulledFrame(frame, 'se', { x: -500, y: -500 }, undefined).frame)).toEqual([100, 100, 8, 8]);
  });

  it('keeps a selected aspect ratio', () => {
    const square = shapedFrame(frame, 1);
    expect(rounded(square.frame)).toEqual([125, 100, 150, 150]);
    expect(rounded(pulledFrame(square, 'se', { x: -50, y: -50 }, 1).frame)).toEqual([125, 100, 100, 100]);
    // There is no room below and only 25 pixels on either side.
    expect(rounded(pulledFrame(square, 'se', { x: 90, y: 90 }, 1).frame)).toEqual([125, 100, 150, 150]);
    expect(rounded(pulledFrame(shapedFrame(frame, 0.5), 'e', { x: 500, y: 0 }, 0.5).frame).slice(2)).toEqual([75, 150]);
    const wide = shapedFrame(pulledFrame(frame, 's', { x: 0, y: -75 }, undefined), 4);
    expect(rounded(wide.frame)).toEqual([100, 112.5, 200, 50]);
    expect(rounded(wholeFrame(wide).frame)).toEqual(rounded(frame.frame));
  });

  it('lets the image move below it without a gap', () => {
    const square = shapedFrame(frame, 1);
    expect(shares(pannedFrame(square, { x: 10, y: 10 }))).toEqual([0.075, 0, 0.75, 1]);
    expect(shares(pannedFrame(square, { x: -500, y: 0 }))).toEqual([0.25, 0, 0.75, 1]);
  });

  it('keeps the opposite side of a rotated image in place', () => {
    const turned = box(100, 100, 200, 150, 30);
    const pulled = pulledFrame(cropFrameOf(plain, natural, turned), 'e', { x: -80, y: 0 }, undefined);
    const after = boxOfFrame(pulled);
    for (const corner of ['nw', 'sw'] as const) {
      expect(handlePoint(after, corner).x).toBeCloseTo(handlePoint(turned, corner).x);
      expect(handlePoint(after, corner).y).toBeCloseTo(handlePoint(turned, corner).y);
    }
    expect(rounded(cropFrameOf({ ...plain, crop: cropOfFrame(pulled, plain) }, natural, after).frame).slice(2)).toEqual(
      [120, 150],
    );
  });
});

describe('a cropped layer', () => {
  const canvas = { width: 800, height: 600 };
  const position = { x: '0%', y: '0%', width: '50%', height: '50%', rotation: 0 };
  const project = makeProject([scene('s', [image('p', { position, chromaKey: {} })])], canvas);
  const layerIn = (now: Project) => now.scenes[0]?.layers[0] as ImageLayer;
  const frame = cropFrameOf(layerIn(project), natural, layerBox(layerIn(project), canvas));
  const cropped = setCrop(project, 'p', pulledFrame(frame, 'e', { x: -100, y: 0 }, undefined));

  it('stores the crop and the position of the frame, and drops a crop of the whole image', () => {
    expect(layerIn(cropped)).toMatchObject({
      crop: { x: 0, y: 0, width: 0.75, height: 1 },
      position: { x: '0%', y: '0%', width: '37.5%', height: '50%' },
    });
    const again = cropFrameOf(layerIn(cropped), natural, layerBox(layerIn(cropped), canvas));
    expect(setCrop(cropped, 'p', wholeFrame(again))).toEqual(project);
    const locked = {
      ...project,
      scenes: project.scenes.map((one) => ({
        ...one,
        layers: one.layers.map((layer) => ({ ...layer, isLocked: true })),
      })),
    };
    expect(setCrop(locked, 'p', frame)).toBe(locked);
  });

  it('keeps its crop when resized, filled, locked and frozen, but not when replaced', () => {
    const { crop } = layerIn(cropped);
    expect(layerIn(setLayerPosition(cropped, 'p', { ...position, width: '90%' })).crop).toEqual(crop);
    // The layer fills a box of its own shape already, so its box becomes the canvas.
    expect(layerIn(fillLayer(cropped, 'p'))).toMatchObject({ crop, position: { width: '100%', height: '100%' } });
    const wide = setLayerPosition(cropped, 'p', { ...position, width: '80%' });
    expect(layerIn(toggleLockAspectRatio(wide, 'p'))).toMatchObject({
      crop,
      position: { width: '37.5%', height: '50%' },
    });
    const media = { url: 'b.png', type: 'image' as const, width: 10, height: 10 };
    expect(layerIn(replaceLayer(cropped, 'p', media as never, countedIds())).crop).toBeUndefined();
    const film = makeProject([scene('s', [video('f', 8, { crop, chromaKey: { color: '#00ff00' } })])]);
    const frozen = freezeFrame(film, 'f', 3, countedIds());
    const layers = frozen.ok ? (frozen.value.project.scenes[0]?.layers as VideoLayer[]) : [];
    expect(layers.map((layer) => [layer.crop, layer.chromaKey?.color])).toEqual(Array(3).fill([crop, '#00ff00']));
  });

  it('without a position is fitted into the canvas by its own shape', () => {
    const { crop } = layerIn(cropped);
    const bare = makeProject([scene('s', [image('p', { crop })])], canvas);
    expect(layerBox(layerIn(bare), canvas)).toEqual(box(100, 0, 600, 600));
  });

  it('is rejected if its crop extends beyond the image', () => {
    const wrong = parseProject({
      scenes: [scene('s', [image('p', { crop: { x: 0.5, y: 0, width: 0.6, height: 1 } })])],
    });
    expect(wrong.ok || wrong.problems).toMatchObject([
      { code: 'format', pointer: '/scenes/0/layers/0/crop', message: '"crop" must not extend beyond the image.' },
    ]);
  });
});
