import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { add, openWork, type StoreBench, startBench } from '../support/store.ts';

let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

const say = (page: Page, words: string) => page.evaluate((text) => window.store.tab.say(text), words);
const steps = (page: Page) => page.evaluate(() => window.store.tab.steps());
const textOf = async (page: Page) => (await page.evaluate(() => window.store.tab.openProject())).text;

/** Lists how many undo and redo steps of each visit are stored. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const all = await (await window.store.needDatabase()).getAll('histories');
    return all.map(({ past, future }) => [past.length, future.length]).sort();
  });

/** Waits until another visit has restored or dropped the history of the last one. */
async function claimed(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { held } = await navigator.locks.query();
    return held?.some(({ name }) => name?.startsWith('cutroom-history-'));
  });
}

/** Edits a project and closes its tab, without the text in sessionStorage that a reload would find. */
async function closeWork(page: Page, expected: [number, number]): Promise<void> {
  await page.evaluate(() => window.store.tab.settle());
  await expect.poll(() => stored(page)).toEqual([expected]);
  await page.close();
}

it('a new tab undoes and redoes the steps of the last visit, whose files are still there', async () => {
  const context = await bench.openBrowser();
  const first = await openWork(bench, context);
  await say(first, 'one');
  const [media] = await add(first, bench.files.picture);
  await first.evaluate(
    (one) => {
      const { tab, projectOf } = window.store;
      for (const layer of projectOf([one]).scenes[0]?.layers ?? []) tab.put(layer);
      tab.undo();
    },
    media as NonNullable<typeof media>,
  );
  await closeWork(first, [1, 1]);

  const second = await openWork(bench, context);
  await expect.poll(() => steps(second)).toEqual({ canUndo: true, canRedo: true });
  // Only a redo needs the file.
  expect(await second.evaluate(() => window.store.forgetUnusedMedia([], -1))).toEqual([]);
  await second.evaluate(() => window.store.tab.redo());
  expect(await textOf(second)).toContain(media?.url);
  expect(await second.evaluate((url) => window.store.isShown(url), media?.url ?? '')).toBe(true);
  await second.evaluate(() => {
    window.store.tab.undo();
    window.store.tab.undo();
  });
  expect(await textOf(second)).not.toContain('one');
  expect(await steps(second)).toEqual({ canUndo: false, canRedo: true });
  // The history goes on in this tab; that of the last visit is gone.
  await expect.poll(() => stored(second)).toEqual([[0, 2]]);
});

it('a tab closed right after its last change loses no step', async () => {
  const context = await bench.openBrowser();
  const first = await openWork(bench, context);
  await say(first, 'one');
  await first.evaluate(() => window.store.tab.settle());
  await expect.poll(() => stored(first)).toEqual([[1, 0]]);
  await say(first, 'two');
  await first.close();

  const second = await openWork(bench, context);
  expect(await textOf(second)).toContain('two');
  await expect.poll(() => stored(second)).toEqual([[2, 0]]);
  await second.evaluate(() => window.store.tab.undo());
  expect(await textOf(second)).toContain('one');
  expect(await textOf(second)).not.toContain('two');
  await second.evaluate(() => window.store.tab.undo());
  expect(await textOf(second)).not.toContain('one');
});

it('a tab does not take the steps of another open tab', async () => {
  const context = await bench.openBrowser();
  const first = await openWork(bench, context);
  await say(first, 'mine');
  await first.evaluate(() => window.store.tab.settle());
  await expect.poll(() => stored(first)).toEqual([[1, 0]]);
  const second = await openWork(bench, context);
  expect(await textOf(second)).toContain('mine');
  await claimed(second);
  await say(second, 'theirs');
  await expect
    .poll(() => stored(second))
    .toEqual([
      [1, 0],
      [1, 0],
    ]);
  await second.evaluate(() => window.store.tab.undo());
  expect(await steps(second)).toEqual({ canUndo: false, canRedo: true });
});

it('a tab keeps the steps when it opens its project again, and drops them if the project was changed since', async () => {
  const context = await bench.openBrowser();
  const first = await openWork(bench, context);
  await say(first, 'one');
  await first.evaluate(() => window.store.tab.openAgain());
  expect(await steps(first)).toEqual({ canUndo: true, canRedo: false });
  await closeWork(first, [1, 0]);
  const other = await bench.openTab(context);
  await other.evaluate(async () => {
    const [head] = await window.store.listSaved();
    await window.store.renameSaved(head?.id ?? '', 'Renamed elsewhere');
  });
  await other.close();
  const second = await openWork(bench, context);
  expect(await textOf(second)).toContain('Renamed elsewhere');
  await claimed(second);
  await expect.poll(() => stored(second)).toEqual([]);
  expect(await steps(second)).toEqual({ canUndo: false, canRedo: false });
});
