import type { Layer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { place } from '../../e2e/support/stage.ts';
import { good } from '../../engine/make.ts';

/** A small project with one feature alone, as both sides export it. */
export interface Feature {
  name: string;
  project: Project;
  /** The same without the feature: what comes out of it must be told apart from what the browser makes with it. */
  without: Project;
  /** What the feature changes: the pictures, or the sound. */
  of: 'pictures' | 'sound';
  /** So alike the pictures must be at least; default 0.985. */
  floor?: number;
}

type Scenes = ProjectInput['scenes'];
/** A layer as a person may write it. */
export type LayerInput = NonNullable<Scenes[number]['layers']>[number];

/** The canvas of all of them. */
export const canvas = { width: 640, height: 360 } as const;

/** Two seconds of the counter of frames, as large as the canvas. @param more fields of the layer. */
export function film(more: Partial<Extract<LayerInput, { type: 'video' }>> = {}): LayerInput {
  const cut = { isTrimmed: true, startTime: 1, endTime: 3, isMuted: true } as const;
  return { id: 'film', type: 'video', url: '../media/numbers.mp4', ...cut, position: place(0, 0, 100, 100), ...more };
}

/** A project of scenes. */
export function projectOf(scenes: Scenes, more: Partial<ProjectInput> = {}): Project {
  return good(parseProject({ ...canvas, ...more, scenes }));
}

/** A project of one scene with these layers, front to back. @param more what is said of the scene beside them. */
export function sceneOf(layers: readonly LayerInput[], more: Partial<Scenes[number]> = {}): Project {
  return projectOf([{ id: 's', layers: [...layers], ...more }]);
}

/** A feature of a layer that lies on the film: with its fields, and without them. */
export function onFilm(
  name: string,
  layer: LayerInput,
  fields: object,
  { plain = {}, below = film() }: { plain?: object; below?: LayerInput } = {},
): Feature {
  const made = (more: object) => sceneOf([{ ...layer, ...more } as LayerInput, below]);
  return { name, of: 'pictures', project: made(fields), without: made(plain) };
}

/** The four quarters of the canvas, with room around. */
export const quarters = [place(4, 10, 42, 36), place(54, 10, 42, 36), place(4, 56, 42, 36), place(54, 56, 42, 36)];

/** A layer of each kind that is seen, in a quarter each. @param fields what all of them have. */
export function oneOfEach(fields: (place: Layer['position'], index: number) => object): LayerInput[] {
  const kinds = [
    { id: 'text', type: 'text', text: 'Hello', color: '#ffe14d', textShadow: '#000000', fontWeight: 'bold' },
    { id: 'image', type: 'image', url: '../media/lake.jpg' },
    { ...film(), id: 'video', startTime: 4, endTime: 6 },
    { id: 'shape', type: 'shape', shapeType: 'ellipse', background: '#e8a13f', stroke: '#1d3557', lineWidth: 8 },
  ];
  return kinds.map((kind, i) => ({ ...kind, position: quarters[i], ...fields(quarters[i], i) })) as LayerInput[];
}
