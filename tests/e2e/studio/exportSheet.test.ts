import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { playThrough } from '../../support/exportLab.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { openStudio } from '../support/studio.ts';
import { boxOf } from '../support/timeline.ts';

const site = openSite();

describe('the export sheet of the Studio', () => {
  const work: ProjectInput = {
    name: 'Three words',
    width: 320,
    height: 320,
    scenes: [{ id: 'one', duration: 2, layers: [{ id: 'a', type: 'text', text: 'Made here' }] }],
  };

  it('creates, shows and saves the file on a phone', async () => {
    const { page: studio, complaints } = await site.open({ width: 390 });
    await openStudio(studio, work, 'export');
    const sheet = studio.getByRole('dialog', { name: 'Export' });
    await sheet.getByRole('definition').getByText('320 × 320').waitFor();
    await expectText(sheet, /MP4.*2 s/);
    await sheet.getByRole('button', { name: 'Create the file' }).click();
    const video = sheet.locator('video');
    await video.waitFor();
    await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(2, 1);
    const [saved] = await Promise.all([
      studio.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Three words.mp4');
    expect(playThrough(await saved.path()).frames).toBe(60);
    expect(await overflowOf(studio)).toBe(0);
    expect(await smallTargetsOf(studio)).toEqual([]);
    expect(await violationsOf(studio)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('continues while it is closed, and can be canceled', async () => {
    const { page: studio } = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const long = { ...work, width: 640, height: 640, scenes: [{ ...work.scenes[0], id: 'one', duration: 60 }] };
    await openStudio(studio, long, 'export');
    const sheet = studio.getByRole('dialog', { name: 'Export' });
    // The form is as wide as the inspector, and reaches down to the window's edge.
    const inspector = await boxOf(studio.getByRole('region', { name: 'Inspector' }));
    const form = await boxOf(sheet);
    expect(form).toMatchObject({ x: inspector.x, y: inspector.y, width: inspector.width });
    expect(form.y + form.height).toBe(studio.viewportSize()?.height);
    await sheet.getByRole('button', { name: 'Create the file' }).click();
    await sheet.getByText(/Drawing frame/).waitFor();
    await studio.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await studio.getByRole('button', { name: 'More export options' }).click();
    await studio.getByRole('button', { name: /Export in this browser/ }).click();
    await sheet.getByText(/Drawing frame/).waitFor();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByRole('button', { name: 'Create the file' }).waitFor();
    await studio.keyboard.press('Escape');
    await studio.getByRole('button', { name: 'More export options' }).click();
    await studio.getByRole('button', { name: /Copy as command/ }).click();
    await studio.getByText(/^Command copied\. Save the project/).waitFor();
    const copied = await studio.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe("npx cutroom render 'Three words/project.json' --out 'Three words.mp4'");
  });
});

async function expectText(place: Locator, pattern: RegExp): Promise<void> {
  await expect.poll(async () => ((await place.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toMatch(pattern);
}
