import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWork, type StoreBench, startBench } from '../support/store.ts';

let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

const openText = async (page: Page) => (await page.evaluate(() => window.store.tab.openProject())).text;
const say = (page: Page, words: string) => page.evaluate((text) => window.store.tab.say(text), words);
const settle = (page: Page) => page.evaluate(() => window.store.tab.settle());
/** Earlier versions of the open project, as texts. */
const versionsOf = (page: Page) =>
  page.evaluate(async () => {
    const { id } = window.store.tab.openProject();
    const heads = await window.store.listVersions(id);
    const texts = await Promise.all(heads.map((head) => window.store.readVersion(head.id)));
    return heads.map((head, index) => ({ name: head.id, isApart: head.isApart, text: texts[index] ?? '' }));
  });

/** CUTROOM_LONG=1 uses the number for releases. */
const many = process.env.CUTROOM_LONG ? 1000 : 400;

describe('one project in two tabs', () => {
  it(`loses none of ${many} random edits in each tab, even after a restart`, async () => {
    const seed = 20_261;
    const context = await bench.openBrowser();
    const first = await openWork(bench, context);
    await say(first, 'begin');
    await settle(first);
    const second = await openWork(bench, context);
    expect(await openText(second)).toContain('begin');
    const run = (page: Page, name: string, chance: number) =>
      page.evaluate(([a, b, c]) => window.store.tab.edit(a, b, c), [name, chance, many] as const);
    const ledgers = await Promise.all([run(first, 'a', seed), run(second, 'b', seed + 1)]);
    // One tab saves, the other merges that with its own edits, and the first one reads the result.
    for (const page of [first, second, first]) await settle(page);
    await expect.poll(async () => JSON.parse(await openText(second))).toEqual(JSON.parse(await openText(first)));

    const versions = await versionsOf(first);
    const { id } = await first.evaluate(() => window.store.tab.openProject());
    const head = await first.evaluate(async () => (await window.store.listSaved())[0]);
    // Every state that was in the list is a version.
    const names = versions.map(({ name }) => name);
    for (let revision = 1; revision < (head?.revision ?? 0); revision += 1)
      expect(names).toContain(`${id}:${revision}`);
    expect(head?.revision).toBeGreaterThan(5);

    const removed = new Set(ledgers.flatMap((ledger) => ledger.removed));
    const written = ledgers.flatMap((ledger) => ledger.written).filter((words) => !removed.has(words));
    expect(written.length).toBeGreaterThan(20);
    const lostIn = (texts: string[]) => written.filter((words) => !texts.some((text) => text.includes(`"${words}"`)));
    expect(lostIn([await openText(first), ...versions.map(({ text }) => text)])).toEqual([]);

    // Both tabs close before their last edits reach the list; by then, the second tab has replaced the stored state of
    // the first.
    await say(first, 'last of the first');
    await expect.poll(() => first.evaluate(() => localStorage.getItem('state'))).toContain('last of the first');
    await first.close({ runBeforeUnload: false });
    await say(second, 'last of the second');
    await expect.poll(() => second.evaluate(() => localStorage.getItem('state'))).toContain('last of the second');
    await second.close({ runBeforeUnload: false });

    await context.addInitScript(() => {
      const today = Date.now.bind(Date);
      Date.now = () => today() + 3 * 86_400_000;
    });
    const third = await openWork(bench, context);
    expect(await openText(third)).toContain('last of the first');
    expect(await openText(third)).toContain('last of the second');
    await third.evaluate(() => window.store.thinVersions());
    const later = await versionsOf(third);
    expect(later.length).toBeLessThan(versions.length);
    expect(lostIn([await openText(third), ...later.map(({ text }) => text)])).toEqual([]);
  });
});
