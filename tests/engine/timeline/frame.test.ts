import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { good } from '../make.ts';

describe('resolveFrame', () => {
  it('shows a given scene, clamped to its start or end', () => {
    const two = sceneSpans(good(parseProject({ scenes: [{ id: 'a' }, { id: 'b' }] })));
    const at = (t: number, sceneIndex: number) => resolveFrame(two, t, { sceneIndex });
    expect(at(0, 1)).toEqual(resolveFrame(two, 3));
    expect(at(6, 0)).toEqual(resolveFrame(two, 2.99));
  });

  it('shows texts after their animation if still texts are requested', () => {
    const text = { type: 'text', text: 'Hello' };
    const animated = ['text-focus-in', 'text-flicker-in-glow', 'hue-rotate'].map((id) => ({
      ...text,
      id,
      animation: { id },
    }));
    const spans = sceneSpans(good(parseProject({ scenes: [{ id: 'a', layers: animated }] })));
    const seen = resolveFrame(spans, 0, { stillTexts: true }).layers.map(({ animation }) => animation);
    expect(seen.map(({ opacity, hue }) => [opacity, hue])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});
