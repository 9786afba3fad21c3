import { expect, it } from 'vitest';
import { withWatermark } from '../../../engine/layout/watermark.ts';
import { imageLayer, type Layer, textLayer } from '../../../engine/project/layers.ts';
import { makeProject, scene, sceneAt } from '../make.ts';

/** Width and height of the watermark's box in pixels. */
function boxOf(width: number, height: number, fields: object): number[] {
  const base = makeProject([scene('a')], { width, height });
  const project = withWatermark({ ...base, withCustomWatermark: true, ...fields });
  const position = sceneAt(project, 0).layers[0]?.position;
  return [
    (Number.parseFloat(position?.width ?? '') * width) / 100,
    (Number.parseFloat(position?.height ?? '') * height) / 100,
  ].map(Math.round);
}

const text = { watermarkText: 'mine', watermarkPos: 'bottom-right' } as const;

it('has room for readable text on a small canvas and the default share of a large one', () => {
  expect(boxOf(320, 180, text)).toEqual([160, 24]);
  expect(boxOf(1280, 720, text)).toEqual([358, 50]);
  // Limited by the margins of a tiny canvas.
  expect(boxOf(100, 50, text)).toEqual([95, 15]);
});

it('has the default share of every canvas for an image', () => {
  const picture = { watermarkMedium: 'image', watermarkImg: 'mark.png' } as const;
  expect(boxOf(320, 180, picture)).toEqual([90, 13]);
});

it('stays inside the margins of the canvas', () => {
  const base = makeProject([scene('a')], { width: 320, height: 180 });
  const { position } = sceneAt(withWatermark({ ...base, withCustomWatermark: true, ...text }), 0).layers[0] ?? {};
  const sum = (from?: string, size?: string) => Number.parseFloat(from ?? '') + Number.parseFloat(size ?? '');
  expect(sum(position?.x, position?.width)).toBeCloseTo(97.5, 5);
  expect(sum(position?.y, position?.height)).toBeCloseTo(97.5, 5);
});

it('has the chosen size and opacity within the canvas', () => {
  expect(boxOf(1280, 720, { ...text, watermarkSize: 50 })).toEqual([179, 25]);
  expect(boxOf(1280, 720, { ...text, watermarkSize: 300 })).toEqual([1075, 151]);
  // Both sides stay inside the margins, and the shape is kept.
  expect(boxOf(100, 50, { ...text, watermarkSize: 300 })).toEqual([95, 15]);
  const base = makeProject([scene('a')], { width: 320, height: 180 });
  for (const mark of [text, { watermarkMedium: 'image', watermarkImg: 'mark.png' } as const]) {
    const project = { ...base, withCustomWatermark: true, ...mark, watermarkOpacity: 40 };
    expect(sceneAt(withWatermark(project), 0).layers[0]).toMatchObject({ globalAlpha: 0.4 });
  }
});

it('has the defaults of the schemas, in their order', () => {
  const base = makeProject([scene('a')], { withCustomWatermark: true });
  const layerOf = (fields: object) => sceneAt(withWatermark({ ...base, ...fields }), 0).layers[0] as Layer;
  const ofText = layerOf({ watermarkText: 'mine' });
  const chosen = { textAlign: 'left', verticalAlign: 'top', fontFamily: 'Roboto', fontWeight: 'bold' };
  const colors = { color: 'white', textShadow: 'none' };
  const { id, position } = ofText;
  const parsedText = textLayer.parse({ id, position, type: 'text', text: 'mine', ...chosen, ...colors });
  expect(JSON.stringify(ofText)).toBe(JSON.stringify(parsedText));
  const ofImage = layerOf({ watermarkMedium: 'image', watermarkImg: 'mark.png' });
  const shown = { type: 'image', url: 'mark.png', objectFit: 'contain' };
  const parsedImage = imageLayer.parse({ id, position: ofImage.position, ...shown });
  expect(JSON.stringify(ofImage)).toBe(JSON.stringify(parsedImage));
});
