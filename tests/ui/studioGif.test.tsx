import { act } from 'react';
import { expect, it } from 'vitest';
import { GifChoices } from '../../ui/studio/output/GifChoices.tsx';
import { studio } from '../../ui/studio/state/studio.ts';
import { freshScreen, open, place, show } from './studioScreen.ts';

freshScreen();

const choose = (label: string) =>
  act(async () => [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click());

it('a GIF has a size, a rate and colours to choose, and an estimate of its file', async () => {
  const video = { type: 'video', url: 'media/none/a.mp4', duration: 4 };
  open([video], { width: 1280, height: 720, output: { type: 'gif' } });
  await show(<GifChoices />);
  expect(place.textContent).toContain('The file will be about 5.5 to 22 MB');
  for (const label of ['640', '10', '64']) await choose(label);
  expect(studio.project.output).toEqual({ type: 'gif', plays: 0, width: 640, fps: 10, colors: 64 });
  expect(place.textContent).toContain('The file will be about 0.6 to 2.3 MB');
  await choose('1280');
  expect(studio.project.output).toEqual({ type: 'gif', plays: 0, fps: 10, colors: 64 });
});

it('any other output has none of that', async () => {
  open([{ type: 'text' }], { output: { type: 'video' } });
  await show(<GifChoices />);
  expect(place.textContent).toBe('');
});
