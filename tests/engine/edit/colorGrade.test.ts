import { describe, expect, it } from 'vitest';
import { neutralGrade, setColorGrade } from '../../../engine/edit/colorGrade.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { mayCopy } from '../../../engine/timeline/mayCopy.ts';
import { makeProject, scene, sceneAt, text, video } from '../make.ts';

const project = makeProject([scene('s', [video('v', 3), text('t')])]);
const colorOf = (changed: typeof project) => {
  const [layer] = sceneAt(changed, 0).layers;
  return layer && 'color' in layer ? layer.color : undefined;
};

describe('setColorGrade', () => {
  it('changes single settings and keeps the others', () => {
    const first = setColorGrade(project, 'v', { exposure: 1, lut: { name: 'noir', intensity: 40 } });
    expect(colorOf(setColorGrade(first, 'v', { tint: -20 }))).toEqual({
      ...{ ...neutralGrade, exposure: 1, tint: -20 },
      lut: { name: 'noir', intensity: 40 },
    });
  });

  it('removes a correction that changes nothing', () => {
    const bright = setColorGrade(project, 'v', { exposure: 1 });
    expect(setColorGrade(bright, 'v', { exposure: 0 })).toEqual(project);
    expect(setColorGrade(bright, 'v', undefined)).toEqual(project);
    expect(setColorGrade(project, 'v', { exposure: 0 })).toBe(project);
  });

  it('ignores invalid values and layers without an image', () => {
    expect(setColorGrade(project, 'v', { exposure: 4 })).toBe(project);
    expect(setColorGrade(project, 'v', { curve: { red: [[0, 0]] } })).toBe(project);
    expect(setColorGrade(project, 't', { exposure: 1 })).toBe(project);
  });
});

describe('a color correction', () => {
  it('keeps a video from being copied unless it is neutral', () => {
    const alone = (color: object) =>
      makeProject([scene('s', [video('v', 3, { color })])], { width: 1920, height: 1080, quality: 'high' });
    expect(mayCopy(alone({}))).toBe(true);
    expect(mayCopy(alone({ shadows: 1 }))).toBe(false);
  });

  it('reports the place of an invalid value', () => {
    const broken = (color: object) =>
      parseProject({ scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: 'v.mp4', color }] }] });
    const problemsOf = (color: object) => {
      const parsed = broken(color);
      return parsed.ok ? [] : parsed.problems.map(({ pointer, message }) => [pointer, message]);
    };
    expect(problemsOf({ exposure: 9 }).map(([pointer]) => pointer)).toEqual(['/scenes/0/layers/0/color/exposure']);
    const back = [
      [0.5, 0],
      [0.2, 1],
    ];
    expect(problemsOf({ curve: { blue: back } })).toEqual([
      ['/scenes/0/layers/0/color/curve/blue', expect.stringContaining('from left to right')],
    ]);
  });
});
