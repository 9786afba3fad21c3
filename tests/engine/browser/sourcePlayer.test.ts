import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSourcePlayer } from '../../../engine/browser/player/sourcePlayer.ts';

/** A media element of 10 s whose seeks end when the test says so. */
class Media extends EventTarget {
  duration = 10;
  readyState = 4;
  error = null;
  paused = true;
  ended = false;
  seeking = false;
  #time = 0;

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.#time = time;
    this.seeking = true;
  }

  endSeek(): void {
    this.seeking = false;
    this.dispatchEvent(new Event('seeked'));
  }

  /** Plays on to a time, and runs the work of one display frame. */
  playTo(time: number): void {
    this.#time = time;
    for (const work of frames.splice(0)) work();
  }

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

/** Work for the next display frame. */
let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('HTMLMediaElement', { HAVE_NOTHING: 0, HAVE_CURRENT_DATA: 2 });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
});
afterEach(() => vi.unstubAllGlobals());

function open(span = { start: 2, end: 6 }) {
  const media = new Media();
  const player = createSourcePlayer();
  player.setWindow(span);
  player.attach(media as unknown as HTMLMediaElement);
  media.endSeek();
  return { media, player };
}

it('shows the start of the span first, and follows it until something was played or shown', () => {
  const { media, player } = open();
  expect([media.currentTime, player.state.phase, player.state.duration]).toEqual([2, 'ready', 10]);
  player.setWindow({ start: 3, end: 6 });
  expect(media.currentTime).toBe(3);
  media.endSeek();
  player.seek(5);
  player.setWindow({ start: 4, end: 6 });
  expect(media.currentTime).toBe(5);
});

it('plays only the span, and returns to its start', () => {
  const { media, player } = open();
  player.toggle();
  expect(player.state.isPlaying).toBe(true);
  media.playTo(4);
  expect(player.state.time).toBe(4);
  media.playTo(6);
  expect([media.paused, media.currentTime, player.state.isPlaying, player.state.time]).toEqual([true, 2, false, 2]);
});

it('continues from where it was paused, and from the start at the end of the span', () => {
  const { media, player } = open();
  player.seek(4);
  media.endSeek();
  player.toggle();
  expect(media.currentTime).toBe(4);
  player.toggle();
  player.seek(5.98);
  media.endSeek();
  player.toggle();
  expect(media.currentTime).toBe(2);
});

it('seeks to the last of several quick requests, and never to the very end', () => {
  const { media, player } = open();
  for (const time of [3, 4, 99]) player.seek(time);
  expect(media.currentTime).toBe(3);
  media.endSeek();
  expect(media.currentTime).toBeCloseTo(9.97, 9);
});

it('reports each change to subscribers with a new state, until they unsubscribe', () => {
  const { media, player } = open();
  const states: unknown[] = [];
  const unsubscribe = player.subscribe(() => states.push(player.state));
  media.dispatchEvent(new Event('waiting'));
  media.dispatchEvent(new Event('playing'));
  expect(states).toMatchObject([{ isWaiting: true }, { isWaiting: false }]);
  unsubscribe();
  media.dispatchEvent(new Event('error'));
  expect([states.length, player.state.phase]).toEqual([2, 'failed']);
});
