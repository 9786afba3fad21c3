import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { control } from '../support/footer.ts';
import { type DroppedFile, mediaFile } from '../support/page.ts';
import { boardContent, doneButton, sceneButton } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layerIn, type Percent, pointAt } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

const writing = (page: Page) => page.getByRole('textbox', { name: 'Text of the layer' });

/**
 * A user whose clicks are counted: each press of the mouse, and each choice in the file dialog. Everything but typing
 * is done with the mouse.
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
    async doubleClick([x, y]: Percent): Promise<void> {
      person.clicks += 2;
      const at = await pointAt(page, [x, y]);
      await page.mouse.dblclick(at.x, at.y);
    },
    /** Types into the text that is being edited. */
    async write(words: string): Promise<void> {
      await writing(page).waitFor();
      await page.keyboard.type(words);
    },
  };
  return person;
}

const video = { id: 'v', type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 };

it('a text shown from 3 to 6 s takes five clicks, and splitting a clip at a position two', async () => {
  const { page, complaints } = await site.open();
  const cues = [
    { id: 'a', text: 'first', startTime: 1, endTime: 3 },
    { id: 'b', text: 'later', startTime: 5, endTime: 7 },
  ];
  const said = { id: 'said', type: 'subtitles', cues };
  await openStudio(page, { scenes: [{ id: 's', layers: [video, said] }] } as never);
  const person = personAt(page);
  await person.click(button(page, 'Text'));
  await person.click(page.getByRole('tab', { name: 'Time', exact: true }));
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
  // Back to the video, which is selected on the timeline.
  await visit(page, 'layer/v');
  await button(page, 'Split').waitFor();
  person.clicks = 0;
  const track = await boardContent(page).boundingBox();
  if (!track) throw new Error('There is no timeline.');
  person.clicks += 1;
  await page.mouse.click(track.x + track.width * 0.4, track.y + 16);
  await person.click(button(page, 'Split'));
  const state = await storedUntil(page, (now) => expect(layersOf(now)).toHaveLength(4));
  expect(layerIn(state, 'v')).toMatchObject({ endTime: expect.closeTo(4, 0) });
  expect(person.clicks).toBeLessThanOrEqual(2);
  // A ripple delete also removes the cues of the deleted part.
  const saidIs = (words: string[]) =>
    storedUntil(page, (now) => expect(layerIn(now, 'said')).toMatchObject({ cues: words.map((text) => ({ text })) }));
  await page.keyboard.press('Shift+Delete');
  await saidIs(['first']);
  await page.keyboard.press('Control+z');
  await saidIs(['first', 'later']);
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(layersOf(now)).toHaveLength(3));
  expect(complaints).toEqual([]);
});

it('a story of three scenes with texts and a transition takes twelve clicks', async () => {
  const { page } = await site.open();
  await openStudio(page);
  const person = personAt(page);
  const names = ['lake.jpg', 'forest.jpg', 'portrait.jpg'];
  const files = await Promise.all(names.map((name) => mediaFile(name, 'image/jpeg')));
  await person.choose(button(page, /^Upload/), ...files);
  await sceneButton(page, 2).waitFor();
  for (const [i, words] of ['One day', 'in the wood', 'we met'].entries()) {
    if (i > 0) await person.click(sceneButton(page, i));
    await person.click(control(page, 'Text'));
    await person.write(words);
  }
  await person.click(button(page, /^Transition/));
  const choices = page.getByRole('dialog', { name: 'Transition' });
  await person.click(choices.getByRole('radio', { name: 'Crossfade' }));
  await person.click(choices.getByRole('button', { name: 'Close' }));
  await storedUntil(page, ({ scenes }) => {
    expect(scenes.map(({ layers }) => layers.map((layer) => ('text' in layer ? layer.text : layer.type)))).toEqual([
      ['One day', 'image'],
      ['in the wood', 'image'],
      ['we met', 'image'],
    ]);
    expect(scenes.some(({ transition }) => transition)).toBe(true);
  });
  // Other tests render what is sent.
  await page.route('**/videos/createVideo', () => {});
  const asked = page.waitForRequest('**/videos/createVideo');
  await person.click(doneButton(page));
  await asked;
  expect(person.clicks).toBeLessThanOrEqual(12);
});

it('a meme with a top and a bottom line takes six clicks, including the file and DONE', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page);
  const person = personAt(page);
  await person.choose(button(page, /^Upload/), await mediaFile('lake.jpg', 'image/jpeg'));
  await person.click(button(page, 'Meme'));
  await person.write('When it runs');
  await person.doubleClick([50, 90]);
  await storedUntil(page, ({ selectedLayerId, scenes }) =>
    expect(scenes[0]?.layers.findIndex(({ id }) => id === selectedLayerId)).toBe(1),
  );
  await person.write('at the first attempt');
  await storedUntil(page, (state) =>
    expect(layersOf(state)).toMatchObject([
      { text: 'When it runs', fontFamily: 'Impact', verticalAlign: 'top' },
      { text: 'at the first attempt', fontFamily: 'Impact', verticalAlign: 'bottom' },
      { type: 'image' },
    ]),
  );
  // Other tests render what is sent.
  await page.route('**/videos/createVideo', () => {});
  const asked = page.waitForRequest('**/videos/createVideo');
  await person.click(doneButton(page));
  await asked;
  expect(person.clicks).toBeLessThanOrEqual(6);
  expect(complaints).toEqual([]);
});
