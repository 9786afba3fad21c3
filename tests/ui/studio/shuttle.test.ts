import { expect, it, vi } from 'vitest';
import { pause, seek, shownTime, togglePlay } from '../../../ui/studio/state/playback.ts';
import { shuttle } from '../../../ui/studio/state/shuttle.ts';
import { freshScreen, open } from '../studioScreen.ts';

freshScreen();

// One test, because clocks keep the time of their last tick.
it('the shuttle doubles its speed with each press, turns around, and stops at the start and when paused', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  open([{ type: 'video', url: 'media/none/a.mp4', duration: 60 }]);
  /** Seconds that the playhead moves in a time. */
  const movedIn = (ms: number) => {
    const before = shownTime();
    vi.advanceTimersByTime(ms);
    return shownTime() - before;
  };
  seek(50);
  for (const speed of [1, 2, 4, 8, 8]) {
    shuttle(-1);
    expect(movedIn(1000) / -speed).toBeCloseTo(1, 0.5);
  }
  seek(30);
  shuttle(1);
  shuttle(-1);
  expect(movedIn(1000)).toBeGreaterThan(-1.1);
  seek(0.5);
  movedIn(1000);
  expect(shownTime()).toBe(0);
  expect(movedIn(1000)).toBe(0);
  for (const stop of [pause, togglePlay]) {
    seek(30);
    shuttle(-1);
    expect(movedIn(200)).toBeLessThan(-0.1);
    stop();
    expect(movedIn(500)).toBe(0);
  }
});
