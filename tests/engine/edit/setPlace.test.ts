import { describe, expect, it } from 'vitest';
import { setPlace } from '../../../engine/edit/setPlace.ts';
import { makeProject, text } from '../make.ts';

const at = (id: string, fields: object = {}) => ({
  ...text(id),
  position: { x: '10%', y: '10%', width: '20%', height: '20%', rotation: 0 },
  ...fields,
});

describe('setPlace', () => {
  const project = makeProject(
    [{ id: 's', layers: [at('a'), at('b', { isLocked: true }), at('c', { lockAspectRatio: true })] }],
    {
      width: 1000,
      height: 500,
    },
  );
  const placeOf = (id: string, change: object) => {
    const layer = setPlace(project, ['a', 'b', 'c'], change).scenes[0]?.layers.find((one) => one.id === id);
    const { x, y, width, height, rotation } = layer?.position ?? {};
    return [x, y, width, height, rotation];
  };

  it('sets each value in pixels of the canvas and leaves the others', () => {
    expect(placeOf('a', { x: 300 })).toEqual(['30%', '10%', '20%', '20%', 0]);
    expect(placeOf('a', { y: 250 })).toEqual(['10%', '50%', '20%', '20%', 0]);
    expect(placeOf('a', { width: 400 })).toEqual(['10%', '10%', '40%', '20%', 0]);
    expect(placeOf('a', { height: 200 })).toEqual(['10%', '10%', '20%', '40%', 0]);
    expect(placeOf('a', { rotation: 30 })).toEqual(['10%', '10%', '20%', '20%', 30]);
  });

  it('keeps a locked ratio and at least 15 pixels, and leaves a locked layer where it is', () => {
    expect(placeOf('c', { width: 400 })).toEqual(['10%', '10%', '40%', '40%', 0]);
    expect(placeOf('a', { width: 1 })).toEqual(['10%', '10%', '1.5%', '20%', 0]);
    expect(placeOf('b', { x: 300, width: 400, rotation: 30 })).toEqual(['10%', '10%', '20%', '20%', 0]);
  });
});
