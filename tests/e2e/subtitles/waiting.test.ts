import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TRANSCRIPTION_POLL_MS } from '../../../api/contract/transcription.ts';
import { DRAFTS_KEY } from '../../../ui/client/drafts/storedDrafts.ts';
import { dropFiles } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

const heard = [{ id: 'a', text: 'Said by the video', startTime: 1, endTime: 2 }];
const answer = (done: boolean, subtitles: readonly object[] = [], speech = 0.42) => {
  const progress = { downloaded: true, extracted: true, conformed: true, speech, done };
  return { success: true, response: { done, subtitles, progress } };
};

/** Starts transcriptions and answers their status requests. */
async function answering(page: Page) {
  const told = { answer: {}, ended: 0, waiting: 0 };
  await page.route('**/api/v1/transcriptions', (route) =>
    route.fulfill({ status: 201, json: { success: true, transcriptionId: 'one' } }),
  );
  await page.route('**/api/v1/transcriptions/one', async (route) => {
    if (route.request().method() === 'DELETE') {
      told.ended += 1;
      return route.fulfill({ json: answer(false) });
    }
    told.waiting += 1;
    await route.fulfill({ json: told.answer });
    told.waiting -= 1;
  });
  return told;
}

const texts = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Text of/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
/** The stored transcription of a draft. */
const noted = (page: Page) =>
  page.evaluate((key) => {
    const { settings = {} } = JSON.parse(localStorage.getItem(key) ?? '{}').subtitles ?? {};
    return { id: settings.transcriptionId, isFinished: settings.finishedTranscribingAt !== undefined };
  }, DRAFTS_KEY);
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Advances the page's clock until a condition holds, but not while an answer is pending. */
const untilSo = (page: Page, told: { waiting: number }, isSo: () => Promise<boolean> | boolean) =>
  expect
    .poll(
      async () => {
        if (told.waiting === 0) await page.clock.fastForward(TRANSCRIPTION_POLL_MS / 3);
        return isSo();
      },
      { interval: 100 },
    )
    .toBe(true);

describe('waiting for a transcription', () => {
  it('continues after a reload and on other pages, and adds the subtitles to the right video', async () => {
    const { page } = await site.open();
    await page.clock.install();
    const told = await answering(page);
    const until = (isSo: () => Promise<boolean> | boolean) => untilSo(page, told, isSo);
    const generate = page.getByRole('button', { name: 'Generate subtitles' });
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const says = (words: string) => () => page.getByText(words).first().isVisible();
    const chooseVideo = async () =>
      page
        .getByLabel('Files from this device')
        .first()
        .setInputFiles(await smallVideoFile('mountains.mp4'));
    const open = () => page.getByRole('button', { name: 'Auto-generate' }).click();
    await page.goto('/editor/subtitles');
    await chooseVideo();
    await open();

    told.answer = answer(false);
    await generate.click();
    await until(says('4/4 Transcribing 42%'));
    // The button that replaces a focused one gets the focus.
    expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => told.ended).toBe(1);
    await expect.poll(() => generate.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/editor/subtitles/transcribe');

    // After a reload it continues waiting, and adding the subtitles is one step.
    await generate.click();
    await until(says('4/4 Transcribing 42%'));
    told.answer = answer(true, heard);
    await page.reload();
    await until(() => pathOf(page) === '/editor/subtitles');
    expect(await texts(page)).toEqual(['Said by the video']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => texts(page)).toEqual(['']);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);

    // A user who has moved to another page stays there.
    told.answer = answer(false);
    await open();
    await generate.click();
    await page.getByText('1/4 Downloading ...').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Cutroom' }).first().click();
    await expect.poll(() => pathOf(page)).toBe('/');
    told.answer = answer(true, heard);
    await until(says('1 subtitle added.'));
    expect(pathOf(page)).toBe('/');
    await page.goBack();
    await expect.poll(() => texts(page)).toEqual(['Said by the video']);

    // A transcription of a removed video is canceled. A new start clears the end time of the previous one.
    const isNoted = (isFinished: boolean) => async () => {
      const note = await noted(page);
      return note.id === 'one' && note.isFinished === isFinished;
    };
    await until(isNoted(true));
    const ended = told.ended;
    told.answer = answer(false);
    await open();
    await generate.click();
    await page.getByText('1/4 Downloading ...').first().waitFor();
    await page.keyboard.press('Escape');
    await until(isNoted(false));
    await chooseVideo();
    await until(() => told.ended === ended + 1);
    expect(await texts(page)).toEqual(['Said by the video']);
  });

  it('continues after a reload of the Studio, in the time of the project; a dropped file is added as one step', async () => {
    const { page, complaints } = await site.open();
    await page.clock.install();
    const told = await answering(page);
    const video = {
      id: 'v',
      type: 'video' as const,
      url: '/samples/media/numbers.mp4',
      duration: 10,
      isReversed: true,
    };
    const layers = [{ ...video, width: 640, height: 360 }];
    const scenes = [
      { id: 's', layers },
      { id: 'other', duration: 1 },
    ];
    await openStudio(page, { projectId: 'heard', scenes } as never, 'subtitles/transcribe');
    told.answer = answer(false);
    await page.getByRole('button', { name: 'Generate subtitles' }).click();
    await untilSo(page, told, () => page.getByText('4/4 Transcribing 42%').first().isVisible());
    told.answer = answer(true, heard);
    await page.reload();
    await untilSo(page, told, () => pathOf(page) === '/studio/editor/subtitles');
    await expect.poll(() => texts(page)).toEqual(['Said by the video']);
    const start = page.getByRole('textbox', { name: 'Start of subtitle 1' });
    expect(await start.inputValue()).toBe('00:01.00');
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await dropFiles(page, [file('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nDropped\n')]);
    const both = [{ text: 'Said by the video' }, { text: 'Dropped', startTime: 1, endTime: 2 }];
    await storedUntil(page, (state) => expect(state.layers?.[0]).toMatchObject({ type: 'subtitles', cues: both }));
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    // Without subtitles there is no panel to report problems of a file.
    await dropFiles(page, [file('b.srt', '1\n00:00:01,000 --> 00:00:00,500\nToo early\n')]);
    await page.getByText('“b.srt” cannot be read. Line 2:').first().waitFor();
    await dropFiles(page, [file('c.srt', '1\n00:00:01,000 --> 00:00:01,500\nAnew\n')]);
    const cues = [{ text: 'Anew', startTime: 1, endTime: 1.5 }];
    await storedUntil(page, (state) => expect(state.layers?.[0]).toMatchObject({ type: 'subtitles', cues }));
    expect(complaints).toEqual([]);
  });
});
