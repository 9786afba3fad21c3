import type { Size } from '../layout/box.ts';
import { MAX_SIDE, MIN_SIDE } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';

/** Purpose and size of a canvas, in pixels. */
export interface CanvasPurpose {
  purpose: string;
  ratio: string;
  width: number;
  height: number;
}

/** Preset ratios with their names and common sizes, by purpose. */
export const ratioPresets = [
  { ratio: '1:1', name: 'Square', sizes: [sized('Square post', 1080, 1080)] },
  { ratio: '9:16', name: 'Story', sizes: [sized('Reel, Story, Short', 1080, 1920)] },
  { ratio: '16:9', name: 'Widescreen', sizes: [sized('1080p', 1920, 1080), sized('4K', 3840, 2160)] },
  { ratio: '4:5', name: 'Portrait', sizes: [sized('Portrait post', 1080, 1350)] },
  { ratio: '5:4', name: 'Landscape', sizes: [sized('Landscape post', 1350, 1080)] },
] as const;

/** Whether the canvas has the project's aspect ratio (a project file may set only the size). Ignores padding. */
export function hasItsRatio({ ratio, width, height, padding }: Project): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return padding !== undefined || Math.abs((width * down) / (height * across) - 1) < 0.02;
}

/** The common sizes of all ratios. */
export const canvasPurposes: readonly CanvasPurpose[] = ratioPresets.flatMap(({ ratio, sizes }) =>
  sizes.map((size) => ({ ...size, ratio })),
);

function sized(purpose: string, width: number, height: number) {
  return { purpose, width, height };
}

/**
 * Sets a custom canvas size; layers keep their percentages, the ratio follows.
 * @param width, height integers in pixels, 16 to 4096. @returns a problem for each invalid side.
 */
export function setCanvasSize(project: Project, width: number, height: number): Parsed<Project> {
  const problems = [...sideProblems('width', width), ...sideProblems('height', height)];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: resized(project, { width, height, ratio: reducedRatio(width, height) }) };
}

/** Returns the project with another canvas size; unchanged for an invalid or missing size. */
export function withCanvasSize(project: Project, size: { width: number; height: number } | undefined): Project {
  if (!size || (size.width === project.width && size.height === project.height)) return project;
  const made = setCanvasSize(project, size.width, size.height);
  return made.ok ? made.value : project;
}

/** Limits of the long side of a canvas that takes its shape from a file, in pixels. */
const LEAST_LONG_SIDE = 1280;
const MOST_LONG_SIDE = 1920;

/** Gives the canvas the aspect ratio of a file. @param file size in pixels; without one nothing changes. */
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

/** Shorter sides of common video sizes, in pixels. */
const SHORT_SIDES = [480, 720, 1080, 1440, 2160];

/** Returns the common sizes of a canvas's shape, and its own, in pixels, smallest first. Every side is 16 to 4096. */
export function sizesOfRatio({ width, height }: Size): Size[] {
  const short = Math.min(width, height);
  const scaled = SHORT_SIDES.filter((side) => side !== short).map((side) => ({
    width: 2 * Math.round((width * side) / short / 2),
    height: 2 * Math.round((height * side) / short / 2),
  }));
  const possible = scaled.filter((size) => Math.max(size.width, size.height) <= MAX_SIDE);
  return [...possible, { width, height }].sort((a, b) => a.width - b.width);
}

/** Initial side length of the canvas, in pixels. */
const FIRST_SIDE = 1280;

/** Returns whether the canvas is still empty and has its initial ratio and size. */
export function isCanvasUntouched({ scenes, ratio, width, height, padding }: Project): boolean {
  const isEmpty = scenes.length === 1 && scenes[0]?.layers.length === 0;
  const isFirst = ratio === '1:1' && width === FIRST_SIDE && height === FIRST_SIDE && padding === undefined;
  return isEmpty && isFirst;
}

/** Returns the project with another canvas, without padding. */
export function resized(project: Project, size: Pick<Project, 'width' | 'height' | 'ratio'>): Project {
  const { padding, ...rest } = project;
  const isSame = size.width === rest.width && size.height === rest.height && size.ratio === rest.ratio;
  return isSame && !padding ? project : { ...rest, ...size };
}

function sideProblems(name: 'width' | 'height', value: number): Problem[] {
  if (Number.isInteger(value) && value >= MIN_SIDE && value <= MAX_SIDE) return [];
  return [problem('range', [name], `The ${name} must be a whole number of pixels from ${MIN_SIDE} to ${MAX_SIDE}.`)];
}

/** Rounds a side length to an even number of pixels, 16 to 4096. */
export function evenSide(length: number): number {
  return Math.min(MAX_SIDE, Math.max(MIN_SIDE, 2 * Math.round(length / 2)));
}

/** Returns a ratio in its smallest integers. */
export function reducedRatio(width: number, height: number): string {
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
