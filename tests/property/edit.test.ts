import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateLayer, removeLayer } from '../../engine/edit/layers.ts';
import { bringForward, sendBack } from '../../engine/edit/order.ts';
import { toggleLockAspectRatio } from '../../engine/edit/reshape.ts';
import { addScene, duplicateScene, removeScene, reorderScene } from '../../engine/edit/scenes.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { sceneDuration } from '../../engine/timeline/durations.ts';
import { countedIds, good } from '../engine/make.ts';
import { projectInput, seeded } from './arbitraries.ts';

const makeId = countedIds();

/** Edits by name, each applied to the scene and layer that two numbers select. */
const edits: Record<string, (project: Project, sceneId: string, layerId: string) => Project> = {
  addScene: (project) => addScene(project, makeId),
  duplicateScene: (project, sceneId) => duplicateScene(project, sceneId, makeId),
  removeScene: (project, sceneId) => removeScene(project, sceneId),
  moveScene: (project, sceneId) => reorderScene(project, sceneId, 1),
  duplicateLayer: (project, _sceneId, layerId) => duplicateLayer(project, layerId, makeId),
  removeLayer: (project, _sceneId, layerId) => removeLayer(project, layerId),
  bringForward: (project, _sceneId, layerId) => bringForward(project, layerId),
  sendBack: (project, _sceneId, layerId) => sendBack(project, layerId),
  lock: (project, _sceneId, layerId) => toggleLockAspectRatio(project, layerId),
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(), fc.nat()), { maxLength: 15 });

describe('random edits', () => {
  it('keep a project that parses to itself, with a length in every scene', () => {
    fc.assert(
      fc.property(projectInput, steps, (input, row) => {
        let project = good(parseProject(input));
        for (const [name, pickScene, pickLayer] of row) {
          const layers = project.scenes.flatMap((scene) => scene.layers);
          const sceneId = project.scenes[pickScene % project.scenes.length]?.id ?? '';
          const layerId = layers[pickLayer % Math.max(1, layers.length)]?.id ?? '';
          const before = structuredClone(project);
          const after = edits[name]?.(project, sceneId, layerId) ?? project;
          expect(project).toEqual(before);
          project = after;
        }
        expect(parseProject(JSON.parse(JSON.stringify(project)))).toEqual({ ok: true, value: project });
        for (const scene of project.scenes) expect(sceneDuration(project, scene)).toBeGreaterThan(0);
      }),
      seeded,
    );
  });

  it('are undone by their opposite', () => {
    fc.assert(
      fc.property(projectInput, fc.nat(), (input, pick) => {
        const project = good(parseProject(input));
        const layers = project.scenes.flatMap((scene) => scene.layers);
        const id = layers[pick % Math.max(1, layers.length)]?.id ?? '';
        const forward = bringForward(project, id);
        if (forward !== project) expect(sendBack(forward, id)).toEqual(project);
        const sceneId = project.scenes[pick % project.scenes.length]?.id ?? '';
        const moved = reorderScene(project, sceneId, 1);
        if (moved !== project) expect(reorderScene(moved, sceneId, -1)).toEqual(project);
      }),
      seeded,
    );
  });
});
