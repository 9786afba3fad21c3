import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screens as all, screenAt, screenOf } from '../../../ui/app/screens.ts';
import {
  cutFieldsOf,
  jumpsOf,
  mediaFile,
  overflowOf,
  smallTargetsOf,
  tabTo,
  violationsOf,
  type WatchedPage,
} from '../support/page.ts';
import { footerControls, resultPicture, selection, waiting } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

/** Two scenes with a layer of every type, and audio. */
const everything = {
  projectId: 'everything',
  name: 'Everything',
  audio: { id: 'music', url: '/samples/media/music.mp3', duration: 20 },
  scenes: [
    {
      id: 'one',
      duration: 3,
      layers: [
        { id: 'words', type: 'text' as const, text: 'Hello', color: '#5969e2' },
        { id: 'box', type: 'shape' as const, shapeType: 'rectangle' as const, background: '#aabbcc' },
        { id: 'arrow', type: 'shape' as const, shapeType: 'arrow' as const },
        { id: 'line', type: 'shape' as const, shapeType: 'line' as const },
        { id: 'room', type: 'placeholder' as const },
        { id: 'sound', type: 'audio' as const, url: '/samples/media/speech.wav', duration: 2 },
        {
          id: 'video',
          type: 'video' as const,
          url: '/samples/media/numbers.mp4',
          width: 640,
          height: 360,
          duration: 2,
        },
        { id: 'photo', type: 'image' as const, url: '/samples/media/lake.jpg', width: 1600, height: 1067 },
      ],
    },
    { id: 'two', duration: 3, layers: [] },
  ],
};

/** Every screen: its route, and the selected layer. */
const screens: [route: string, selected?: string][] = [
  [''],
  ['layer/words', 'words'],
  ['layer/box', 'box'],
  ['layer/arrow', 'arrow'],
  ['layer/line', 'line'],
  ['layer/room', 'room'],
  ['layer/video', 'video'],
  ['layer/photo', 'photo'],
  ['layer/sound', 'sound'],
  ['text', 'words'],
  ['background'],
  ['background/color'],
  ['colors', 'box'],
  ['outline-colors', 'box'],
  ['text-background', 'words'],
  ['text-style', 'words'],
  ['fonts', 'words'],
  ['search'],
  ['media'],
  ['layers'],
  ['scenes'],
  ['more-options'],
  ['settings'],
  ['shape'],
  ['size'],
  ['upload'],
  ['drag-upload'],
  ['replace', 'photo'],
  ['projects'],
  ['templates'],
  ['many-rows'],
  ['shortcuts'],
  ['timeline', 'video'],
  ['trimmer', 'video'],
  ['animate', 'words'],
  ['audio'],
  ['audio-trimmer'],
  ['output'],
  ['time', 'words'],
  ['arrange', 'box'],
  ['inspector', 'box'],
  ['markers'],
  ['voice-over'],
  ['subtitles'],
  ['subtitles/transcribe'],
  ['speed', 'video'],
  ['filters', 'video'],
  ['picture-style', 'photo'],
  ['chroma-key', 'photo'],
  ['crop', 'photo'],
  ['in-and-out', 'words'],
  ['keyframes', 'words'],
  ['volume', 'video'],
  ['motion', 'photo'],
  ['transition'],
  ['export'],
  ['many-files'],
  ['inspector', 'words'],
];

/** Right edge of the last control of the footer once it is scrolled into view, CSS pixels; 0 without a footer. */
async function lastControlEnds(page: Page): Promise<number> {
  const last = footerControls(page).last();
  if ((await last.count()) === 0 || (await page.getByRole('dialog').count()) > 0) return 0;
  await last.scrollIntoViewIfNeeded();
  const { x = 999, width = 0 } = (await last.boundingBox()) ?? {};
  return x + width;
}

const idOf = (route: string) => screenAt(`/studio/editor/${route}`)?.screen ?? '';

/** The first screen of each kind is loaded by URL, the others by navigation. CUTROOM_LONG=1 loads all. */
const kinds = ['footer', 'work', 'sheet'] as const;
/** The part of the page that a screen of a kind fills. */
const parts = { footer: 'footer', work: 'main', sheet: 'dialog' };
const screensOf = (kind: (typeof kinds)[number]) => screens.filter(([route]) => screenOf(idOf(route)).kind === kind);
const loaded = process.env.CUTROOM_LONG
  ? screens.map(([route]) => route)
  : kinds.flatMap((kind) => screensOf(kind)[0]?.[0] ?? []);

/** Opens a screen, optionally with a selected layer. @returns the time of navigation by the page's clock. */
async function show(page: Page, route: string, selected?: string): Promise<number> {
  if (loaded.includes(route)) {
    await page.goto(`/studio/editor${route && `/${route}`}${selected ? `?selected=${selected}` : ''}`);
    return 0;
  }
  const at = await visit(page, selected ? `layer/${selected}` : '');
  await expect.poll(() => selection(page).count()).toBe(selected && selected !== 'sound' ? 1 : 0);
  return route === `layer/${selected}` ? at : visit(page, route);
}

/**
 * Window widths, starting with a phone, where space is tightest. Each has one page for all screens. CUTROOM_LONG=1 adds
 * a desktop.
 */
const widths = process.env.CUTROOM_LONG ? [390, 1440] : [390];
let pages: WatchedPage[] = [];

describe('every screen of the Studio', () => {
  beforeAll(async () => {
    pages = await Promise.all(widths.map((width) => site.open({ width })));
    for (const { page } of pages) {
      await page.addInitScript((project) => {
        const selectedLayerId = new URL(location.href).searchParams.get('selected');
        localStorage.setItem('state', JSON.stringify({ ...project, showCanvas: true, selectedLayerId }));
        // A sheet appears when its content is ready or after a delay. A long delay makes that independent of a busy
        // machine.
        const patient = new CSSStyleSheet();
        patient.replaceSync('dialog:has([aria-busy=true]) { animation-delay: 60s }');
        document.adoptedStyleSheets.push(patient);
      }, everything as object);
    }
  });
  afterAll(() => Promise.all(pages.map(({ page }) => page.context().close())));

  it.each([
    ['below the canvas', 'footer'],
    ['instead of the canvas', 'work'],
    ['in a sheet, which Escape closes,', 'sheet'],
  ] as const)('%s is accessible in dark and light, does not shift, and fits a phone', async (_, kind) => {
    const listed = new Set(screensOf(kind).map(([route]) => idOf(route)));
    expect([...listed].sort()).toEqual(
      (Object.keys(all) as (keyof typeof all)[]).filter((id) => screenOf(id).kind === kind).sort(),
    );
    const check = async ({ page, complaints }: WatchedPage) => {
      complaints.length = 0;
      const isWide = (page.viewportSize()?.width ?? 0) > 768;
      for (const [index, [route, selected]] of screensOf(kind).entries()) {
        // Screens of a kind are alike except for their content, and both themes have the colors of the tokens, whose
        // contrast `tests/e2e/pages/design.test.ts` checks.
        const within = index > 0 ? parts[kind] : undefined;
        const [theme, other] = index % 2 === 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
        // Opens the tab next to the canvas instead.
        if (route === 'media' && isWide) continue;
        await page.emulateMedia({ colorScheme: theme });
        const since = await show(page, route, selected);
        await page.locator('aside canvas, main canvas').first().waitFor();
        await expect.poll(() => waiting(page).count()).toBe(0);
        expect(new URL(page.url()).pathname).toBe(`/studio/editor${route && `/${route}`}`);
        expect(await violationsOf(page, undefined, within), route).toEqual([]);
        expect(await overflowOf(page), route).toBe(0);
        expect(await cutFieldsOf(page), route).toEqual([]);
        expect(await jumpsOf(page, since), route).toBeLessThan(0.05);
        if (kind === 'sheet') {
          expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null), route).toBe(true);
        }
        if (page === pages[0]?.page) {
          expect(await smallTargetsOf(page), route).toEqual([]);
          expect(await lastControlEnds(page), route).toBeLessThanOrEqual(390);
        }
        if (process.env.CUTROOM_LONG || index === 0) {
          await page.emulateMedia({ colorScheme: other });
          expect(await violationsOf(page, ['color-contrast'], within), route).toEqual([]);
        }
        if (kind === 'sheet') {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
        expect(complaints, route).toEqual([]);
      }
    };
    await Promise.all(pages.map(check));
  });

  it('fits its content as a sheet even if that loads late, and the upload area does not shift', async () => {
    const { page } = await site.open({ width: 390 });
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => undefined);
    });
    await openStudio(page, undefined, 'upload');
    await page.getByRole('button', { name: 'Click to upload' }).waitFor();
    expect(await jumpsOf(page)).toBeLessThan(0.02);
    // A sheet that appeared before its content ends up no higher than the content.
    const below = () =>
      page.getByRole('dialog').evaluate((sheet) => {
        const ends = [...sheet.querySelectorAll('p, span, button')].map(
          (element) => element.getBoundingClientRect().bottom,
        );
        return innerHeight - Math.max(...ends);
      });
    expect(await below()).toBeLessThan(80);
    await page.goto('/studio/editor/templates');
    await page.getByText(/^Add fields for the parts that change/).waitFor();
    await expect.poll(below).toBeLessThan(80);
  });

  it('is accessible as the start screen and as an empty editor too', async () => {
    for (const width of widths) {
      const { page } = await site.open({ width });
      await openStudio(page);
      await page.getByRole('heading', { name: 'Create something' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
      await page.getByRole('button', { name: 'Layers', exact: true }).click();
      await page.getByText('No layers to show. Add a layer to your media to get started!').waitFor();
      expect(await violationsOf(page)).toEqual([]);
    }
  });
});

describe('the keyboard only', () => {
  it('is enough to create and submit a scene with a text, a shape and an image', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page);
    const press = async (name: string | RegExp, within = page.locator('body')) => {
      const button = within.getByRole('button', { name, exact: typeof name === 'string' }).first();
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    };
    await press(/^Start with a blank canvas/);
    await press('Text');
    await page.getByRole('textbox', { name: 'Text of the layer' }).waitFor();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/layer\//);
    await press('Back');
    await press('Shapes');
    await press('Ellipse');
    await page.waitForURL(/\/layer\//);
    await page.keyboard.press('Shift+ArrowRight');
    await press('Back');
    await press('Upload');
    const chooser = page.waitForEvent('filechooser');
    await press('Click to upload', page.getByRole('dialog'));
    await (await chooser).setFiles(await mediaFile('lake.jpg', 'image/jpeg'));
    await page.waitForURL(/\/layer\//);
    const state = await storedUntil(page, (kept) => expect(layersOf(kept)).toHaveLength(3));
    expect(layersOf(state).map(({ type }) => type)).toEqual(['image', 'shape', 'text']);
    expect(layersOf(state)[2]).toMatchObject({ text: 'By hand' });
    await press('DONE');
    await page.waitForURL(/\/videos\/[\w-]+$/);
    await resultPicture(page).waitFor();
    expect(complaints).toEqual([]);
  });
});
