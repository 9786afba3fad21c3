import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { plain, quarters } from '../../support/colors.ts';
import { type DroppedFile, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

const four = quarters('red', 'green', 'blue', 'yellow');

const box = async (element: Locator) => {
  await element.scrollIntoViewIfNeeded();
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};
interface Point {
  x: number;
  y: number;
}
/** Moves one or two fingers. */
const touch = async (page: Page, ...fingers: { from: Point; by: Point }[]) => {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        share === undefined
          ? []
          : fingers.map(({ from, by }, id) => ({ x: from.x + share * by.x, y: from.y + share * by.y, id })),
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 6; step += 1) await send('touchMove', step / 6);
  await send('touchEnd');
  await session.detach();
};
const drag = (page: Page, from: Point, by: Point) => touch(page, { from, by });
const textbox = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true });

interface Row {
  route: string;
  files: readonly DroppedFile[];
  /** Actions of the user on the panel. */
  work: (page: Page) => Promise<void>;
  /** Fields of the request that the work produces. */
  body: object;
}

/** A clip of an uploaded file. */
const fileNamed = (name: string) => ({ url: expect.stringContaining(`/${name}_`) });

const rows: Record<string, Row> = {
  filter: {
    route: '/filter-video',
    files: [four],
    async work(page) {
      await page.getByRole('radio', { name: 'Mono' }).check();
      const vignette = page.getByRole('slider', { name: 'Vignette' });
      for (let press = 0; press < 10; press += 1) await vignette.press('PageUp');
      await page.getByRole('slider', { name: 'Contrast' }).press('PageUp');
      await page.getByRole('button', { name: 'Reset contrast' }).click();
      await expect.poll(() => page.locator('canvas[data-preset][data-painted]').count()).toBe(10);
    },
    body: { isFiltered: true, filterName: 'Mono', contrast: 100, vignette: 100 },
  },
  resize: {
    route: '/resize-video',
    files: [four],
    async work(page) {
      const frame = page.getByRole('application', { name: 'Image in its frame' });
      const { x, y, width, height } = await box(frame);
      // Near the lower edge, where it snaps, with a sixth of the frame free below it.
      await drag(page, { x: x + width / 2, y: y + height / 2 }, { x: 3, y: height / 6 - 2 });
      await page.getByText('16.7% down, zoom 100%').waitFor({ state: 'attached' });
      // A two-finger pinch enlarges it in one undo step.
      const from = { x: x + width / 2, y: y + height / 2 };
      await touch(
        page,
        { from: { ...from, x: from.x - 40 }, by: { x: -40, y: 0 } },
        { from: { ...from, x: from.x + 40 }, by: { x: 40, y: 0 } },
      );
      await page.getByRole('button', { name: 'Undo' }).tap();
      await page.getByText('16.7% down, zoom 100%').waitFor({ state: 'attached' });
      await frame.press('ArrowLeft');
      await frame.press('ArrowRight');
    },
    body: { videoResized: true, resizeZoom: 100, resizeXPos: 0, resizeYPos: 16.7 },
  },
  meme: {
    route: '/meme-maker',
    files: [four],
    async work(page) {
      const top = textbox(page, 'Top text on the image');
      await top.fill('');
      await top.pressSequentially('███████');
      expect(await textbox(page, 'Top text').inputValue()).toBe('███████');
      await textbox(page, 'Bottom text on the image').fill('x');
      await textbox(page, 'Bottom text on the image').fill('');
      expect(await textbox(page, 'Bottom text on the image').count()).toBe(1);
    },
    body: { isMeme: true, topText: '███████', bottomText: '' },
  },
  'text video': {
    route: '/text-video',
    files: [],
    async work(page) {
      await textbox(page, 'Length').fill('1');
      await page.getByRole('radio', { name: 'Fade' }).check();
      await textbox(page, 'Text on the image').fill('');
      await page.getByRole('button', { name: 'Add text' }).click();
      const text = textbox(page, 'Text “New text” on the image');
      await text.fill('████');
      const field = textbox(page, 'Text “████” on the image');
      await field.press('Escape');
      await textbox(page, 'Text size').fill('60');
      // Below the header, which stays at the top.
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      const sheet = await box(page.getByRole('img', { name: 'Preview' }));
      const at = await box(field);
      await drag(page, { x: at.x + 20, y: at.y + 10 }, { x: 0, y: 0.6 * sheet.height });
      await field.focus();
      for (let press = 0; press < 5; press += 1) await field.press('Alt+ArrowDown');
    },
    body: {
      isTextVideo: true,
      textDuration: 1,
      animationText: '',
      // From the first line at 10 %, moved down by 60 % and 5 %.
      textObjects: [{ text: '████', xPos: 10, yPos: 75, fontSize: 60 }],
    },
  },
  slideshow: {
    route: '/slideshow',
    files: [plain('red')],
    async work(page) {
      const clips = page.getByRole('region', { name: 'Clips' });
      // Removing the last one can be undone.
      await clips.getByRole('button', { name: /red/ }).click();
      await clips.getByRole('button', { name: 'Remove red.png' }).click();
      await page.getByText(messages.clipsMissing).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      // Files chosen while others are being read are added to them.
      const more = clips.getByLabel('Files from this device');
      await more.setInputFiles(plain('green'));
      await more.setInputFiles(plain('blue'));
      await clips.getByText('3 clips').waitFor();
      const open = (name: string) => clips.getByRole('button', { name: new RegExp(`\\d\\. ${name}`) });
      const order = () => clips.getByRole('listitem').allInnerTexts();
      await textbox(page, 'Image length').fill('0.5');
      await page.getByRole('radio', { name: 'Cut' }).check();
      // By keyboard: blue moves to the front.
      await open('blue').press('Alt+ArrowUp');
      await open('blue').press('Alt+ArrowUp');
      await page.getByText('blue.png is now at position 1 of 3.').waitFor({ state: 'attached' });
      // By touch, which elsewhere scrolls the page: red moves to the end.
      const grips = clips.getByTitle('Drag to reorder');
      const [from, to] = [await box(grips.nth(1)), await box(grips.nth(2))];
      await drag(page, { x: from.x + from.width / 2, y: from.y + 20 }, { x: 0, y: to.y - from.y + 20 });
      // Immediately: otherwise the browser would treat the drag as a fling, and this tap as its end.
      await open('green').tap();
      await expect
        .poll(async () => (await order()).map((text) => /\w+\.png/.exec(text)?.[0]))
        .toEqual(['blue.png', 'green.png', 'red.png']);
      await clips.getByRole('button', { name: 'Duplicate green.png' }).click();
      await clips.getByRole('button', { name: 'Remove green.png' }).click();
      await open('green').click();
      await clips.getByRole('spinbutton', { name: 'Seconds visible' }).fill('1');
      await clips.getByRole('spinbutton', { name: 'Seconds visible' }).press('Enter');
      await clips.getByText('2 s in total').waitFor();
    },
    body: {
      ...{ isSlideshow: true, clipDuration: 0.5, transition: 'cut' },
      clips: [fileNamed('blue'), { ...fileNamed('green'), duration: 1 }, fileNamed('red')],
    },
  },
};

it('a tool used by touch on a phone in dark mode sends what was done', async () => {
  const { page, complaints } = await site.open({ width: 390, colorScheme: 'dark' });
  // The request is not answered: other tests render what bodies describe.
  await page.route('**/createVideo', () => {});
  for (const [name, { route, files, work, body }] of Object.entries(rows)) {
    await page.goto(route);
    if (name === 'slideshow') await page.getByText(messages.clipsMissing).waitFor();
    if (files.length > 0) await page.getByLabel('Files from this device').setInputFiles([...files]);
    await page.getByRole('button', { name: 'Create' }).waitFor();
    await work(page);
    expect(await violationsOf(page, undefined, 'main'), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
    const sent = page.waitForRequest('**/createVideo');
    await page.getByRole('button', { name: 'Create' }).click();
    expect((await sent).postDataJSON(), name).toMatchObject(body);
    expect(complaints, name).toEqual([]);
  }
});
