import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { foundBeats } from '../../../ui/client/media/mediaTable.ts';
import { Beats } from '../../../ui/studio/beats/Beats.tsx';
import { shownBeats } from '../../../ui/studio/beats/beats.ts';
import { studio } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => {
  for (const url of Object.keys(foundBeats)) delete foundBeats[url];
});

const video = { type: 'video', url: 'film.mp4', width: 640, height: 360, duration: 10, isMuted: true };
const audio = { url: 'song.mp3', duration: 20, startTime: 1, isTrimmed: true, trimStartTime: 2, trimEndTime: 6 };
const shown = () => show(<Beats project={studio.project} sounds={[{ url: 'song.mp3' }]} />);
const toggle = () => place.querySelector('[role="switch"]') as HTMLButtonElement;

it('marks audible beats once and hides them again', async () => {
  open([video], { audio });
  await shown();
  expect([toggle().getAttribute('aria-checked'), button('Add markers at beats').disabled]).toEqual(['false', true]);
  foundBeats['song.mp3'] = [1, 2.5, 3.5, 7];
  await shown();
  expect(shownBeats(studio.project)).toEqual([1.5, 2.5]);
  expect(place.textContent).toContain('4 beats are shown.');
  await click('Add markers at beats');
  await click('Add markers at beats');
  expect(studio.project.markers?.map(({ at }) => at)).toEqual([1.5, 2.5]);
  await act(async () => toggle().click());
  expect(toggle().getAttribute('aria-checked')).toBe('false');
  expect(shownBeats(studio.project)).toEqual([]);
});

it('reports a missing file', async () => {
  open([video], { audio: { ...audio, url: 'media/gone.mp3' } });
  await show(<Beats project={studio.project} sounds={[{ url: 'media/gone.mp3' }]} />);
  await act(async () => toggle().click());
  expect(place.textContent).toContain('This browser cannot read the audio.');
});
