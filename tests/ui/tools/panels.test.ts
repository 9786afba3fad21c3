import { describe, expect, it } from 'vitest';
import { movedBy, snapped, usualPlacing, zoomedBy } from '../../../engine/layout/placing.ts';
import { duplicateClip, moveClip, setClip } from '../../../ui/client/drafts/clipEdits.ts';
import type { Draft } from '../../../ui/client/drafts/storedDrafts.ts';
import { forms } from '../../../ui/tools/forms.data.ts';
import { type Orientation, orientationWords, rotations } from '../../../ui/tools/RotatePanel.tsx';

/** The visible corners of an image, clockwise from the upper left, as corner numbers of the file. */
const cornersOf = ({ rotation, flipped }: Orientation): number[] => {
  const quarters = rotation / 90;
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((corner) => (corner - quarters + 4) % 4);
  return flipped ? [b, a, d, c] : [a, b, c, d];
};

const seen: Record<keyof typeof rotations, (corners: number[]) => number[]> = {
  left: ([a = 0, b = 0, c = 0, d = 0]) => [b, c, d, a],
  right: ([a = 0, b = 0, c = 0, d = 0]) => [d, a, b, c],
  across: ([a = 0, b = 0, c = 0, d = 0]) => [b, a, d, c],
  over: ([a = 0, b = 0, c = 0, d = 0]) => [d, c, b, a],
};

describe('the rotate and flip buttons', () => {
  it('transform the image as displayed, whatever its orientation', () => {
    for (const rotation of [0, 90, 180, 270])
      for (const flipped of [false, true])
        for (const name of ['left', 'right', 'across', 'over'] as const) {
          const before = { rotation, flipped };
          expect(cornersOf(rotations[name](before)), `${name} of ${orientationWords(before)}`).toEqual(
            seen[name](cornersOf(before)),
          );
        }
  });

  it('have a description', () => {
    expect(orientationWords({ rotation: 0, flipped: false })).toBe('');
    expect(orientationWords({ rotation: 90, flipped: true })).toBe('Rotated by 90° clockwise, mirrored');
  });
});

describe('an image in its frame', () => {
  it('follows the pointer within the range of the tool', () => {
    expect(movedBy(usualPlacing, 12.34, -5)).toEqual({ x: 12.3, y: -5, zoom: 100 });
    expect(movedBy(usualPlacing, 400, -400)).toEqual({ x: 100, y: -100, zoom: 100 });
  });

  it('zooms around the pointer', () => {
    const at = { x: 20, y: -10 };
    const zoomed = zoomedBy(usualPlacing, 2, at);
    expect(zoomed).toEqual({ x: -20, y: 10, zoom: 200 });
    // The point below the pointer was 20 and −10 from the center and is now twice as far.
    expect([at.x - zoomed.x, at.y - zoomed.y]).toEqual([40, -20]);
    expect(zoomedBy(usualPlacing, 9, at).zoom).toBe(300);
    expect(zoomedBy(usualPlacing, 0.01, at).zoom).toBe(10);
  });

  it('snaps with its center or an edge to those of the frame', () => {
    const size = { width: 60, height: 100 };
    expect(snapped({ x: 1, y: 8, zoom: 100 }, size)).toEqual({
      placing: { x: 0, y: 8, zoom: 100 },
      lines: { x: 50, y: undefined },
    });
    expect(snapped({ x: -19.2, y: 0, zoom: 100 }, size)).toEqual({
      placing: { x: -20, y: 0, zoom: 100 },
      lines: { x: 0, y: 50 },
    });
  });
});

describe('the clips of a draft', () => {
  const clip = (id: string) => ({ url: `${id}.mp4`, id, kind: 'video' as const, width: 16, height: 9, duration: 8 });
  const draft = { sources: ['a', 'b', 'c'].map(clip), settings: {} } as unknown as Draft;
  const order = ({ sources }: Draft) => sources.map(({ id }) => id).join('');

  it('are reordered, and stay in place for an invalid index', () => {
    expect(order(moveClip(draft, 0, 2))).toBe('bca');
    expect(order(moveClip(draft, 2, 0))).toBe('cab');
    expect(order(moveClip(draft, 0, 9))).toBe('bca');
    expect(moveClip(draft, 1, 1)).toBe(draft);
    expect(moveClip(draft, 7, 0)).toBe(draft);
  });

  it('are duplicated with their own settings', () => {
    const trimmed = setClip(draft, 1, { startTime: 1, endTime: 3, isTrimmed: true });
    const twice = duplicateClip(trimmed, 1, 'd');
    expect(order(twice)).toBe('abdc');
    expect(twice.sources[2]?.clip).toEqual({ startTime: 1, endTime: 3, isTrimmed: true });
    const back = setClip(twice, 2, { startTime: undefined, endTime: undefined, isTrimmed: undefined });
    expect(back.sources[2]).toEqual({ ...clip('b'), id: 'd' });
    expect(back.sources[1]?.clip).toEqual({ startTime: 1, endTime: 3, isTrimmed: true });
  });
});

describe('the form of a tool', () => {
  it('explains a field only if that says more than its label', () => {
    const own = Object.values(forms).flatMap((form) => form.own);
    const explained = (title: string) => own.find((field) => field.title === title)?.description;
    expect(['Text', 'Transition length', 'Shortest silence'].map(explained)).toEqual([undefined, undefined, undefined]);
    expect(explained('Volume')).toBe('volume of the audio; 1: unchanged');
    expect(explained('Image length')).toBe('seconds per image');
  });
});
