import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { toneWav } from '../support/toneWav.ts';
import { control } from './support/footer.ts';
import { type DroppedFile, mediaFile } from './support/page.ts';
import { canvasOf, doneButton, sceneButton, sheet } from './support/parts.ts';
import { openSite } from './support/site.ts';
import { layerIn, pointAt } from './support/stage.ts';
import { layersOf, openStudio, storedUntil } from './support/studio.ts';

const site = openSite([
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

/**
 * A person at a desk, whose clicks are counted: each press of the mouse, and each choice in the system's own window for files.
 * Who writes has a hand at the keyboard: Enter begins to write, Escape ends it and closes a sheet, T adds a text.
 */
function personAt(page: Page) {
  const person = {
    clicks: 0,
    async click(what: Locator): Promise<void> {
      person.clicks += 1;
      await what.click();
    },
    async choose(what: Locator, ...files: DroppedFile[]): Promise<void> {
      person.clicks += 1;
      const chooser = page.waitForEvent('filechooser');
      await person.click(what);
      await (await chooser).setFiles(files);
    },
    async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
      person.clicks += 1;
      const [start, end] = [await pointAt(page, from), await pointAt(page, to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    },
    /** Writes the words of the selected text, which needs no click: Enter begins. */
    async write(words: string): Promise<void> {
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Text of the layer' }).waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
      await page.keyboard.press('Escape');
      await control(page, 'Edit').waitFor();
    },
  };
  return person;
}

const video = { id: 'v', type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 };

it('a text that shows from 3 to 6 s takes four clicks', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, { scenes: [{ id: 's', layers: [video] }] } as never);
  const person = personAt(page);
  await person.click(button(page, 'Text'));
  await person.click(control(page, 'Time'));
  for (const [field, seconds] of [
    ['Starts at', '3'],
    ['Ends at', '6'],
  ] as const) {
    await person.click(page.getByRole('textbox', { name: field, exact: true }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(seconds);
    await page.keyboard.press('Enter');
  }
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ type: 'text', from: 3, to: 6 }));
  expect(person.clicks).toBeLessThanOrEqual(5);
  expect(complaints).toEqual([]);
});

it('a clip is split where one clicks, in two clicks', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, { scenes: [{ id: 's', layers: [video] }] } as never, 'layer/v');
  const person = personAt(page);
  await control(page, 'Split').waitFor();
  const track = await page.getByTestId('seeker-track').boundingBox();
  if (!track) throw new Error('There is no seeker.');
  person.clicks += 1;
  await page.mouse.click(track.x + track.width * 0.4, track.y + track.height / 2);
  await person.click(control(page, 'Split'));
  const state = await storedUntil(page, (now) => expect(layersOf(now)).toHaveLength(2));
  expect(layerIn(state, 'v')).toMatchObject({ endTime: expect.closeTo(4, 0) });
  expect(person.clicks).toBeLessThanOrEqual(2);
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(layersOf(now)).toHaveLength(1));
  expect(complaints).toEqual([]);
});

it('music and a voice take six clicks', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, { scenes: [{ id: 's', layers: [video] }] } as never);
  const person = personAt(page);
  await person.click(button(page, 'Audio'));
  const wav = { name: 'music.wav', mimeType: 'audio/wav', buffer: toneWav([0.5, 0.5, 0.5], 1) };
  await person.choose(button(page, 'Click to upload audio'), wav);
  await page.getByText('music.wav').first().waitFor();
  await person.click(button(page, 'Record a voice-over'));
  await person.click(button(page, 'Record'));
  const length = page.locator('[data-phase="recording"] strong');
  await expect.poll(() => length.textContent()).toMatch(/^00:(00\.[5-9]|0[1-9])/);
  await person.click(button(page, /^Stop/));
  await storedUntil(page, (state) => {
    expect(state.audio?.url).toMatch(/music\.wav$/);
    expect(layersOf(state)[0]).toMatchObject({ type: 'audio' });
  });
  expect(person.clicks).toBeLessThanOrEqual(6);
  expect(complaints).toEqual([]);
});

it('a story of three scenes, with words on each and a transition, takes twelve clicks', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page);
  const person = personAt(page);
  const names = ['lake.jpg', 'forest.jpg', 'portrait.jpg'];
  const files = await Promise.all(names.map((name) => mediaFile(name, 'image/jpeg')));
  await person.choose(button(page, /^Upload/), ...files);
  await person.click(button(page, 'One scene each'));
  for (const [i, words] of ['One day', 'in the wood', 'we met'].entries()) {
    await person.click(sceneButton(page, i));
    await person.click(button(page, 'Text'));
    await person.write(words);
  }
  await person.click(button(page, /^Transition/));
  await person.click(page.getByRole('dialog').getByRole('radio', { name: 'Dissolve' }));
  await page.keyboard.press('Escape');
  await storedUntil(page, ({ scenes }) => {
    expect(scenes.map(({ layers }) => layers.map(({ type }) => type))).toEqual(Array(3).fill(['text', 'image']));
    expect(scenes.some(({ transition }) => transition)).toBe(true);
  });
  await person.click(doneButton(page));
  await page.waitForURL(/\/videos\/[\w-]+$/);
  expect(person.clicks).toBeLessThanOrEqual(15);
  expect(complaints).toEqual([]);
});

it('a meme with a line at the top and one at the bottom takes eight clicks, the file’s own and DONE among them', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page);
  const person = personAt(page);
  await person.choose(button(page, /^Upload/), await mediaFile('lake.jpg', 'image/jpeg'));
  await canvasOf(page).waitFor();
  await page.keyboard.press('t');
  await person.write('When it runs');
  await person.click(control(page, 'Style'));
  await person.click(sheet(page, 'Text style').getByRole('radio', { name: 'Top line' }));
  await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ fontFamily: 'Impact' }));
  await page.keyboard.press('Escape');
  await person.click(control(page, 'Duplicate'));
  await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(3));
  await person.drag([50, 15], [50, 90]);
  await person.write('at the first try');
  await storedUntil(page, (state) =>
    expect(layersOf(state).map((layer) => ('text' in layer ? layer.text : layer.type))).toEqual([
      'at the first try',
      'When it runs',
      'image',
    ]),
  );
  await person.click(doneButton(page));
  await page.waitForURL(/\/videos\/[\w-]+$/);
  expect(person.clicks).toBeLessThanOrEqual(8);
  expect(complaints).toEqual([]);
});
