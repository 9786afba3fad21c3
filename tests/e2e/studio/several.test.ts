import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { footer } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, dragOver, layerIn, placedUntil, rectangle, routeIs, still } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const { open } = openSite();

describe('several layers', () => {
  const other = { ...rectangle(60, 50), id: 'o', background: '#e25959' };
  const ground = { ...rectangle(0, 0, 100, 100), id: 'ground', background: '#eeeeee', isLocked: true };
  const three = still([rectangle(10, 10), other, ground], { snapToGrid: false });
  const saysTwo = (page: Page) => page.getByText('2 layers selected', { exact: true }).waitFor({ state: 'attached' });

  it('are selected with Shift and with a marquee, and moved, aligned, grouped, copied and deleted together', async () => {
    const { page, complaints } = await open();
    await openStudio(page, three);
    await coloredUntil(page, [20, 20], '#5969e2');
    await clickAt(page, [20, 20]);
    await routeIs(page, 'layer/r');
    await page.keyboard.down('Shift');
    await clickAt(page, [70, 60]);
    await page.keyboard.up('Shift');
    await saysTwo(page);
    await routeIs(page, '');
    await dragOver(page, [20, 20], [30, 25]);
    await placedUntil(page, 'r', [20, 15, 20, 20, 0]);
    const moved = await placedUntil(page, 'o', [70, 55, 20, 20, 0]);
    await footer(page).getByRole('button', { name: 'Align top', exact: true }).click();
    await placedUntil(page, 'o', [70, Number.parseFloat(layerIn(moved, 'r').position?.y ?? ''), 20, 20, 0], 0.001);
    const areHidden = (are: boolean) =>
      storedUntil(page, (state) =>
        expect(['r', 'o'].map((id) => layerIn(state, id).isHidden ?? false)).toEqual([are, are]),
      );
    await footer(page).getByRole('button', { name: 'Hide', exact: true }).click();
    await areHidden(true);
    await page.keyboard.press('Control+z');
    await areHidden(false);
    await page.keyboard.press('Control+Shift+z');
    await areHidden(true);
    await footer(page).getByRole('button', { name: 'Show', exact: true }).click();
    await areHidden(false);
    await page.keyboard.press('Control+g');
    await page.keyboard.press('Escape');
    await dragOver(page, [95, 95], [5, 5]);
    await saysTwo(page);
    await page.keyboard.press('Control+d');
    await storedUntil(page, ({ scenes }) => expect(scenes[0]?.layers).toHaveLength(5));
    await page.keyboard.press('Delete');
    await storedUntil(page, ({ scenes }) => expect(scenes[0]?.layers).toHaveLength(3));
    await page.reload();
    await coloredUntil(page, [30, 25], '#5969e2');
    await clickAt(page, [30, 25]);
    await saysTwo(page);
    expect(complaints).toEqual([]);
  });
});
