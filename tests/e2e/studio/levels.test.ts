import { expect, it } from 'vitest';
import { toneWav } from '../../support/toneWav.ts';
import { dropFiles } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const { open } = openSite();

it('shows the level of the audio while the video plays, and silence while it does not', async () => {
  const { page, complaints } = await open();
  await openStudio(page, { scenes: [{ id: 's', duration: 30, layers: [{ id: 't', type: 'text', text: 'Tone' }] }] });
  await dropFiles(page, [{ name: 'tone.wav', mimeType: 'audio/wav', buffer: toneWav([0.5], 20) }]);
  await storedUntil(page, ({ scenes }) => expect(scenes[0]?.layers.some(({ type }) => type === 'audio')).toBe(true));
  const meter = page.getByRole('meter', { name: 'Audio level' });
  const level = async () => Number(await meter.getAttribute('aria-valuenow'));
  await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Play' }).click();
  await expect.poll(level).toBe(-6);
  expect(await meter.getAttribute('aria-valuetext')).toMatch(/^-?\d+ dB$/);
  await page.keyboard.press('Space');
  await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe('Silence');
  expect(complaints).toEqual([]);
});
