import { expect, it } from 'vitest';
import { mp4Output, stillOutput } from '../../../engine/project/output.ts';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

it('enter and exit animations of a layer are chosen, previewed and undone', async () => {
  const { page } = await site.open();
  const position = { x: '10%', y: '20%', width: '80%', height: '60%' };
  const words = { id: 't', type: 'text' as const, text: 'Hello', position };
  const project: ProjectInput = {
    output: stillOutput,
    width: 320,
    height: 320,
    scenes: [{ id: 's', layers: [words] }],
  };
  await openStudio(page, { ...project, selectedLayerId: 't' } as ProjectInput, 'layer/t');
  await page.getByRole('tab', { name: 'Animation', exact: true }).click();
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await section('In').getByRole('radio', { name: 'Slide', exact: true }).check();
  // The preview plays at once and then stops.
  await section('In').getByRole('button', { name: 'Play preview: In' }).waitFor();
  await section('In').getByRole('radio', { name: 'Bottom', exact: true }).check();
  await section('In').getByRole('slider', { name: 'Length' }).press('ArrowRight');
  await section('Out').getByRole('radio', { name: 'Typewriter', exact: true }).check();
  await storedUntil(page, (now) => {
    expect(now.output).toEqual(mp4Output);
    expect(layersOf(now)[0]).toMatchObject({
      animateIn: { type: 'slide', side: 'bottom', duration: 0.6 },
      animateOut: { type: 'typewriter', duration: 0.5 },
    });
  });
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(layersOf(now)[0]).not.toHaveProperty('animateOut'));
});
