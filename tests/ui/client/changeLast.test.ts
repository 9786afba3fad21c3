import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { editLastProject } from '../../../ui/client/projects/editLastProject.ts';
import { restoreState } from '../../../ui/client/projects/restore.ts';
import { changesOutside } from '../../../ui/client/projects/savedChanges.ts';
import { writeState } from '../../../ui/client/projects/stateStore.ts';
import { unreadableTexts } from '../unreadableTexts.ts';

const parsed = parseProject({ name: 'Before', scenes: [{ id: 'one' }, { id: 'two' }] });
const place = { selectedSceneId: 'two', selectedSceneIndex: 1, selectedLayerId: 'background', studioTime: 3 };

function store(): void {
  if (!parsed.ok) throw new Error('The project is wrong.');
  writeState({ ...parsed.value, ...place, showCanvas: false, projectId: 'p1', savedAt: 1000, stateVersion: 1 });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

// There is no database here, as in a browser that denies it to a page.
describe('changeLast', () => {
  it('changes the stored project, clears the selection and makes an open Studio reload', async () => {
    store();
    const before = changesOutside();
    const changed = await editLastProject((project, id) => ({ ...project, name: `${project.name}, ${id}` }));
    expect(changed).toMatchObject({ projectId: 'p1', before: { name: 'Before' }, isListed: false });
    expect(await restoreState()).toMatchObject({
      state: { ...place, name: 'Before, p1', projectId: 'p1', selectedLayerId: null, showCanvas: true },
    });
    expect(changesOutside()).toBe(before + 1);
  });

  it('creates a project when none is stored', async () => {
    const changed = await editLastProject((project) => ({ ...project, name: 'First' }));
    expect(await restoreState()).toMatchObject({ state: { name: 'First', projectId: changed?.projectId } });
  });

  it('changes nothing if the change returns nothing new or the stored project is unreadable', async () => {
    const before = changesOutside();
    store();
    expect(await editLastProject(() => undefined)).toBeUndefined();
    expect(await editLastProject((project) => project)).toBeUndefined();
    localStorage.setItem('state', '{');
    expect(await editLastProject((project) => ({ ...project, name: 'Lost' }))).toBeUndefined();
    // The unreadable text stays where the Studio looks for it, so the Studio can report the error.
    expect([localStorage.getItem('state'), unreadableTexts()]).toEqual(['{', []]);
    expect(changesOutside()).toBe(before);
  });

  it('throws when the browser stores nothing', async () => {
    const forbid = () => {
      throw new DOMException('Forbidden.', 'SecurityError');
    };
    const forbidden = { getItem: forbid, setItem: forbid, removeItem: forbid };
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, forbidden);
    await expect(editLastProject((project) => ({ ...project, name: 'Lost' }))).rejects.toThrow(
      'does not store projects',
    );
  });
});
