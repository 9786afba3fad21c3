import { act } from 'react';
import { expect, it } from 'vitest';
import { outputExtension, stillOutput, type VideoOutput } from '../../../engine/project/output.ts';
import { FitField, GifChoices, OutputFields, withFormat } from '../../../ui/studio/export/Settings.tsx';
import { VideoSettings } from '../../../ui/studio/export/VideoSettings.tsx';
import { studio } from '../../../ui/studio/state/studio.ts';
import { freshScreen, open, place, show } from '../studioScreen.ts';

freshScreen();

/** Types text into a field. */
function setValue(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const choose = (label: string) =>
  act(async () => [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click());

it('offers size, frame rate and colors of a GIF and estimates the file size', async () => {
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

it('offers the number of plays, the dithering and the quality of a WebP', async () => {
  open([{ type: 'video', url: 'media/none/a.mp4', duration: 4 }], { output: { type: 'gif', fps: 10 } });
  await show(<GifChoices />);
  for (const label of ['Once', 'Fine']) await choose(label);
  expect(studio.project.output).toMatchObject({ plays: 1, dither: 'floyd_steinberg' });
  const measured = withFormat(studio.project, 'webp');
  expect(measured.output).toEqual({ type: 'animation', format: 'webp', plays: 1, fps: 10 });
  open([], { output: measured.output });
  await show(<GifChoices />);
  await choose('75');
  expect(studio.project.output).toMatchObject({ quality: 75, plays: 1 });
  expect(place.textContent).not.toContain('Dither');
});

it('offers the frame rate of a video, and keeps it across containers', async () => {
  open([], { output: { type: 'video', fps: 12.5 } });
  const update = () => show(<OutputFields project={studio.project} />);
  await update();
  expect(
    (place.querySelector('input[name="output-Frames per second"]:checked') as HTMLInputElement).parentElement,
  ).toMatchObject({ textContent: '12.5' });
  await choose('24');
  await update();
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4', fps: 24 });
  expect(withFormat(studio.project, 'webm').output).toEqual({ type: 'video', container: 'webm', fps: 24 });
  expect(withFormat(studio.project, 'gif').output).not.toHaveProperty('fps');
  await choose('Automatic');
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4' });
});

it('offers chapters of a video that has markers', async () => {
  open([], { output: { type: 'video' } });
  await show(<OutputFields project={studio.project} />);
  expect(place.textContent).not.toContain('Chapters');
  open([], { output: { type: 'video' }, markers: [{ id: 'm', at: 1 }] });
  const update = () => show(<OutputFields project={studio.project} />);
  await update();
  const press = () => act(async () => (place.querySelector('[aria-label="Chapters"]') as HTMLElement).click());
  await press();
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4', chapters: true });
  await update();
  await press();
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4' });
});

it('accepts a maximum file size in megabytes or none, and keeps it across formats', async () => {
  open([], { output: { type: 'video' } });
  await show(<FitField project={studio.project} />);
  const field = place.querySelector('input') as HTMLInputElement;
  const write = (text: string) => act(async () => setValue(field, text));
  await write('8,5');
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4', fitUnder: 8.5 });
  for (const wrong of ['0', '0.000001', '1e9', 'NaN', '-1', 'eight']) {
    await write(wrong);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(studio.project.output).toMatchObject({ fitUnder: 8.5 });
  }
  expect(withFormat(studio.project, 'gif').output).toMatchObject({ type: 'gif', fitUnder: 8.5 });
  expect(withFormat(studio.project, 'mov').output).toMatchObject({ container: 'mov', fitUnder: 8.5 });
  await write('');
  expect(studio.project.output).toEqual({ type: 'video', container: 'mp4' });
});

it('offers rare formats closed, and open once one is chosen', async () => {
  open([], { output: { type: 'video' } });
  const update = () => show(<OutputFields project={studio.project} />);
  const rare = () =>
    [...place.querySelectorAll('details')].find(({ textContent }) =>
      textContent?.includes('FLAC'),
    ) as HTMLDetailsElement;
  await update();
  expect(rare().open).toBe(false);
  await choose('Frames (PNG)');
  expect(studio.project.output).toEqual({ type: 'frames', format: 'png' });
  await update();
  expect(rare().open).toBe(true);
  await choose('24');
  expect(studio.project.output).toEqual({ type: 'frames', format: 'png', fps: 24 });
});

it('offers codec, bit rate and key frames of a video, closed at first', async () => {
  open([], { output: { type: 'video', container: 'mov', fitUnder: 8, softSubtitles: true } });
  const update = () => show(<VideoSettings output={studio.project.output as VideoOutput} />);
  await update();
  expect(place.querySelectorAll('input')).toHaveLength(0);
  const details = place.querySelector('details') as HTMLDetailsElement;
  await act(async () => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  expect([...place.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    ...['H.264', 'HEVC', 'ProRes', 'Bit rate (kbit/s)', 'Key frame every (s)'],
  ]);
  const type = (index: number, text: string) =>
    act(async () => setValue(place.querySelectorAll('input:not([type])')[index] as HTMLInputElement, text));
  await choose('HEVC');
  await type(0, '4000');
  await type(1, '0,5');
  for (const wrong of ['0', '4000.5', '1e9', 'much']) await type(0, wrong);
  expect(studio.project.output).toMatchObject({ codec: 'hevc', bitrate: 4000, keyframeInterval: 0.5, fitUnder: 8 });
  // A WebM cannot contain HEVC.
  expect(withFormat(studio.project, 'webm').output).not.toHaveProperty('codec');
  await choose('ProRes');
  await update();
  const rest = { type: 'video', container: 'mov', softSubtitles: true, keyframeInterval: 0.5 };
  expect(studio.project.output).toEqual({ ...rest, codec: 'prores' });
  expect(place.textContent).toContain('Browsers do not play them.');
  expect(place.querySelectorAll('input:not([type])')).toHaveLength(0);
  await choose('H.264');
  expect(studio.project.output).toEqual(rest);
});

it('offers every format', () => {
  for (const ending of ['mp4', 'mov', 'webm', 'gif', 'webp', 'mp3', 'wav', 'm4a', 'flac', 'opus', 'apng', 'zip']) {
    expect(outputExtension(withFormat(studio.project, ending).output)).toBe(ending);
    expect(outputExtension(withFormat({ ...studio.project, output: stillOutput }, ending).output)).toBe(ending);
  }
});

it('renders nothing for other outputs', async () => {
  open([{ type: 'text' }], { output: { type: 'video' } });
  await show(<GifChoices />);
  expect(place.textContent).toBe('');
});
