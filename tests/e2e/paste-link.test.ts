import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { samplesDir, violationsOf } from './support/page.ts';
import { openSite } from './support/site.ts';
import { openStudio, storedUntil } from './support/studio.ts';

const site = openSite();

const sample = (name: string) => readFileSync(join(samplesDir, 'media', name));
const field = (page: Page) => page.getByRole('textbox', { name: 'Paste a link' });
/** Pastes a text where the focus is, as the keyboard would. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

it('a link is pasted on the page of a tool, and what it leads to is made into a video', async () => {
  const { website } = site;
  website.file('/clips/mountains.mp4', sample('mountains.mp4'), 'video/mp4');
  const { page, complaints } = await site.open();
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('createVideo')) bodies.push(request.postDataJSON());
  });
  await page.goto('/loop-video');
  await field(page).focus();
  await paste(page, `${website.origin}/clips/mountains.mp4?from=here`);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 60_000 });
  expect(bodies[0]).toMatchObject({
    pastedUrl: `${website.origin}/clips/mountains.mp4`,
    sourceVideo: expect.stringMatching(/^\/api\/v1\/uploads\/\w+\/mountains_\w+\.mp4$/),
  });
  expect(website.asked).toEqual(['/clips/mountains.mp4']);
  expect(complaints).toEqual([]);
});

it('a link that is pasted on the canvas of the Studio becomes a layer, and one that leads nowhere is said', async () => {
  const { website } = site;
  website.file('/lake.jpg', sample('lake.jpg'), 'image/jpeg');
  website.page('/page', `<meta property="og:image" content="/lake.jpg">`);
  const { page } = await site.open({ width: 390 });
  await openStudio(page);
  await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
  await paste(page, ` ${website.origin}/page\n`);
  const { scenes } = await storedUntil(page, (state) => expect(state.scenes[0]?.layers).toHaveLength(1));
  expect(scenes[0]?.layers[0]).toMatchObject({ type: 'image', source: 'pastedLink', width: expect.any(Number) });

  await page.goto('/studio/editor/upload');
  await field(page).fill('not a link');
  await field(page).press('Enter');
  expect(await field(page).inputValue()).toBe('not a link');
  expect(await violationsOf(page)).toEqual([]);
  const dead = `${website.origin}/gone/${'a'.repeat(40)}`;
  await field(page).fill(dead);
  await field(page).press('Enter');
  const sentence = `Sorry, that pasted URL (${dead.slice(0, 50)}...) didn't work. No content found for this URL.`;
  await page.getByText(sentence, { exact: true }).waitFor();

  website.on('/slow', (reply) => void reply.writeHead(200, { 'content-type': 'video/mp4' }).write('...'));
  await page.goto('/studio/editor/upload');
  await field(page).fill(`${website.origin}/slow`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Fetching content...').first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await field(page).waitFor();
  await expect.poll(() => page.getByText(/Sorry, that pasted/).count()).toBe(0);
});
