import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Autosave } from '../../../ui/client/projects/autosave.ts';
import type { SavedChange } from '../../../ui/client/projects/savedChanges.ts';
import { type StoreBench, startBench } from '../support/store.ts';

let bench: StoreBench;
beforeAll(async () => {
  bench = await startBench();
});

describe('saved projects', () => {
  it('are listed newest first, renamed, copied, removed, restored and deleted', async () => {
    const page = await bench.openPage();
    const list = () =>
      page.evaluate(async () =>
        (await window.store.listSaved()).map(({ id, name, ...head }) => [id, name, head.revision]),
      );
    await page.evaluate(async () => {
      await window.store.saveProject({ id: 'a', project: window.store.projectOf([], { name: 'First' }) });
      await window.store.saveProject({ id: 'b', project: window.store.projectOf([]) });
      await window.store.saveThumbnail('a', new Blob(['picture'], { type: 'image/webp' }));
    });
    expect(await list()).toEqual([
      ['b', 'Untitled project', 1],
      ['a', 'First', 1],
    ]);
    await page.reload();
    await page.evaluate(() => window.store.renameSaved('a', 'Renamed'));
    const copy = await page.evaluate(() => window.store.duplicateSaved('a'));
    await page.evaluate(() => window.store.removeSaved('b'));
    expect(await list()).toEqual([
      [copy?.id, 'Renamed copy', 1],
      ['a', 'Renamed', 2],
    ]);
    expect(await page.evaluate(() => window.store.loadSaved('a'))).toMatchObject({
      ok: true,
      value: { name: 'Renamed' },
    });
    const picture = await page.evaluate(async () => (await window.store.listSaved())[0]?.thumbnail?.text());
    expect(picture).toBe('picture');
    await page.evaluate(() => window.store.restoreSaved('b'));
    expect((await list()).map(([id]) => id)).toContain('b');
    await page.evaluate(async () => {
      await window.store.removeSaved('b');
      await window.store.purgeRemoved();
      await window.store.restoreSaved('b');
    });
    expect((await list()).map(([id]) => id)).toContain('b');
    await page.evaluate(async () => {
      await window.store.removeSaved('b');
      await window.store.purgeRemoved(0);
      await window.store.restoreSaved('b');
    });
    expect((await list()).map(([id]) => id)).not.toContain('b');
    expect(await page.evaluate(() => window.store.loadSaved('b'))).toMatchObject({ ok: false });
  });

  it('are announced between tabs; unseen changes are merged, and conflicting ones become a version', async () => {
    const context = await bench.openBrowser();
    const [one, two] = [await bench.openTab(context), await bench.openTab(context)];
    await two.evaluate(() => {
      const heard: SavedChange[] = [];
      window.store.watchSaved((change) => heard.push(change));
      Object.assign(globalThis, { heard });
    });
    /** Saves fields of a project that is based on those of a revision. */
    const save = (page: Page, more: Fields, from?: { revision: number; more: Fields }, create = true) =>
      page.evaluate(
        async ([fields, base, may]) => {
          const { saveProject, projectOf } = window.store;
          const answer = await saveProject({
            id: 'shared',
            project: projectOf([], fields),
            ...(base ? { base: { revision: base.revision, project: projectOf([], base.more) } } : {}),
            create: may,
          });
          return answer ? [answer.head.revision, answer.project.name, answer.project.quality, answer.isConflict] : null;
        },
        [more, from, create] as const,
      );
    expect(await save(one, { name: 'nobody has it' }, undefined, false)).toBeNull();
    expect(await save(one, { name: 'one' })).toEqual([1, 'one', 'high', false]);
    const first = { revision: 1, more: { name: 'one' } };
    expect(await save(two, { name: 'two' }, first)).toEqual([2, 'two', 'high', false]);
    expect(await save(one, { name: 'one', quality: 'standard' }, first)).toEqual([3, 'two', 'standard', false]);
    expect(await save(two, { name: 'two' }, { revision: 2, more: { name: 'two' } })).toEqual([
      3,
      'two',
      'standard',
      false,
    ]);
    expect(await save(one, { name: 'three' }, first)).toEqual([4, 'three', 'standard', true]);
    await two.waitForFunction(() => (globalThis as { heard?: SavedChange[] }).heard?.length === 4);
    expect(await two.evaluate(() => (globalThis as { heard?: SavedChange[] }).heard)).toEqual([
      { id: 'shared', what: 'saved', revision: 1, here: false },
      { id: 'shared', what: 'saved', revision: 2, here: true },
      { id: 'shared', what: 'saved', revision: 3, here: false },
      { id: 'shared', what: 'saved', revision: 4, here: false },
    ]);
    const versions = await two.evaluate(async () =>
      (await window.store.listVersions('shared')).map(({ id, name, isApart }) => [id, name, isApart]),
    );
    expect(versions.sort()).toEqual([
      ['shared:1', 'one', false],
      ['shared:2', 'two', false],
      ['shared:3', 'two', true],
    ]);
    // Without a known base, the newer project wins.
    await two.evaluate(() =>
      window.store.saveProject({ id: 'shared', project: window.store.projectOf([], { name: 'old' }), savedAt: 5 }),
    );
    expect(await two.evaluate(async () => (await window.store.listVersions('shared')).at(-1)?.name)).toBe('old');
  });
});

type Fields = Record<string, string>;

/** The database is not read in each frame. */
const often = { polling: 100 };

/** Starts autosaving a project named by `work.name`; `work.edit` changes it. @param pictures 0 for no thumbnails. */
function startWork(pictures: number): void {
  const place = { selectedSceneId: 's', selectedSceneIndex: 0, selectedLayerId: null, studioTime: 0, showCanvas: true };
  const work = { projectId: 'mine', project: window.store.projectOf([]), place };
  const saves = window.store.createAutosave({
    read: () => ({ ...work }),
    ...(pictures > 0 ? { thumbnail: async () => new Blob(['small']) } : {}),
    onTrouble: (sentence) => Object.assign(globalThis, { trouble: sentence }),
    onKept: () => Object.assign(globalThis, { kept: work.project.name }),
  });
  const edit = (name: string, projectId = work.projectId) => {
    work.projectId = projectId;
    work.project = window.store.projectOf([], { name });
    saves.changed();
  };
  Object.assign(globalThis, { edit, saves });
}

/** Leaves the page after undoing a step that was being stored. @param theirs earlier changes by another tab. */
async function leaveWhileStoring([before, theirs]: readonly [before: string, theirs: Fields]): Promise<void> {
  const { saves, edit } = globalThis as unknown as { saves: Autosave; edit(name: string): void };
  const { holdSaves, listSaved, projectOf, saveProject } = window.store;
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const revision = async () => (await listSaved())[0]?.revision ?? 0;
  const stateSays = (name: string) => JSON.parse(localStorage.getItem('state') ?? '{}').name === name;
  await saves.flush();
  if (theirs.quality) {
    const [base, project] = [projectOf([], { name: before }), projectOf([], { name: before, ...theirs })];
    await saveProject({ id: 'mine', project, base: { revision: 1, project: base } });
    await saves.flush();
  }
  const former = await revision();
  const release = await holdSaves();
  edit('step');
  void saves.flush();
  await until(() => stateSays('step'));
  edit(before);
  await until(() => stateSays(before));
  saves.stop();
  release();
  await until(async () => (await revision()) > former);
}

describe('unsaved work', () => {
  const edit = (page: Page, name: string, projectId?: string) =>
    page.evaluate(
      ([text, id]) => (globalThis as unknown as { edit(name?: string, id?: string): void }).edit(text, id),
      [name, projectId],
    );

  it('has the latest name and content from the list after a reload', async () => {
    const page = await bench.openPage();
    await page.evaluate(startWork, 1);
    await edit(page, 'before');
    await page.waitForFunction(() => (globalThis as { kept?: string }).kept === 'before');
    const other = await bench.openTab(page.context());
    await other.evaluate(() => window.store.renameSaved('mine', 'renamed'));
    await page.reload();
    const restored = () => page.evaluate(() => window.store.restoreStudio());
    const state = { name: 'renamed', projectId: 'mine', showCanvas: true };
    expect(await restored()).toMatchObject({ ok: true, state });
    // A page was killed before its last change reached the list, where the project has since been renamed.
    await page.evaluate(() => {
      const left = JSON.parse(localStorage.getItem('state') ?? '');
      localStorage.setItem('state', JSON.stringify({ ...left, quality: 'standard', savedAt: left.savedAt + 1 }));
    });
    expect(await restored()).toMatchObject({ ok: true, state: { ...state, quality: 'standard' } });
  });

  it.each([
    ['in the list', 'before', {}],
    ['changed in another tab', 'before', { quality: 'standard' }],
  ])(
    'stays undone if the page closes while the undone step is being stored: a project %s',
    async (_, before, theirs) => {
      const page = await bench.openPage();
      await page.evaluate(startWork, 0);
      await edit(page, before);
      await page.waitForFunction(() => (globalThis as { kept?: string }).kept === 'before');
      await page.evaluate(leaveWhileStoring, [before, theirs] as const);
      await page.reload();
      const restored = await page.evaluate(() => window.store.restoreStudio());
      expect(restored).toMatchObject({ ok: true, state: { name: before, ...theirs } });
      expect(await page.evaluate(async () => (await window.store.listSaved())[0]?.name)).toBe(before);
    },
  );

  it('that a crash kept from the list is added at the next start', async () => {
    const page = await bench.openPage();
    await page.evaluate(() => {
      const project = window.store.projectOf([], { name: 'crashed' });
      localStorage.setItem('state', JSON.stringify({ ...project, projectId: 'mine', savedAt: 5, stateVersion: 1 }));
      const place = {
        selectedSceneId: 's',
        selectedSceneIndex: 0,
        selectedLayerId: null,
        studioTime: 0,
        showCanvas: true,
      };
      window.store.createAutosave({ read: () => ({ projectId: 'mine', project, place }) });
    });
    await page.waitForFunction(async () => (await window.store.listSaved())[0]?.name === 'crashed', undefined, often);
  });

  it('is also in the list with a thumbnail, and only there if localStorage is full', async () => {
    const page = await bench.openPage();
    await page.evaluate(startWork, 1);
    await edit(page, 'listed');
    await page.waitForFunction(() => (globalThis as { kept?: string }).kept === 'listed');
    await page.waitForFunction(
      async () => (await window.store.listSaved())[0]?.thumbnail?.size === 5,
      undefined,
      often,
    );
    expect(await page.evaluate(async () => (await window.store.listSaved())[0])).toMatchObject({
      ...{ id: 'mine', name: 'listed', width: 160, height: 120, sceneCount: 1, revision: 1 },
    });
    // Another project opened soon afterwards gets its thumbnail at once; the same one is updated rarely.
    await edit(page, 'other', 'other');
    const hasPicture = async () => {
      const other = (await window.store.listSaved()).find(({ id }) => id === 'other');
      return other?.thumbnail?.size === 5;
    };
    await page.waitForFunction(hasPicture, undefined, { ...often, timeout: 9000 });
    await page.evaluate(() => {
      localStorage.removeItem('state');
      let filler = 'x'.repeat(1_000_000);
      for (let index = 0; filler.length > 20; index += 1) {
        try {
          localStorage.setItem(`filler${index}`, filler);
        } catch {
          filler = filler.slice(filler.length / 2);
        }
      }
      // Space for an id, but not for a project.
      localStorage.setItem('filler0', 'x'.repeat(1_000_000 - 400));
    });
    await edit(page, 'in the list', 'mine');
    await page.waitForFunction(() => (globalThis as { kept?: string }).kept === 'in the list');
    expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('state') ?? '{}')))).toEqual([
      'projectId',
      'savedAt',
      'stateVersion',
    ]);
    expect(await page.evaluate(() => (globalThis as { trouble?: string }).trouble ?? '')).toBe('');
    const tab = await bench.openTab(page.context());
    expect(await tab.evaluate(() => window.store.restoreStudio())).toMatchObject({
      ok: true,
      state: { name: 'in the list', projectId: 'mine' },
    });
  });
});
