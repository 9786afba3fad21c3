import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { ratio as ratioField } from '../project/fields.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_SIDE, MIN_SIDE } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Padding, Project } from '../project/project.ts';
import { withKeyframesOnCanvas } from './keyframePlaces.ts';
import { positionOf } from './percent.ts';

/** What a canvas is for, and its size in pixels. */
export interface CanvasPurpose {
  purpose: string;
  ratio: string;
  width: number;
  height: number;
}

/** The ratios that are offered beside Custom, with names for them, and the usual sizes of each, by what they are for. */
export const ratioPresets = [
  { ratio: '1:1', name: 'Square', sizes: [sized('Square post', 1080, 1080)] },
  { ratio: '9:16', name: 'Story', sizes: [sized('Reel, Story, Short', 1080, 1920)] },
  { ratio: '16:9', name: 'Widescreen', sizes: [sized('1080p', 1920, 1080), sized('4K', 3840, 2160)] },
  { ratio: '4:5', name: 'Portrait', sizes: [sized('Portrait post', 1080, 1350)] },
  { ratio: '5:4', name: 'Landscape', sizes: [sized('Landscape post', 1350, 1080)] },
] as const;

/** The usual sizes of all ratios. */
export const canvasPurposes: readonly CanvasPurpose[] = ratioPresets.flatMap(({ ratio, sizes }) =>
  sizes.map((size) => ({ ...size, ratio })),
);

function sized(purpose: string, width: number, height: number) {
  return { purpose, width, height };
}

/** A side of the canvas. */
export type CanvasSide = keyof Padding;

/** How many times as long a canvas gets by one click on "expand padding". */
const paddingFactor = 1.1;

/**
 * Gives the canvas a ratio; its long side stays as it was before any padding. Layers keep their percentages. Both sides
 * become even, 16 to 4096 pixels.
 * @param ratio "w:h" of positive numbers; anything else counts as 1:1.
 */
export function setRatio(project: Project, ratio: string): Project {
  const valid = ratioField.parse(ratio, { jitless: true });
  const [across = 1, down = 1] = valid.split(':').map(Number);
  const unpadded = withoutPadding(project);
  const long = Math.max(unpadded.width, unpadded.height);
  const width = evenSide(long * Math.min(1, across / down));
  const height = evenSide(long * Math.min(1, down / across));
  return resized(project, { width, height, ratio: valid });
}

/**
 * Gives the canvas a size of one's own; layers keep their percentages, the ratio follows.
 * @param width, height whole pixels, 16 to 4096. @returns one problem for each that is not.
 */
export function setCanvasSize(project: Project, width: number, height: number): Parsed<Project> {
  const problems = [...sideProblems('width', width), ...sideProblems('height', height)];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: resized(project, { width, height, ratio: reducedRatio(width, height) }) };
}

/** The project on a canvas of another size; as it is for a size that cannot be, or none. */
export function withCanvasSize(project: Project, size: { width: number; height: number } | undefined): Project {
  if (!size || (size.width === project.width && size.height === project.height)) return project;
  const made = setCanvasSize(project, size.width, size.height);
  return made.ok ? made.value : project;
}

/** Long sides that a canvas takes over from a file: smaller files are enlarged, larger ones made smaller, pixels. */
const LEAST_LONG_SIDE = 1280;
const MOST_LONG_SIDE = 1920;

/** Gives the canvas the shape of a file. @param file pixels; without a size nothing changes. */
export function matchCanvas(
  project: Project,
  file: { width?: number | undefined; height?: number | undefined },
): Project {
  const { width = 0, height = 0 } = file;
  if (!(width > 0 && height > 0)) return project;
  const long = Math.max(width, height);
  const scale = Math.min(MOST_LONG_SIDE, Math.max(LEAST_LONG_SIDE, long)) / long;
  return withCanvasSize(project, { width: evenSide(width * scale), height: evenSide(height * scale) });
}

/** Side of the canvas that a project begins with, pixels. */
const FIRST_SIDE = 1280;

/** Whether nobody has put anything on the canvas yet, nor chosen a shape or size for it. */
export function isCanvasUntouched({ scenes, ratio, width, height, padding }: Project): boolean {
  const isEmpty = scenes.length === 1 && scenes[0]?.layers.length === 0;
  const isFirst = ratio === '1:1' && width === FIRST_SIDE && height === FIRST_SIDE && padding === undefined;
  return isEmpty && isFirst;
}

/**
 * Makes the canvas 1.1 times as long at one side; every layer of every scene stays where it is in
 * pixels. Nothing when it is 4096 pixels long already.
 */
export function expandPadding(project: Project, side: CanvasSide): Project {
  const canvas = canvasSize(project);
  const length = side === 'left' || side === 'right' ? 'width' : 'height';
  const added = evenSide(canvas[length] * paddingFactor) - canvas[length];
  if (added <= 0) return project;
  const padding = { ...noPadding, ...project.padding };
  const grown = withMargins(project, { ...noPadding, [side]: added });
  return { ...grown, padding: { ...padding, [side]: padding[side] + added } };
}

/** Takes away all that expandPadding added; layers stay where they are in pixels. */
export function removePadding(project: Project): Project {
  if (!project.padding) return project;
  const { top, right, bottom, left } = shrunkPadding(project, project.padding);
  const { padding: _, ...rest } = withMargins(project, { top: -top, right: -right, bottom: -bottom, left: -left });
  return rest;
}

const noPadding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

function resized(project: Project, size: Pick<Project, 'width' | 'height' | 'ratio'>): Project {
  const { padding, ...rest } = project;
  const isSame = size.width === rest.width && size.height === rest.height && size.ratio === rest.ratio;
  return isSame && !padding ? project : { ...rest, ...size };
}

/** The canvas with so many pixels more at each side, or less; all layers stay where they are in pixels. */
function withMargins(project: Project, { top, right, bottom, left }: Padding): Project {
  const before = canvasSize(project);
  const width = before.width + left + right;
  const height = before.height + top + bottom;
  const after = canvasSize({ ...project, width, height });
  const moved = (layer: Layer): Layer => {
    const box = layerBox(layer, before);
    const position = positionOf({ ...box, x: box.x + left, y: box.y + top }, after);
    const keyframed = withKeyframesOnCanvas(layer, { before, after, left, top });
    return { ...keyframed, position: { ...layer.position, ...position } };
  };
  return {
    ...project,
    width,
    height,
    ratio: reducedRatio(width, height),
    scenes: project.scenes.map((scene) => ({ ...scene, layers: scene.layers.map(moved) })),
  };
}

function withoutPadding(project: Project): Pick<Project, 'width' | 'height'> {
  const { top, right, bottom, left } = shrunkPadding(project, project.padding ?? noPadding);
  return { width: project.width - left - right, height: project.height - top - bottom };
}

/** A file may claim more padding than the canvas has; then so much counts as leaves the smallest canvas. */
function shrunkPadding(project: Project, { top, right, bottom, left }: Padding): Padding {
  const canvas = canvasSize(project);
  const across = Math.min(left, canvas.width - MIN_SIDE);
  const down = Math.min(top, canvas.height - MIN_SIDE);
  return {
    left: across,
    right: Math.min(right, canvas.width - MIN_SIDE - across),
    top: down,
    bottom: Math.min(bottom, canvas.height - MIN_SIDE - down),
  };
}

function sideProblems(name: 'width' | 'height', value: number): Problem[] {
  if (Number.isInteger(value) && value >= MIN_SIDE && value <= MAX_SIDE) return [];
  return [problem('range', [name], `The ${name} must be a whole number of pixels from ${MIN_SIDE} to ${MAX_SIDE}.`)];
}

function evenSide(length: number): number {
  return Math.min(MAX_SIDE, Math.max(MIN_SIDE, 2 * Math.round(length / 2)));
}

function reducedRatio(width: number, height: number): string {
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
