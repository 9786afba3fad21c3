import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { launchChromium } from '../../support/chromium.ts';
import { toneWav } from '../../support/toneWav.ts';
import { control, press } from '../support/footer.ts';
import { dropFiles, openPage, violationsOf } from '../support/page.ts';
import { canvasOf, fileInput, layerButton, seeker } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil, layerIn, place, routeIs } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

/** Arguments of a Chromium with a fake microphone that beeps, allowed on every page. */
const withMicrophone = [
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** A text from 1 to 2 s in a scene of 4 s. */
const project: ProjectInput = {
  scenes: [
    {
      id: 'a',
      duration: 4,
      background: '#ffffff',
      layers: [
        { id: 't', type: 'text', text: 'Words', color: '#000000', from: 1, to: 2, position: place(10, 10, 80, 30) },
      ],
    },
  ],
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const wav = { name: 'tone.wav', mimeType: 'audio/wav', buffer: toneWav([0.5, 0.5, 0.5], 1) };

it('a dropped audio file becomes a layer with its panels, and a timed text is found and gets a background', async () => {
  const { page, complaints } = await site.open();
  await openStudio(page, project);
  await dropFiles(page, [wav]);
  await page.getByRole('heading', { name: 'Audio', exact: true }).waitFor();
  const { scenes, audio } = await storedUntil(page, (state) => expect(layersOf(state)[0]?.type).toBe('audio'));
  expect([audio, scenes[0]?.layers[0]]).toMatchObject([null, { type: 'audio', duration: expect.closeTo(3, 1) }]);
  await press(page, 'Trim');
  await routeIs(page, 'trimmer');
  await page.getByRole('slider', { name: 'Trim audio: start' }).press('PageUp');
  await button(page, 'Trim audio').click();
  await control(page, 'Trimmed: 2 s').waitFor();
  await page.getByRole('tab', { name: 'Time', exact: true }).click();
  await field(page, 'Starts at').fill('3.5');
  await field(page, 'Starts at').press('Enter');
  await page.getByText('Plays for 0.5 s of its scene, which lasts 4 s.').waitFor();
  await field(page, 'Ends at').fill('1');
  await field(page, 'Ends at').press('Enter');
  await page.getByText(messages.timeOrder).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await control(page, 'Back').click();
  const stageButton = layerButton(page, 't');
  await canvasOf(page).waitFor();
  expect(await stageButton.count()).toBe(0);
  await control(page, 'Layers').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Text Words/ })
    .click();
  await stageButton.waitFor();
  await expect.poll(() => seeker(page).getAttribute('aria-valuenow')).toBe('1');
  await visit(page, 'text-background');
  await page.getByRole('radio', { name: 'Box' }).check({ force: true });
  await page.getByRole('slider', { name: 'Opacity', exact: true }).press('End');
  await page.getByRole('slider', { name: 'Opacity', exact: true }).fill('100');
  await page.getByRole('slider', { name: 'Padding' }).press('PageUp');
  await storedUntil(page, (state) =>
    expect(layerIn(state, 't')).toMatchObject({ backgroundStyle: 'box', background: '#000000', padding: 52 }),
  );
  await coloredUntil(page, [12, 12], '#000000');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await press(page, 'Edit');
  const painted = await page.getByTestId('text-background').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? {};
    return [...(data ?? [])];
  });
  expect(painted).toEqual([0, 0, 0, 255]);
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);
});

it('a voice-over is recorded next to the audio of the project during playback, and becomes an audio layer at its start', async () => {
  const browser = await launchChromium(withMicrophone);
  onTestFinished(() => browser.close());
  const { page, complaints } = await openPage(browser, site.service.origin);
  await openStudio(page, project, 'audio');
  await fileInput(page.getByRole('main')).setInputFiles([{ ...wav, name: 'music.wav' }]);
  await storedUntil(page, ({ audio }) => expect(audio?.url).toMatch(/music\.wav$/));
  await seeker(page).press('Home');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => seeker(page).getAttribute('aria-valuetext')).toMatch(/^00:00\.50/);
  await button(page, 'Record a voice-over').click();
  await page.getByText('Your voice will start at').waitFor();
  await expect
    .poll(() => page.getByRole('dialog').getByRole('meter').getAttribute('value').then(Number))
    .toBeGreaterThan(0.05);
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Record').click();
  await page.getByText('Get ready').first().waitFor();
  const length = page.locator('[data-phase="recording"] strong');
  await expect.poll(() => length.textContent()).toMatch(/^00:(01\.[3-9]|0[2-9])/);
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Audio', exact: true }).waitFor();
  const state = await storedUntil(page, (now) =>
    expect(layersOf(now).filter(({ type }) => type === 'audio')).toHaveLength(1),
  );
  const [take] = layersOf(state);
  expect(take).toMatchObject({
    type: 'audio',
    from: expect.closeTo(0.5, 1),
    url: expect.stringMatching(/Voice_over\.webm$/),
  });
  expect((take as { duration: number }).duration).toBeGreaterThan(1);
  // Another audio file adds a layer and replaces none.
  await dropFiles(page, [{ ...wav, name: 'second.wav' }]);
  const soundsAre = (count: number) =>
    storedUntil(page, (now) => expect(layersOf(now).filter(({ type }) => type === 'audio')).toHaveLength(count));
  await soundsAre(2);
  for (const [keys, count] of [
    ['Control+z', 1],
    ['Control+z', 0],
    ['Control+Shift+z', 1],
  ] as const) {
    await page.keyboard.press(keys);
    await soundsAre(count);
  }
  expect(complaints).toEqual([]);
});
