import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { hashQuickly } from '../../api/support/quickHashes.ts';
import { add, digestOf, type StoreBench, startBench } from '../support/store.ts';

hashQuickly();
let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

const fontFile = createRequire(import.meta.url).resolve('@fontsource/bangers/files/bangers-latin-400-normal.woff2');
const password = 'correct horse battery';
let people = 0;
const newEmail = () => {
  people += 1;
  return `machine${people}@example.org`;
};

/** Signs a user up or in like the page, and reloads it for that user. */
async function enter(page: Page, way: 'sign-up' | 'sign-in', email: string): Promise<void> {
  await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/v1/account/${path}`, { method: 'POST', headers, body });
      window.store.setOwner((await answer.json()).user.id);
    },
    [way, JSON.stringify({ email, password, name: '' })] as const,
  );
  await page.reload();
}

/** A new browser with a signed-in user. */
async function machineOf(email: string, way: 'sign-up' | 'sign-in' = 'sign-in'): Promise<Page> {
  const page = await bench.openPage();
  await enter(page, way, email);
  return page;
}

const sync = (page: Page) => page.evaluate(() => window.store.syncAll());
const idsIn = (page: Page) => page.evaluate(async () => (await window.store.listSaved()).map(({ id }) => id).sort());
/** Saves a project with texts, by layer id. */
const save = (page: Page, id: string, texts: Record<string, string>, name = 'Shared') =>
  page.evaluate(
    async ([project, layers, called]) => {
      const made = window.store.projectOf([], { name: called, scenes: [{ id: 's', layers }] });
      const loaded = await window.store.loadSaved(project);
      await window.store.saveProject({ id: project, project: made, ...(loaded.ok ? { base: loaded.base } : {}) });
    },
    [id, Object.entries(texts).map(([layer, text]) => ({ ...newTextLayer(() => layer), text })), name] as const,
  );
const kitOf = (page: Page) => page.evaluate(() => window.store.kit());
const textsIn = (page: Page, id: string) =>
  page.evaluate(async (project) => {
    const loaded = await window.store.loadSaved(project);
    if (!loaded.ok) return undefined;
    const layers = loaded.value.scenes.flatMap((scene) => scene.layers);
    return Object.fromEntries(layers.map((layer) => [layer.id, 'text' in layer ? layer.text : '']));
  }, id);

it('projects continue on another device with their files, and keep the changes of both', async () => {
  const email = newEmail();
  const one = await bench.openPage();
  const [media] = await add(one, bench.files.picture);
  await one.evaluate(async (file) => {
    const project = window.store.projectOf([file], { name: 'Image' });
    await window.store.saveProject({ id: 'pictured', project });
  }, media as never);
  await save(one, 'shared', { a: 'a', b: 'b' });
  await one.setInputFiles('input', [bench.files.picture, fontFile]);
  await one.evaluate(async (file) => {
    const [logo, font] = window.store.chosen();
    if (!logo || !font) throw new Error('Nothing is chosen.');
    window.store.addBrandColor('#102030');
    await window.store.addLogos([logo]);
    await window.store.addFont(font);
    await window.store.saveTemplate(window.store.projectOf([file], { name: 'Card' }), logo);
  }, media as never);
  await enter(one, 'sign-up', email);
  expect(await sync(one)).toBe(true);
  // Uploads may still be in progress.
  await expect
    .poll(async () => {
      await sync(one);
      return one.evaluate(async () => (await (await fetch('/api/v1/kit')).json()).ids.length);
    })
    .toBe(4);
  // Anonymous projects now belong to the account and are all on the server.
  expect(await idsIn(one)).toEqual(['pictured', 'shared']);
  expect(await one.evaluate(() => window.store.listUnsent())).toEqual([]);

  const other = await machineOf(email);
  await sync(other);
  expect(await idsIn(other)).toEqual(['pictured', 'shared']);
  // So are the assets available in all projects.
  const kit = {
    ...{
      colors: ['#102030'],
      logos: [digestOf(bench.files.picture)],
      fonts: [digestOf(fontFile)],
      faces: ['bangers-latin'],
    },
    ...{ templates: ['Card'], media: [digestOf(bench.files.picture)] },
  };
  expect(await kitOf(other)).toEqual(kit);
  expect(await other.evaluate((url) => window.store.digestOf(url), media?.url ?? '')).toBe(
    digestOf(bench.files.picture),
  );

  // Both work offline on different items.
  await one.evaluate(() => window.store.addBrandColor('#111111'));
  await other.evaluate(() => {
    window.store.addBrandColor('#222222');
    window.store.removeBrandColor('#102030');
  });
  await save(one, 'shared', { a: 'a of one', b: 'b' });
  await save(other, 'shared', { a: 'a', b: 'b of the other' });
  for (const machine of [one, other, one]) await sync(machine);
  for (const machine of [one, other])
    expect([await textsIn(machine, 'shared'), await kitOf(machine)]).toEqual([
      { a: 'a of one', b: 'b of the other' },
      { ...kit, colors: ['#111111', '#222222'] },
    ]);

  // Both change the same item: one wins, the other becomes a version on the server.
  await save(one, 'shared', { a: 'again one', b: 'b of the other' });
  await save(other, 'shared', { a: 'again the other', b: 'b of the other' });
  for (const machine of [one, other, one]) await sync(machine);
  const stands = await textsIn(one, 'shared');
  expect(await textsIn(other, 'shared')).toEqual(stands);
  const versions = await one.evaluate(async () => {
    const { versions: found } = await (await fetch('/api/v1/projects/shared/versions')).json();
    const bodies = found.map(async ({ revision }: { revision: number }) =>
      (await fetch(`/api/v1/projects/shared/versions/${revision}`)).text(),
    );
    return (await Promise.all(bodies)).join('\n');
  });
  for (const words of ['again one', 'again the other'])
    expect(`${versions} ${JSON.stringify(stands)}`).toContain(words);

  // Deleted here and there, except where it was changed meanwhile.
  await one.evaluate(() => window.store.removeSaved('pictured'));
  await one.evaluate(() => window.store.removeSaved('shared'));
  await save(other, 'shared', { a: 'kept' });
  for (const machine of [one, other, one]) await sync(machine);
  expect([await idsIn(one), await idsIn(other)]).toEqual([['shared'], ['shared']]);
  expect(await textsIn(one, 'shared')).toEqual({ a: 'kept' });
});

it('projects of two accounts in one browser stay separate, and unsent ones wait for their account', async () => {
  const [first, second] = [newEmail(), newEmail()];
  const page = await machineOf(first, 'sign-up');
  await save(page, 'sent', { a: 'sent' });
  await sync(page);
  await save(page, 'late', { a: 'late' });
  await page.evaluate(async () => {
    await fetch('/api/v1/account/sign-out', { method: 'POST' });
    await window.store.leaveBrowser();
    window.store.setOwner('');
  });
  await page.reload();
  expect(await idsIn(page)).toEqual([]);
  await save(page, 'nobodys', { a: 'made before signing in' });
  await enter(page, 'sign-up', second);
  await sync(page);
  expect(await idsIn(page)).toEqual(['nobodys']);
  await page.evaluate(async () => {
    await fetch('/api/v1/account/sign-out', { method: 'POST' });
    await window.store.leaveBrowser();
    window.store.setOwner('');
  });
  await page.reload();
  expect(await idsIn(page)).toEqual([]);
  await enter(page, 'sign-in', first);
  // Before it contacts the server, only unsent projects are here.
  expect(await idsIn(page)).toEqual(['late']);
  await sync(page);
  expect(await idsIn(page)).toEqual(['late', 'sent']);
  const elsewhere = await machineOf(first);
  await sync(elsewhere);
  expect(await idsIn(elsewhere)).toEqual(['late', 'sent']);
});

/** Makes the server reject calls of a page. @returns a function that lets them through again. */
async function refuse(page: Page, pattern: string, method: string, code = 'refused'): Promise<() => Promise<void>> {
  const body = JSON.stringify({ error: { code, message: 'There is no room.' } });
  await page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 403, contentType: 'application/json', body })
      : route.fallback(),
  );
  return () => page.unroute(pattern);
}

it('projects stay unsent while their files are only local, whatever another device changes in them', async () => {
  const email = newEmail();
  const one = await machineOf(email, 'sign-up');
  const letThrough = await refuse(one, '**/api/v1/upload/**', 'POST');
  const [media] = await add(one, bench.files.picture);
  await one.evaluate(async (file) => {
    const project = window.store.projectOf([file], { name: 'Image' });
    await window.store.saveProject({ id: 'pictured', project });
  }, media as never);
  await sync(one);
  const other = await machineOf(email);
  await sync(other);
  await other.evaluate(async () => {
    const loaded = await window.store.loadSaved('pictured');
    if (!loaded.ok) throw new Error('It has not come.');
    const { value, base } = loaded;
    await window.store.saveProject({ id: 'pictured', project: { ...value, name: 'Changed' }, base });
  });
  await sync(other);
  await sync(one);
  expect(await one.evaluate(() => window.store.listUnsent())).toMatchObject([{ name: 'Changed', files: 1 }]);
  await letThrough();
  await sync(one);
  expect(await one.evaluate(() => window.store.listUnsent())).toEqual([]);
  await sync(other);
  expect(await other.evaluate((url) => window.store.digestOf(url), media?.url ?? '')).toBe(
    digestOf(bench.files.picture),
  );

  // A conflicting version keeps its file too, even if the project no longer has it.
  await one.evaluate(async () => {
    const loaded = await window.store.loadSaved('pictured');
    const base = loaded.ok ? { base: loaded.base } : {};
    await window.store.saveProject({ id: 'pictured', project: window.store.projectOf([]), ...base, isApart: true });
  });
  await sync(one);
  const apart = await one.evaluate(async () => {
    const { versions } = await (await fetch('/api/v1/projects/pictured/versions')).json();
    const { revision } = versions.find(({ isApart }: { isApart: boolean }) => isApart);
    return (await fetch(`/api/v1/projects/pictured/versions/${revision}`)).json();
  });
  expect(apart.media).toMatchObject([{ path: media?.url }]);
});

it('projects that the server rejected are not lost when another device deletes them, and are sent once there is room', async () => {
  const email = newEmail();
  const one = await machineOf(email, 'sign-up');
  await save(one, 'kept', { a: 'a' });
  await sync(one);
  const other = await machineOf(email);
  await sync(other);
  const letThrough = await refuse(one, '**/api/v1/projects/*', 'PUT', 'quota');
  const [media] = await add(one, bench.files.picture);
  await one.evaluate(async (file) => {
    const loaded = await window.store.loadSaved('kept');
    const base = loaded.ok ? { base: loaded.base } : {};
    await window.store.saveProject({
      id: 'kept',
      project: window.store.projectOf([file], { name: 'Shared' }),
      ...base,
    });
  }, media as never);
  await sync(one);
  await sync(one);
  expect(await one.evaluate(() => window.store.listUnsent())).toMatchObject([{ refusal: 'There is no room.' }]);
  // Reported once, not on each attempt.
  expect(await one.evaluate(() => window.store.notices.list.map(({ message }) => message))).toEqual([
    'Only in this browser: “Shared”. There is no room.',
  ]);
  await other.evaluate(() => window.store.removeSaved('kept'));
  await sync(other);
  await sync(one);
  // It was changed here, although the server does not know.
  expect(await idsIn(one)).toEqual(['kept']);
  await letThrough();
  await one.reload();
  await sync(one);
  expect(await one.evaluate(() => window.store.listUnsent())).toEqual([]);
  await sync(other);
  expect(await idsIn(other)).toEqual(['kept']);
});

it('projects are saved even if old browser data cannot be migrated or brand assets cannot be loaded', async () => {
  const page = await machineOf(newEmail(), 'sign-up');
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'cutroom-studio') throw new Error('It is damaged.');
      return open.call(this, name, version);
    };
  });
  await save(page, 'mine', { a: 'a' });
  expect(await sync(page)).toBe(true);
  expect(await page.evaluate(() => window.store.listUnsent())).toEqual([]);
  const letThrough = await refuse(page, '**/api/v1/kit', 'GET');
  expect(await sync(page)).toBe(false);
  await letThrough();
  expect(await sync(page)).toBe(true);
});
