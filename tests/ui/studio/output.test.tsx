import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { isStill } from '../../../engine/project/output.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { Output } from '../../../ui/studio/export/Output.tsx';
import { studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { field, freshScreen, open, place, show, write } from '../studioScreen.ts';

freshScreen();

const radio = (text: string) =>
  [...place.querySelectorAll('label')]
    .find((one) => one.textContent?.startsWith(text))
    ?.querySelector('input') as HTMLInputElement;
const choose = (text: string) => act(async () => radio(text).click());
/** Closing the sheet applies the choice. */
const close = () => show(null);
const openStill = async () => {
  open([{ type: 'text' }], { output: { type: 'image' }, width: 320, height: 320 });
  await show(<Output />);
};
/** Presses Enter in the field of the custom length. */
const enter = () => act(async () => field('Custom length').form?.requestSubmit());
const size = () => [studio.project.width, studio.project.height];

describe('the output sheet', () => {
  it('applies a preset length as one step when it closes', async () => {
    await openStill();
    await choose('0.5 s');
    expect(isStill(studio.project)).toBe(true);
    await close();
    expect(studio.project).toMatchObject({
      output: { type: 'video' },
      scenes: [{ duration: 0.5, isImageVideo: true }],
    });
    await act(async () => undoChange());
    expect(studio.project).toMatchObject({ output: { type: 'image' }, scenes: [{ duration: 0 }] });
  });

  it.each([
    ['0.05', messages.durationTooShort],
    ['8:01', messages.durationTooLong],
    ['1:75', messages.durationFormat],
  ])('reports the custom length %s on Enter and when it closes, and applies nothing', async (text, message) => {
    await openStill();
    await choose('Custom');
    await write(field('Custom length'), text);
    expect(place.textContent).not.toContain(message);
    await enter();
    expect(place.textContent).toContain(message);
    expect(field('Custom length').getAttribute('aria-invalid')).toBe('true');
    await close();
    expect(notices.list.at(-1)?.message).toBe(message);
    expect(isStill(studio.project)).toBe(true);
  });

  it.each([
    ['123', 123],
    ['1.23', 1.23],
    ['1:23', 83],
  ])('accepts %s as a custom length of %d s', async (text, seconds) => {
    await openStill();
    await choose('Custom');
    await write(field('Custom length'), text);
    await enter();
    await close();
    expect(studio.project.scenes[0]?.duration).toBe(seconds);
  });

  it('offers sizes by purpose and fields for any other size, all as one undo step', async () => {
    await openStill();
    await choose('Reel, Story, Short');
    await close();
    expect(size()).toEqual([1080, 1920]);
    await show(<Output />);
    await choose('Other size');
    await write(field('Width'), '5');
    expect(place.querySelector('[role="alert"]')?.textContent).toBe('Whole pixels, 16 to 4096.');
    await write(field('Width'), '1081');
    await close();
    expect(size()).toEqual([1081, 1920]);
    await act(async () => undoChange());
    expect(size()).toEqual([1080, 1920]);
  });

  it('explains that several scenes cannot be an image, and sets the length of the selected one', async () => {
    const scenes = [
      { id: 's', duration: 3, isImageVideo: true },
      { id: 'two', duration: 2, isImageVideo: true },
    ];
    open([], { output: { type: 'video' }, scenes });
    studio.selectedSceneId = 'two';
    await show(<Output />);
    expect(place.textContent).toContain('Several scenes cannot be an image.');
    expect(radio('Image').disabled).toBe(true);
    expect(place.textContent).toContain('Length of scene 2');
    await choose('10 s');
    await close();
    expect(studio.project.scenes.map(({ duration }) => duration)).toEqual([3, 10]);
  });

  it('explains that a video or the audio sets the length', async () => {
    open([{ type: 'video', url: 'media/none/a.mp4', duration: 2 }], { output: { type: 'video' } });
    await show(<Output />);
    expect(place.textContent).toContain('The scene is as long as its longest video: 2 s.');
    await choose('Image');
    await close();
    expect(isStill(studio.project)).toBe(true);
    await show(<Output />);
    await choose('Video');
    await close();
    expect(isStill(studio.project)).toBe(false);
    const audio = { url: 'media/none/a.mp3', duration: 12, startTime: 1 };
    open([{ type: 'text' }], { output: { type: 'video' }, audio });
    await show(<Output />);
    expect(place.textContent).toContain('The length follows the audio: 13 s.');
  });
});
