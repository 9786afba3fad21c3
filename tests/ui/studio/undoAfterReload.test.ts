import { beforeEach, expect, it } from 'vitest';
import { type History, newHistory, record, undo } from '../../../engine/edit/history.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { claimHistory } from '../../../ui/client/projects/historyStore.ts';
import { storeHistory } from '../../../ui/client/projects/storeHistory.ts';
import { change, currentHistory, openProject, studio, undoChange } from '../../../ui/studio/state/studio.ts';

beforeEach(() => sessionStorage.clear());

/** The project as read after a reload: equal content, but new objects. */
const read = (project: Project): Project => {
  const parsed = parseProject(JSON.parse(JSON.stringify(project)));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
};
const first = read({ scenes: [{ id: 'one' }, { id: 'two' }] } as never);
const written = (project: Project, sceneId: string, text: string): Project => ({
  ...project,
  scenes: project.scenes.map((scene) =>
    scene.id === sceneId
      ? { ...scene, layers: [{ ...newTextLayer(() => `${text}-${sceneId}`), text }, ...scene.layers] }
      : scene,
  ),
});
const textsOf = ({ scenes }: Project) =>
  scenes.map(({ layers }) => layers.map((layer) => ('text' in layer ? layer.text : '')).join());

function steps(...texts: [sceneId: string, text: string][]): History<Project> {
  return texts.reduce<History<Project>>(
    (history, [sceneId, text]) => record(history, written(history.present, sceneId, text)),
    newHistory(first),
  );
}

it('restores undo and redo after a reload, with scenes shared between steps', async () => {
  const before = undo(steps(['one', 'a'], ['two', 'b'], ['one', 'c']));
  storeHistory('sessionStorage', 'p', before);
  const opened = read(before.present);
  const after = (await claimHistory('p', opened)) as History<Project>;
  expect(after.present).toBe(opened);
  expect(after.past.map(textsOf)).toEqual(before.past.map(textsOf));
  expect(after.future.map(textsOf)).toEqual([['c,a', 'b']]);
  expect(after.past[1]?.scenes[0]).toBe(opened.scenes[0]);
  // Undo goes to the scene that it changes, as before the reload.
  openProject({ projectId: 'p', project: opened, history: after, selectedSceneId: 'one' });
  expect([studio.canUndo, studio.canRedo]).toEqual([true, true]);
  undoChange();
  expect([studio.selectedSceneId, textsOf(studio.project)]).toEqual(['two', ['a', '']]);
  undoChange();
  expect([textsOf(studio.project), studio.canUndo]).toEqual([['', ''], false]);
});

it('undoes only changes of this tab when another tab changed the project', async () => {
  const before = steps(['one', 'a']);
  storeHistory('sessionStorage', 'p', before);
  const opened = read(written(before.present, 'two', 'theirs'));
  openProject({ projectId: 'p', project: opened, history: await claimHistory('p', opened) });
  expect(textsOf(studio.project)).toEqual(['a', 'theirs']);
  undoChange();
  expect(textsOf(studio.project)).toEqual(['', 'theirs']);
});

it('returns a stored history once, and only for its own project', async () => {
  storeHistory('sessionStorage', 'p', steps(['one', 'a']));
  expect(await claimHistory('q', first)).toBeUndefined();
  storeHistory('sessionStorage', 'p', steps(['one', 'a']));
  expect(await claimHistory('p', first)).toBeDefined();
  expect(await claimHistory('p', first)).toBeUndefined();
});

it('stores the nearest steps of a long history', async () => {
  const long = Array.from({ length: 150 }, (_, index): [string, string] => ['one', `t${index}`]);
  const before = steps(...long);
  storeHistory('sessionStorage', 'p', before);
  expect((sessionStorage.getItem('history') ?? '').length).toBeLessThan(4_000_000);
  const after = (await claimHistory('p', read(before.present))) as History<Project>;
  expect(after.past.length).toBeGreaterThan(5);
  expect(textsOf(after.past.at(-1) as Project)).toEqual(textsOf(before.past.at(-1) as Project));
});

it('skips unreadable steps and all steps beyond them', async () => {
  const before = steps(['one', 'a'], ['one', 'b'], ['one', 'c']);
  storeHistory('sessionStorage', 'p', before);
  const text = sessionStorage.getItem('history') as string;
  const stored = JSON.parse(text);
  stored.past[1].frame = JSON.stringify({ width: 'broken' });
  sessionStorage.setItem('history', JSON.stringify(stored));
  const after = (await claimHistory('p', read(before.present))) as History<Project>;
  expect(after.past.map(textsOf)).toEqual([['b,a', '']]);
  sessionStorage.setItem('history', '{"projectId":"p"');
  expect(await claimHistory('p', first)).toBeUndefined();
});

it('starts without undo steps in another project', () => {
  openProject({ projectId: 'p', project: first });
  change((project) => written(project, 'one', 'a'));
  expect(currentHistory().past).toHaveLength(1);
  openProject({ projectId: 'q', project: first });
  expect(studio.canUndo).toBe(false);
});
