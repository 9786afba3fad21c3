import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { posterTime } from '../../../engine/timeline/poster.ts';

/** Best poster time of the first scene, by default ten seconds long. */
function posterOf(layers: object[], scene: object = { duration: 10 }, project: object = {}): number {
  const named = layers.map((layer, i) => ({ id: `l${i}`, type: 'text', text: 'Words', ...layer }));
  const parsed = parseProject({ ...project, scenes: [{ id: 's', ...scene, layers: named }] });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return posterTime(parsed.value, 0);
}

const fadesIn = (duration: number) => ({ animateIn: { type: 'fade', duration } });
const keyed = (...points: [time: number, opacity: number][]) => ({
  keyframes: points.map(([time, opacity]) => ({ time, opacity })),
});

describe('the poster of a scene', () => {
  it.each<[what: string, layers: object[], from: number, to: number]>([
    ['as usual, where all stands still', [{}, {}], 2.5, 2.5],
    ['as usual, where one follows the other', [{ to: 5 }, { from: 5 }], 2.5, 2.5],
    ['as usual, where sounds come later', [{}, { type: 'audio', url: 'a.mp3', from: 6 }], 2.5, 2.5],
    ['once what comes late has come', [{}, { from: 4, ...fadesIn(1) }], 5, 5.5],
    ['before what is there at first goes', [{ to: 2 }, fadesIn(1)], 1, 2],
    ['with the last letter written', [{ animateIn: { type: 'typewriter', duration: 6 } }], 6, 6.5],
    ['in its place, not on its way there', [{ animateIn: { type: 'slide', duration: 4 } }], 4, 4.5],
    ['where keyframes let all be seen', [keyed([0, 0], [7, 0], [8, 1])], 8, 8.5],
    ['with most of it, where it is never all there', [{}, { to: 3 }, { from: 4, ...fadesIn(1) }, { from: 4 }], 5, 5.5],
  ])('is chosen %s', (_what, layers, from, to) => {
    const at = posterOf(layers);
    expect([at >= from - 1e-9, at <= to], `${at}`).toEqual([true, true]);
  });

  it('is found by resolving its own scene, and the lengths of the others once', () => {
    const count = 200;
    const scenes = Array.from({ length: count }, (_, i) => ({
      id: `s${i}`,
      duration: 2,
      layers: [{ id: `l${i}`, type: 'text' }],
    }));
    const parsed = parseProject({ scenes });
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
    let looks = 0;
    const get = (scene: object, name: string | symbol) => {
      looks += 1;
      return Reflect.get(scene, name);
    };
    const counted = parsed.value.scenes.map((scene) => new Proxy<Scene>(scene, { get }));
    const project = { ...parsed.value, scenes: counted };
    const times = counted.map((_, index) => posterTime(project, index));
    expect(times.at(-1)).toBeCloseTo(2 * (count - 1) + 0.8);
    expect(looks / count).toBeLessThan(40);
  });

  it('is inside its scene, however short or empty that is', () => {
    expect(posterOf([], { duration: 1 })).toBeCloseTo(0.4);
    expect(posterOf([{ from: 0.05, ...fadesIn(5) }], { duration: 0.1 })).toBeLessThan(0.1);
    expect(posterOf([fadesIn(1)], { duration: 10 }, { isImage: true })).toBe(0);
  });
});
