import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { seeker } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { placedUntil, rectangle, routeIs } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil, visit } from '../support/studio.ts';

const { open } = openSite();

describe('keys after a click', () => {
  const words = { id: 'words', type: 'text', text: 'Words', position: rectangle(40, 40, 40, 20).position };
  const scenes = [{ id: 's', duration: 60, isImageVideo: true, layers: [words] }] as ProjectInput['scenes'];
  const isPlaying = (page: Page, name: 'Play' | 'Pause') => page.getByRole('button', { name, exact: true }).waitFor();

  it('on a button or on Done play with Space, move the layer with arrows and edit its text with Enter', async () => {
    const { page, complaints } = await open();
    await openStudio(page, { scenes }, 'layer/words');
    const bold = page.getByRole('button', { name: 'Bold' });
    await bold.click();
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ fontWeight: 'bold' }));
    await page.keyboard.press('Space');
    await isPlaying(page, 'Pause');
    await page.keyboard.press('Space');
    await isPlaying(page, 'Play');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await placedUntil(page, 'words', [42, 40, 40, 20, 0], 0);
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ fontWeight: 'bold' }));
    for (const [key, time] of [
      ['Home', '00:00.00'],
      ['.', '00:00.03'],
      ['.', '00:00.06'],
      [',', '00:00.03'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => seeker(page).getAttribute('aria-valuetext')).toBe(time);
    }
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Text of the layer' });
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    // A button focused with Tab is pressed by Space, and arrow keys move within its toolbar.
    await bold.focus();
    await page.keyboard.press('Space');
    await storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ fontWeight: 'normal' }));
    await isPlaying(page, 'Play');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Align left');
    await page.getByRole('button', { name: /Font$/ }).click();
    await page.getByRole('combobox', { name: 'Search fonts' }).waitFor();
    await page.keyboard.type('Anton');
    await page.getByRole('option', { name: 'Anton' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Search fonts' }).inputValue()).toBe('Anton');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await visit(page, '');
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await routeIs(page, '');
    await page.keyboard.press('Space');
    await isPlaying(page, 'Pause');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await isPlaying(page, 'Pause');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Timeline', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');
    await routeIs(page, '');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Timeline');
    expect(complaints).toEqual([]);
  });

  it('on a marker: it is renamed by keyboard; early typing does nothing, and the focus returns to it', async () => {
    const { page } = await open();
    const [mark, named] = ['Marker 1, 00:02.00', 'Kiss, 00:02.00'].map((name) => page.getByRole('button', { name }));
    await openStudio(
      page,
      { scenes, selectedLayerId: 'words', markers: [{ id: 'm', at: 2 }] } as ProjectInput,
      'timeline',
    );
    await mark?.focus();
    await page.keyboard.press('Enter');
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await coming;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await routeIs(page, 'markers');
    await page.keyboard.type('sk');
    come();
    const field = page.getByRole('textbox', { name: 'Name of Marker 1' });
    await field.and(page.locator(':focus')).waitFor();
    // If it opened early enough to get the focus, the text went into it.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Kiss');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await named?.and(page.locator(':focus')).waitFor();
    await storedUntil(page, (state) => {
      expect(state.markers).toEqual([{ id: 'm', at: 2, name: 'Kiss' }]);
      expect(layersOf(state)).toEqual([expect.not.objectContaining({ keyframes: expect.anything() })]);
    });
  });
});
