import { createCanvas } from '@napi-rs/canvas';
import { afterEach, expect, it, vi } from 'vitest';
import { fitFontSize, withFittedTexts } from '../../../engine/browser/fitTexts.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { makeProject, scene, text } from '../make.ts';

afterEach(() => vi.unstubAllGlobals());

it('texts get the font size that fits their box before a video is created, unless it is fixed', async () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => createCanvas(1, 1).getContext('2d');
    },
  );
  const box = (height: string) => ({ position: { x: '0%', y: '0%', width: '80%', height, rotation: 0 } });
  const project = makeProject(
    [scene('a', [text('large', box('40%')), text('fixed', { ...box('40%'), fontSize: '7px', fitText: false })])],
    { layers: [text('small', box('10%'))] },
  );
  const fitted = allLayers(await withFittedTexts(project)).filter(isText);
  const sizes = Object.fromEntries(fitted.map(({ id, fontSize }) => [id, Number.parseFloat(fontSize)]));
  const texts = allLayers(project).filter(isText);
  const expected = Object.fromEntries(texts.map((layer) => [layer.id, fitFontSize(project, layer)]));
  expect(sizes).toEqual({ ...expected, fixed: 7 });
  expect(sizes.large).toBeGreaterThan(sizes.small as number);
});
