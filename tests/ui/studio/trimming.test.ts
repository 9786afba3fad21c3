import { expect, it } from 'vitest';
import { FREEZE_BEFORE_END } from '../../../engine/timeline/durations.ts';
import { playhead } from '../../../ui/studio/state/playback.ts';
import { trimVideo } from '../../../ui/studio/timeline/trimming.ts';
import { freshScreen, open } from '../studioScreen.ts';

freshScreen();

const video = { type: 'video', url: 'media/none/a.mp4', duration: 8, width: 4, height: 3 };

it.each([
  ['the first frame', {}, 'start', 2],
  ['the last frame', {}, 'end', 5 - FREEZE_BEFORE_END],
  ['the last frame for the start of a reversed clip', { isReversed: true }, 'start', 5 - FREEZE_BEFORE_END],
  ['the last visible frame of a clip that is cut off', { to: 4 }, 'end', 4 - FREEZE_BEFORE_END],
] as const)('trimming a clip that starts later in its scene shows %s', (_, fields, edge, time) => {
  open([{ ...video, ...fields, from: 2 }]);
  trimVideo('l0', 1, 4, edge);
  expect(playhead.time).toBeCloseTo(time, 5);
});
