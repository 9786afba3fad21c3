import { createClock, SEEKER_REFRESH_MS } from '../../../engine/browser/playbackClock.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { latePlayback, pause, play, shownTime } from './playback.ts';
import { player } from './player.ts';
import { studio } from './studio.ts';

/** Multiple of the normal speed at which the playhead moves without audio; negative: backward; 0: it does not. */
let speed = 0;
/** Fastest speed. */
const MOST_SPEED = 8;
/** Time of the last step, in ms. */
let steppedAt = 0;

const clock = createClock({
  interval: SEEKER_REFRESH_MS,
  tick: () => {
    const now = performance.now();
    const at = shownTime() + ((now - steppedAt) / 1000) * speed;
    steppedAt = now;
    const isOver = speed < 0 ? at <= 0 : at >= totalDuration(studio.project);
    if (speed !== 0) player.seek(at);
    if (isOver) speed = 0;
    return speed !== 0;
  },
});

latePlayback.stopShuttle = () => {
  const wasMoving = speed !== 0;
  speed = 0;
  return wasMoving;
};

/**
 * Plays forward or backward, as J and L do in editors: each call in the same direction doubles the speed, to at most 8
 * times. Audio plays at the normal speed only.
 */
export function shuttle(direction: 1 | -1): void {
  const before = speed || (player.state === 'paused' ? 0 : 1);
  const next = Math.sign(before) === direction ? Math.min(MOST_SPEED, 2 * Math.abs(before)) * direction : direction;
  pause();
  if (next === 1) {
    play();
    return;
  }
  speed = next;
  steppedAt = performance.now();
  clock.wake();
}
