import { expect, it } from 'vitest';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { change, openProject, redoChange, selectScene, studio, undoChange } from '../../../ui/studio/state/studio.ts';

it('undo and redo go to the scene they change, and stay if they change the current one or only restore a scene', () => {
  const project = parseProject({ scenes: [{ id: 'one' }, { id: 'two' }] });
  if (!project.ok) throw new Error(project.problems[0]?.message);
  openProject({ projectId: 'p', project: project.value, selectedSceneId: 'two' });
  const write = (sceneId: string) =>
    change((before) => ({
      ...before,
      scenes: before.scenes.map((scene) =>
        scene.id === sceneId ? { ...scene, layers: [newTextLayer(newId), ...scene.layers] } : scene,
      ),
    }));
  write('two');
  selectScene('one');
  undoChange();
  expect([studio.selectedSceneId, studio.project.scenes[1]?.layers.length]).toEqual(['two', 0]);
  selectScene('one');
  redoChange();
  expect([studio.selectedSceneId, studio.project.scenes[1]?.layers.length]).toEqual(['two', 1]);
  change((before) => ({ ...before, scenes: before.scenes.map((scene) => ({ ...scene, background: '#123456' })) }));
  undoChange();
  expect(studio.selectedSceneId).toBe('two');
  change((before) => ({ ...before, scenes: before.scenes.slice(0, 1) }));
  expect(studio.selectedSceneId).toBe('one');
  undoChange();
  expect(studio.selectedSceneId).toBe('one');
});
