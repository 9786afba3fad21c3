import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { layersOf } from '../../../engine/edit/find.ts';
import { areLinked } from '../../../engine/edit/link.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { applyCopiedStyle, copyStyle } from '../../../ui/studio/state/arrange.ts';
import { copySelected, cutSelected, paste } from '../../../ui/studio/state/clipboard.ts';
import { openProject, selectLayer, selectScene, studio } from '../../../ui/studio/state/studio.ts';

/** Scenes of 2 and 3 s with layers of the whole project. */
function openLayered(rest: object = {}): void {
  const film = { type: 'video', url: 'https://example.org/film.mp4', duration: 3, link: 'pair', isMuted: true };
  const project = projectSchema.parse({
    scenes: [
      { id: 'a', duration: 2, layers: [{ id: 'title', type: 'text', text: 'Title', from: 0.5 }] },
      { id: 'b', layers: [{ ...film, id: 'film' }] },
    ],
    layers: [
      { id: 'logo', type: 'text', text: 'Logo', color: '#ff0000', lane: 3 },
      { ...film, id: 'voice', type: 'audio', isMuted: false, anchor: 'b', from: -0.5 },
    ],
    ...rest,
  });
  openProject({ projectId: 'p', project });
  selectScene('a');
}

let waited = 1000;
// Pastes that follow quickly are rejected.
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => waited));
afterEach(() => void vi.restoreAllMocks());

/** Pastes what was copied, and returns the new layers. */
async function pasteCopied() {
  const before = new Set(allLayers(studio.project).map(({ id }) => id));
  waited += 1000;
  expect(paste(null)).toBe(true);
  const added = () => allLayers(studio.project).filter(({ id }) => !before.has(id));
  await expect.poll(() => added().length).toBeGreaterThan(0);
  return added();
}

it('pastes a layer of the whole project as such, also into another project', async () => {
  openLayered();
  selectLayer('logo');
  copySelected(null);
  const [copy] = await pasteCopied();
  expect(studio.project.layers?.[0]).toBe(copy);
  expect(copy).toMatchObject({ text: 'Logo' });
  selectLayer('voice');
  copySelected(null);
  openProject({ projectId: 'q', project: projectSchema.parse({ scenes: [{ id: 'other', duration: 4 }] }) });
  const pasted = await pasteCopied();
  // Its scene is not there, so it follows the selected one, as its video does.
  expect(pasted).toMatchObject([{ type: 'video' }, { type: 'audio', anchor: 'other', from: -0.5 }]);
  expect(
    areLinked(
      studio.project,
      pasted.map(({ id }) => id),
    ),
  ).toBe(true);
  expect(studio.project.version).toBe(2);
});

it('pastes a layer of a scene into the whole project while a layer of that is selected', async () => {
  openLayered();
  selectLayer('title');
  copySelected(null);
  selectLayer('logo');
  const [copy] = await pasteCopied();
  expect(studio.project.scenes[0]?.layers).toHaveLength(1);
  // It is visible as long as in its scene.
  expect(copy).toMatchObject({ text: 'Title', anchor: 'a', from: 0.5, to: 2 });
  selectLayer('title');
  await pasteCopied();
  expect(studio.project.scenes[0]?.layers).toHaveLength(2);
});

it('cuts a layer of the whole project with those linked to it, and pastes both', async () => {
  openLayered();
  selectLayer('voice');
  cutSelected(null);
  expect(allLayers(studio.project).map(({ id }) => id)).toEqual(['title', 'logo']);
  selectScene('a');
  const pasted = await pasteCopied();
  expect(pasted).toMatchObject([{ type: 'video' }, { type: 'audio', anchor: 'a', from: -0.5 }]);
});

it('copies a scene with the layers that follow it', async () => {
  openLayered();
  selectScene('b');
  selectLayer(null);
  copySelected(null);
  const pasted = await pasteCopied();
  const [, , copy] = studio.project.scenes;
  expect(pasted).toMatchObject([{ type: 'video' }, { type: 'audio', anchor: copy?.id, from: -0.5 }]);
});

it('copies the style of a layer of the whole project, without its row and place', () => {
  openLayered();
  copyStyle('logo');
  applyCopiedStyle(['title']);
  const [title] = layersOf(studio.project, ['title']);
  expect(title).toMatchObject({ color: '#ff0000', from: 0.5 });
  expect(title).not.toHaveProperty('lane');
});
