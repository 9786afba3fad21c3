import { expect, it } from 'vitest';
import { layersOf } from '../../../engine/edit/find.ts';
import { setLayerEffects } from '../../../engine/edit/layerEffects.ts';
import { makeProject, scene, video } from '../make.ts';

it('sets amounts of effects, and removes those that change nothing', () => {
  const before = makeProject([scene('s', [video('v', 4)])]);
  const blurred = setLayerEffects(before, 'v', { blur: 40 });
  expect(layersOf(blurred, ['v'])[0]).toEqual({ ...layersOf(before, ['v'])[0], blur: 40 });
  expect(setLayerEffects(blurred, 'v', { blur: 0 })).toEqual(before);
  expect(setLayerEffects(blurred, 'v', { blur: undefined })).toEqual(before);
});
