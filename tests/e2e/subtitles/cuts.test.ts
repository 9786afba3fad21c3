import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { decodeFrame } from '../../support/decode.ts';
import { dropFiles, violationsOf } from '../support/page.ts';
import { footer, resultVideo } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { smallVideo, smallVideoFile } from '../support/smallVideo.ts';
import { swipe } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';
import { boxOf } from '../support/timeline.ts';

const site = openSite();

const text = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Text of subtitle ${number}`, exact: true });
const startOf = (page: Page, number: number) => page.getByRole('textbox', { name: `Start of subtitle ${number}` });
const time = (page: Page) => page.getByRole('slider', { name: 'Time' });
const shownAt = async (page: Page) => Number(await time(page).inputValue());
const three = [
  '1\n00:00:00,500 --> 00:00:01,500\nOne two three\n',
  '2\n00:00:02,000 --> 00:00:03,500\nThis is struck out\n',
  '3\n00:00:04,000 --> 00:00:05,200\nThe last words\n',
].join('\n');
const srt = { name: 'a.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(three) };

/** The source frame at a moment of the result, and the fraction of the subtitle area that differs from it. */
function seen(file: string, t: number): { frame: number; share: number } {
  const made = decodeFrame(file, t, 640, 360);
  const frame = frameNumberOf(made, 640);
  const own = decodeFrame(smallVideo('numbers.mp4'), (frame + 0.5) / 30, 640, 360);
  let changed = 0;
  for (let y = 300; y < 340; y += 2)
    for (let x = 240; x < 400; x += 2) {
      const at = 4 * (640 * y + x);
      if (Math.abs((made[at] ?? 0) - (own[at] ?? 0)) > 24) changed += 1;
    }
  return { frame, share: changed / (20 * 80) };
}

const download = async (page: Page, click: () => Promise<unknown>) => {
  const [saved] = await Promise.all([page.waitForEvent('download'), click()]);
  return saved.path();
};

describe('struck-out subtitles', () => {
  it('are cut from the video, and the others stay at their frames', async () => {
    const { page, complaints } = await site.open();
    await page.goto('/subtitles');
    await page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('numbers.mp4'));
    await page.getByText('0 subtitles').waitFor();
    await dropFiles(page, [srt]);
    await page.getByText('3 subtitles', { exact: true }).waitFor();
    // Single words, by their characters; then restored.
    await text(page, 1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 6));
    await page.getByRole('button', { name: 'Strike out subtitle 1' }).click();
    await page.getByText('Cut: two').waitFor();
    await page.getByText('3 subtitles, 0.27 s cut').waitFor();
    await page.getByRole('button', { name: 'Restore subtitle 1 in the video' }).click();
    await page.getByText('3 subtitles', { exact: true }).waitFor();
    // The current frame stays when an earlier part is cut.
    await text(page, 3).focus();
    await expect.poll(() => shownAt(page)).toBeCloseTo(4, 1);
    await page.getByRole('button', { name: 'Strike out subtitle 2' }).click();
    await page.getByText('3 subtitles, 1.5 s cut').waitFor();
    await expect.poll(() => shownAt(page)).toBeCloseTo(2.5, 1);
    expect(await text(page, 2).evaluate((field) => getComputedStyle(field).textDecorationLine)).toBe('line-through');
    expect(await violationsOf(page)).toEqual([]);
    // Times taken from the player, and times sought, are seconds of the source.
    await time(page).fill('2.2');
    await page.getByRole('button', { name: 'Start subtitle 3 at the current time' }).click();
    expect(await startOf(page, 3).inputValue()).toBe('00:03.70');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Subtitle 3 over time: The last words' }).click();
    await expect.poll(() => shownAt(page)).toBeCloseTo(2.5, 1);
    await page.getByRole('listitem', { name: 'Subtitle 3' }).and(page.locator('[aria-current=true]')).waitFor();
    const head = await boxOf(page.getByTestId('cue-playhead'));
    const block = await boxOf(page.getByRole('slider', { name: 'Subtitle 3: start' }));
    expect(head.middle.x).toBeCloseTo(block.middle.x, -1);
    const saved = async (format: string) => {
      const click = async () => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('button', { name: format }).click();
      };
      return readFileSync(await download(page, click), 'utf8');
    };
    expect(await saved('WebVTT (.vtt)')).toBe(
      'WEBVTT\n\n1\n00:00:00.500 --> 00:00:01.500\nOne two three\n\n2\n00:00:02.500 --> 00:00:03.700\nThe last words\n',
    );
    expect(await saved('Plain text (.txt)')).toBe('One two three\nThe last words\n');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await resultVideo(page).waitFor();
    await expect
      .poll(() => resultVideo(page).evaluate((video: HTMLVideoElement) => video.duration))
      .toBeCloseTo(8.5, 1);
    const file = await download(page, () => page.getByRole('link', { name: 'Download' }).click());
    const half = 1 / 60;
    const frames = [0.5, 2 - half, 2, 2.5 - half, 2.5, 3.7 - half, 3.7].map((t) => seen(file, t + half / 4));
    expect(frames.map(({ frame }) => frame)).toEqual([15, 59, 105, 119, 120, 155, 156]);
    expect(frames.map(({ share }) => share > 0.2)).toEqual([true, false, false, false, true, true, false]);
    await page.getByRole('link', { name: 'Edit again' }).click();
    await page.getByRole('button', { name: 'Restore subtitle 2 in the video' }).click();
    await page.getByText('3 subtitles', { exact: true }).waitFor();
    await expect.poll(() => time(page).getAttribute('max')).toBe('10');
    // In the Studio they are a layer that can be edited as before.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Open in Studio' }).click();
    await page.waitForURL('**/studio/editor**');
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ type: 'subtitles' }));
    await page.goto('/studio/editor/subtitles');
    await text(page, 2).fill('Written in the Studio');
    const cues = ['One two three', 'Written in the Studio', 'The last words'].map((words) => ({ text: words }));
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ type: 'subtitles', cues }));
    expect(complaints).toEqual([]);
  });
});

describe('the edges on the time track', () => {
  it('can be moved by touch, and are restored by Escape', async () => {
    const { page, complaints } = await site.open({ width: 390 });
    await page.goto('/subtitles');
    await page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('numbers.mp4'));
    await page.getByText('0 subtitles').waitFor();
    await page.getByLabel('Subtitle files').setInputFiles(srt);
    await page.getByText('3 subtitles', { exact: true }).waitFor();
    const end = page.getByRole('slider', { name: 'Subtitle 1: end' });
    await end.scrollIntoViewIfNeeded();
    const { middle } = await boxOf(end);
    await swipe(
      page,
      [0, 4, 8, 12, 16].map((by) => ({ x: middle.x + by, y: middle.y })),
    );
    // Eighty pixels are one second.
    expect(await end.getAttribute('aria-valuenow')).toBe('1.7');
    const { middle: from } = await boxOf(end);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 30, from.y, { steps: 3 });
    expect(Number(await end.getAttribute('aria-valuenow'))).toBeLessThan(1.5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await end.getAttribute('aria-valuenow')).toBe('1.7');
    expect(complaints).toEqual([]);
  });
});

describe('the subtitles panel of the Studio', () => {
  it('edits next to the canvas, with one undo step each, and shows blocks on the timeline', async () => {
    const { page, complaints } = await site.open();
    // Simulates a busy browser that reports several intersection changes at once, the oldest first.
    await page.addInitScript(() => {
      const before = { isIntersecting: false } as IntersectionObserverEntry;
      globalThis.IntersectionObserver = class extends IntersectionObserver {
        constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          super((entries, observer) => tell([before, ...entries], observer), options);
        }
      };
    });
    const video = { id: 'v', type: 'video' as const, url: '/samples/media/numbers.mp4', duration: 10 };
    const scene = { id: 's', duration: 10, layers: [{ ...video, width: 640, height: 360 }] };
    await openStudio(page, { projectId: 'subtitled', scenes: [scene] } as never);
    await footer(page).getByRole('button', { name: 'Subtitles' }).click();
    await page.waitForURL('**/studio/editor/subtitles');
    await page.getByRole('button', { name: 'Write subtitles' }).click();
    await text(page, 1).fill('Said in the Studio');
    await page.getByLabel('Subtitle files').setInputFiles(srt);
    await page.getByText('4 subtitles').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await text(page, 2).press('Control+d');
    await page.getByText('5 subtitles').waitFor();
    // Otherwise the wait below could match the state from before the copy.
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ cues: Array(5).fill({}) }));
    await page.keyboard.press('Control+z');
    await page.getByText('4 subtitles').waitFor();
    const written = ['Said in the Studio', 'One two three', 'This is struck out', 'The last words'];
    await storedUntil(page, (state) =>
      expect(layersOf(state)[0]).toMatchObject({ type: 'subtitles', cues: written.map((words) => ({ text: words })) }),
    );
    await page.getByRole('button', { name: 'Auto-generate' }).click();
    await page.waitForURL('**/studio/editor/subtitles/transcribe');
    await page.getByText('into subtitles').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/studio/editor/subtitles');
    await page.goto('/studio/editor/timeline');
    const strip = page.getByRole('button', { name: /^Subtitles/ }).locator('canvas');
    const painted = () => strip.evaluateAll((pieces) => pieces.map((piece) => piece.dataset.cues));
    await expect.poll(painted, { timeout: 60_000 }).toContain('4');
    expect(complaints).toEqual([]);
  });
});
