import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSoundGraph } from '../../../engine/browser/sound/soundGraph.ts';
import type { AudioClip } from '../../../engine/timeline/soundtrack.ts';
import { soundBench } from './playerSoundBench.ts';

const looped: AudioClip = {
  ...{ source: { kind: 'track' }, url: 'a.wav', start: 0, end: 30, mediaStart: 0, mediaEnd: 2, loops: true },
  ...{ speed: 1, isReversed: false, isBoomeranged: false, volume: 1, fadeIn: 0, fadeOut: 0 },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('starts the second round of a loop early by the measured delay of the first', () => {
  const { sounds, document, context } = soundBench();
  vi.stubGlobal('document', document);
  const graph = createSoundGraph({ context, urlOf: (url) => url });
  graph.setClips([looped]);
  graph.rest(0);
  const begun = performance.now();
  graph.run(0, () => (performance.now() - begun) / 1000);
  const cost = 0.03;
  let time = 0;
  while (sounds[1]?.paused !== false && time < 2.2) {
    sounds[0]?.arrive(Math.max(0, time - cost));
    sounds[1]?.arrive(0);
    vi.advanceTimersByTime(1);
    time += 0.001;
  }
  expect(Math.abs(2 - time - cost)).toBeLessThan(0.006);
  graph.dispose();
});
