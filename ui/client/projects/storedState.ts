import { findLayer } from '../../../engine/edit/find.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { StoredState, StudioPlace } from './stateStore.ts';

/** Returns the project of a state, without the other fields. */
export function projectOf(state: StoredState): Project {
  const { projectId: _a, savedAt: _b, stateVersion: _c, revision: _d, writer: _e, ...rest } = state;
  const {
    selectedSceneId: _f,
    selectedSceneIndex: _g,
    selectedLayerId: _h,
    studioTime: _i,
    showCanvas: _j,
    ...project
  } = rest;
  return project;
}

/** Combines a project with the place in the Studio; fields that do not fit the project get their defaults. */
export function stateOf(project: Project, fields: Record<string, unknown>): StoredState {
  const { projectId, savedAt, revision, writer } = fields;
  return {
    ...project,
    ...placeOf(project, fields),
    projectId: isName(projectId) ? projectId : newId(),
    savedAt: timeOf(savedAt),
    ...(typeof revision === 'number' ? { revision } : {}),
    ...(isName(writer) ? { writer } : {}),
    stateVersion: 1,
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

function placeOf(project: Project, fields: Record<string, unknown>): StudioPlace {
  const { selectedSceneId, selectedLayerId, studioTime, showCanvas } = fields;
  const index = Math.max(
    0,
    project.scenes.findIndex(({ id }) => id === String(selectedSceneId)),
  );
  const layerId =
    typeof selectedLayerId === 'string' || typeof selectedLayerId === 'number' ? `${selectedLayerId}` : '';
  const isThere = layerId === 'background' || findLayer(project, layerId) !== undefined;
  return {
    selectedSceneId: project.scenes[index]?.id ?? '',
    selectedSceneIndex: index,
    selectedLayerId: isThere ? layerId : null,
    studioTime: timeOf(studioTime),
    showCanvas: showCanvas === true,
  };
}

/** Returns a time that was stored, in seconds or milliseconds; 0 if it is none. */
export function timeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
