import type { Layer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { place } from '../../e2e/support/stage.ts';
import { good } from '../../engine/make.ts';

/** A small project with a single feature, for export on both sides. */
export interface Feature {
  name: string;
  project: Project;
  /** The project without the feature: its output must differ from the browser's output with the feature. */
  without: Project;
  /** Whether the feature changes frames, only their colors, which similarity hardly sees, or audio. */
  of: 'pictures' | 'colors' | 'sound';
  /** Minimum similarity of the frames; default 0.985. */
  floor?: number;
}

type Scenes = ProjectInput['scenes'];
/** A layer as in a project file. */
export type LayerInput = NonNullable<Scenes[number]['layers']>[number];

/** The canvas of all projects. */
export const canvas = { width: 640, height: 360 } as const;

/** Two seconds of the frame counter, as large as the canvas. @param more fields of the layer. */
export function film(more: Partial<Extract<LayerInput, { type: 'video' }>> = {}): LayerInput {
  const cut = { isTrimmed: true, startTime: 1, endTime: 3, isMuted: true } as const;
  return { id: 'film', type: 'video', url: '../media/numbers.mp4', ...cut, position: place(0, 0, 100, 100), ...more };
}

/** Creates a project of scenes. */
export function projectOf(scenes: Scenes, more: Partial<ProjectInput> = {}): Project {
  return good(parseProject({ ...canvas, ...more, scenes }));
}

/** Creates a project of one scene, layers front to back. @param more other fields of the scene. */
export function sceneOf(layers: readonly LayerInput[], more: Partial<Scenes[number]> = {}): Project {
  return projectOf([{ id: 's', layers: [...layers], ...more }]);
}

/** Creates a feature of a layer above the film: with some fields, and without them. */
export function onFilm(
  name: string,
  layer: LayerInput,
  fields: object,
  { plain = {}, below = film() }: { plain?: object; below?: LayerInput } = {},
): Feature {
  const made = (more: object) => sceneOf([{ ...layer, ...more } as LayerInput, below]);
  return { name, of: 'pictures', project: made(fields), without: made(plain) };
}

/** The four quarters of the canvas, with margins. */
export const quarters = [place(4, 10, 42, 36), place(54, 10, 42, 36), place(4, 56, 42, 36), place(54, 56, 42, 36)];

/** Creates one layer of each visible kind, each in a quarter. @param fields of all of them. */
export function oneOfEach(fields: (place: Layer['position'], index: number) => object): LayerInput[] {
  const kinds = [
    { id: 'text', type: 'text', text: 'Hello', color: '#ffe14d', textShadow: '#000000', fontWeight: 'bold' },
    { id: 'image', type: 'image', url: '../media/lake.jpg' },
    { ...film(), id: 'video', startTime: 4, endTime: 6 },
    { id: 'shape', type: 'shape', shapeType: 'ellipse', background: '#e8a13f', stroke: '#1d3557', lineWidth: 8 },
  ];
  return kinds.map((kind, i) => ({ ...kind, position: quarters[i], ...fields(quarters[i], i) })) as LayerInput[];
}
