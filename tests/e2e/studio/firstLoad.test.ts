import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSite } from '../support/site.ts';
import { openStudio } from '../support/studio.ts';

const site = openSite();

describe('the first load of the Studio', () => {
  it('needs at most 165 kB of script', async () => {
    const { page } = await site.open({ fetchesAhead: true });
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js'))
        sizes.set(
          answer.url(),
          // Prefetched files may still be loading when the page closes.
          answer.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    await openStudio(page);
    await page.getByRole('heading', { name: 'Create something' }).waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('fetch-ahead').length > 0);
    // Prefetched files do not count.
    const names = await page.evaluate(() => {
      const end = performance.getEntriesByName('fetch-ahead')[0]?.startTime ?? 0;
      const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < end);
      return entries.map(({ name }) => name).filter((name) => name.endsWith('.js'));
    });
    const counted = await Promise.all(names.map((name) => sizes.get(name) ?? 0));
    const total = counted.reduce((sum, size) => sum + size, 0);
    console.log(
      `First load of the Studio: ${(total / 1000).toFixed(1)} kB of script, gzipped, in ${names.length} files.`,
    );
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(165_000);
  });
});
