import type { MakeId } from '../../engine/project/id.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import type { Project, ProjectInput, Scene } from '../../engine/project/project.ts';

type SceneInput = ProjectInput['scenes'][number];
type LayerInput = NonNullable<SceneInput['layers']>[number];

/** A parsed project. Throws the problems of an invalid input, so that a mistake in a test is visible. */
export function makeProject(scenes: SceneInput[], rest: Partial<ProjectInput> = {}): Project {
  return good(parseProject({ ...rest, scenes }));
}

/** A scene with layers, front to back. */
export function scene(id: string, layers: LayerInput[] = [], rest: Partial<SceneInput> = {}): SceneInput {
  return { id, layers, ...rest };
}

/** A video layer with a length in seconds. */
export function video(id: string, duration: number, rest: Partial<Extract<LayerInput, { type: 'video' }>> = {}) {
  return { id, type: 'video' as const, url: `${id}.mp4`, width: 1920, height: 1080, duration, ...rest };
}

/** An image layer of 400 by 300 pixels. */
export function image(id: string, rest: Partial<Extract<LayerInput, { type: 'image' }>> = {}) {
  return { id, type: 'image' as const, url: `${id}.png`, width: 400, height: 300, ...rest };
}

/** A text layer. */
export function text(id: string, rest: Partial<Extract<LayerInput, { type: 'text' }>> = {}) {
  return { id, type: 'text' as const, ...rest };
}

/** Creates the ids n1, n2, n3 and so on. */
export function countedIds(): MakeId {
  let made = 0;
  return () => {
    made += 1;
    return `n${made}`;
  };
}

/** The value of a successful parse. Throws the problems otherwise. */
export function good<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
  return parsed.value;
}

/** The messages of a failed parse. Throws if there are none. */
export function sentences(parsed: Parsed<unknown>): string[] {
  if (parsed.ok) throw new Error('This was expected to have problems.');
  return parsed.problems.map(({ message }) => message);
}

/** A scene of a project by its index. */
export function sceneAt(project: Project, index: number): Scene {
  const found = project.scenes[index];
  if (!found) throw new Error(`There is no scene ${index}.`);
  return found;
}

/** A layer of a project by its id. */
export function layerOf<T extends Layer['type']>(project: Project, id: string, type: T): Extract<Layer, { type: T }> {
  const found = project.scenes.flatMap(({ layers }) => layers).find((layer) => layer.id === id);
  if (found?.type !== type) throw new Error(`There is no ${type} layer ${id}.`);
  return found as Extract<Layer, { type: T }>;
}
