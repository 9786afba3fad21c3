import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechMessages } from '../../../engine/project/speechMessages.ts';
import { temporaryFolder } from '../../api/support/files.ts';
import { startService, type TestService } from '../../api/support/service.ts';
import { hearsSpeech } from '../../support/speechService.ts';
import { openPage, samplesDir } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

let service: TestService;
let folder: string;
/** Sets the behavior of the fake recognizer. */
const engineThat = (does: 'hears' | 'hangs' | 'fails') => writeFileSync(join(folder, 'does'), does);

beforeAll(async () => {
  folder = await temporaryFolder();
  const program = join(folder, 'pocketsphinx_continuous');
  const ways = 'hangs) sleep 600;; fails) exit 3;; *) exec pocketsphinx_continuous "$@";;';
  writeFileSync(program, `#!/bin/sh\ncase "$(cat ${folder}/does)" in ${ways} esac\n`);
  chmodSync(program, 0o755);
  const { webDir } = site;
  service = await startService({ webDir, samplesDir, workers: 1, speech: { pocketSphinx: program } });
});
afterAll(() => engineThat('fails'));

/** The speech sample with a picture and silence at its end. */
function talk(): string {
  const file = join(folder, 'talk.mp4');
  const picture = ['-f', 'lavfi', '-i', 'color=c=navy:size=320x180:rate=30:duration=10'];
  const sound = ['-i', join(samplesDir, 'media/speech.wav'), '-af', 'apad', '-t', '10'];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...picture, ...sound, '-pix_fmt', 'yuv420p', file]);
  return file;
}

const generate = (page: Page) => page.getByRole('button', { name: 'Generate subtitles' });
const words = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Text of/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value).join(' '));

describe.skipIf(!hearsSpeech)('the speech in a video', () => {
  it('becomes subtitles in four steps; failures are reported, and silences can be cut', async () => {
    const { page } = await openPage(site.browser, service.origin, { reducedMotion: 'reduce' });
    await page.goto('/subtitles');
    await page.getByLabel('Files from this device').setInputFiles(talk());
    await page.getByRole('button', { name: 'Auto-generate' }).click();
    const sheet = page.getByRole('dialog', { name: 'Auto-generate subtitles' });
    const language = sheet.getByRole('combobox', { name: 'Spoken language' });
    await sheet.getByText('Transcribed by PocketSphinx on this server.').waitFor();
    await language.selectOption('de-DE');
    await sheet.getByText('PocketSphinx on this server does not support German (Germany).').waitFor();
    expect(await generate(page).getAttribute('aria-disabled')).toBe('true');
    await language.selectOption('en-US');

    engineThat('hangs');
    await generate(page).click();
    expect(await sheet.getByRole('listitem').allTextContents()).toEqual([
      ...['Downloading', 'Extracting audio', 'Preparing audio', 'Transcribing'],
    ]);
    await sheet.getByText('4/4 Transcribing 0%').waitFor();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await generate(page).waitFor();

    const asks = '**/api/v1/transcriptions';
    await page.route(asks, (route) => route.abort());
    await generate(page).click();
    await page.getByText(speechMessages.notStarted).first().waitFor();
    await page.unroute(asks);

    engineThat('fails');
    await generate(page).click();
    await page.getByText(speechMessages.failed).first().waitFor();

    engineThat('hears');
    await generate(page).click();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/subtitles');
    expect((await words(page)).replace(/\s+/g, ' ')).toContain('make something that people want to watch');

    await page.getByRole('button', { name: 'Silences' }).click();
    const silences = page.getByRole('group', { name: 'Remove silences' });
    const shortest = silences.getByRole('textbox', { name: 'Shortest silence' });
    await shortest.fill('0');
    await silences.getByText('“Shortest silence” must be a number from 0.1 to 60.').waitFor();
    await shortest.fill('1');
    await silences.getByRole('button', { name: 'Remove silences' }).click();
    await page.getByText(/\d subtitles, [23](\.\d+)? s cut/).waitFor();
    await expect
      .poll(async () => Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('max')))
      .toBeLessThan(8);
    await silences.getByRole('button', { name: 'Restore all cuts' }).click();
    await page.getByText(/^\d subtitles$/).waitFor();
  });
});
