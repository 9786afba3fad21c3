import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { currentContext } from '../../../ui/studio/actions/action.ts';
import { markActions } from '../../../ui/studio/actions/marks.ts';
import { clearMarks, markedSpan, markHere, moveMark } from '../../../ui/studio/state/marks.ts';
import { latePlayback, seek, shownTime } from '../../../ui/studio/state/playback.ts';
import { studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { MarkedPart } from '../../../ui/studio/timeline/MarkedPart.tsx';
import { freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();

const mark = (part: 'from' | 'to', at: number) => {
  seek(at);
  markHere(part);
};

describe('the marked part', () => {
  beforeEach(() => {
    open([{ type: 'video', url: 'media/none/a.mp4', duration: 20 }]);
    clearMarks();
  });

  it('lasts from the beginning, or to the end, with one mark, and is what playback repeats', () => {
    expect(markedSpan()).toBe(undefined);
    mark('from', 5);
    expect(markedSpan()).toEqual({ from: 5, to: 20 });
    clearMarks();
    mark('to', 8);
    expect(markedSpan()).toEqual({ from: 0, to: 8 });
    mark('from', 2);
    expect(latePlayback.markedSpan?.()).toEqual({ from: 2, to: 8 });
  });

  it('drops the other mark if that would be on the wrong side', () => {
    mark('from', 5);
    mark('to', 8);
    mark('from', 12);
    expect(markedSpan()).toEqual({ from: 12, to: 20 });
    mark('to', 3);
    expect(markedSpan()).toEqual({ from: 0, to: 3 });
  });

  it('keeps its ends in order, and within the video', () => {
    mark('from', 5);
    mark('to', 8);
    moveMark('from', 9);
    expect(markedSpan()).toEqual({ from: 7.9, to: 8 });
    moveMark('to', 50);
    moveMark('from', -1);
    expect(markedSpan()).toEqual({ from: 0, to: 20 });
  });

  it('is deleted as one step, with its marks; the playhead goes to where it was', () => {
    mark('from', 5);
    mark('to', 8);
    markActions.deleteMarked.run?.(currentContext());
    expect(totalDuration(studio.project)).toBe(17);
    expect(studio.project.scenes[0]?.layers).toHaveLength(2);
    expect(shownTime()).toBe(5);
    expect(markedSpan()).toBe(undefined);
    undoChange();
    expect(studio.project.scenes[0]?.layers).toHaveLength(1);
  });

  it('belongs to its project', () => {
    mark('from', 5);
    studio.projectId = 'another';
    expect(markedSpan()).toBe(undefined);
  });

  it('is shown on the ruler, where keys move its ends and Delete removes them', async () => {
    mark('from', 5);
    await show(<MarkedPart scale={10} />);
    const [from, to] = [...place.querySelectorAll<HTMLElement>('[role="slider"]')];
    expect([from, to].map((one) => one?.getAttribute('aria-label'))).toEqual(['Mark in', 'Mark out']);
    expect(from?.getAttribute('aria-valuetext')).toBe('00:05.00, 00:15.00 marked');
    const press = (key: string) =>
      act(async () => {
        from?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      });
    await press('PageUp');
    expect(markedSpan()?.from).toBe(6);
    await press('Delete');
    expect(place.querySelector('[role="slider"]')).toBe(null);
  });
});
