import { resolveTrim, type Trim } from '../edit/trim.ts';
import type { Size } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import { MAX_SIDE, MIN_SIDE } from '../project/limits.ts';
import { type Output, outputWithExtension, stillOutput, supportsAlpha } from '../project/output.ts';
import type { Parsed } from '../project/parse.ts';
import type { Project, ProjectInput } from '../project/project.ts';
import { paceOf, runLength } from '../timeline/durations.ts';
import type { SpanSettings } from './spanFields.ts';
import type { Inputs, SourceMedia } from './tool.ts';

/**
 * Longest side of videos that tools compose from images or clips, in pixels: cameras take larger images than players
 * can show.
 */
export const MAX_TOOL_SIDE = 1920;

/** Returns the validated span of a source: all of it without a trim. */
export function resolveSpan(settings: SpanSettings, source: SourceMedia): Parsed<Trim> {
  const { isTrimmed, startTime, endTime = source.duration } = settings;
  if (isTrimmed === false) return { ok: true, value: { startTime: 0, endTime: source.duration, isTrimmed: false } };
  return resolveTrim(startTime, endTime, source.duration, 'video');
}

/** Inputs of a tool that changes the timing of one file. */
export const oneMoving: Inputs = { min: 1, max: 1, kinds: ['video', 'animation'] };

/** Inputs of a tool that works on one visible file. */
export const oneVisible: Inputs = { min: 1, max: 1, kinds: ['video', 'animation', 'image'] };

/**
 * Returns the size of a tool's result in pixels: the source's, scaled down only to canvas limits; even sides if it
 * moves.
 */
export function outputSize(source: SourceMedia): Size {
  return scaledDown(source, MAX_SIDE, isPicture(source) ? wholeSide : evenSide);
}

/**
 * Returns the size of a video that shows a source, in pixels: for an image at most 1920 on the long side; even sides.
 */
export function videoSize(source: SourceMedia): Size {
  return scaledDown(source, isPicture(source) ? MAX_TOOL_SIDE : MAX_SIDE, evenSide);
}

/** Scales a size down to a longest side, in pixels. */
export function scaledDown({ width, height }: Size, longest: number, rounded: (length: number) => number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: rounded(width * scale), height: rounded(height * scale) };
}

/** Rounds to whole pixels, at least the shortest side of a project. */
export function wholeSide(length: number): number {
  return Math.max(MIN_SIDE, Math.round(length));
}

/** Rounds to an even number of pixels, at least the shortest side of a project. */
export function evenSide(length: number): number {
  return Math.max(MIN_SIDE, 2 * Math.round(length / 2));
}

/** Returns the layer of a moving source: a video, or an animated image as a converted GIF. */
export function videoLayerOf(source: SourceMedia, trim: Trim) {
  return {
    id: 'source',
    type: 'video' as const,
    url: source.url,
    width: source.width,
    height: source.height,
    duration: source.duration,
    converted_gif: source.animated,
    objectFit: 'fill' as const,
    ...trim,
  };
}

/** Default color around a source in a frame of another ratio. */
export const usualSurround = '#000000';

/** Returns the color around a source; the default one keeps the source's transparency. */
export function surroundOf(source: SourceMedia, chosen: string): string {
  return chosen === usualSurround ? backgroundOf(source, usualSurround) : chosen;
}

/** Returns a background that keeps the transparency of its source. @param opaque color behind an opaque source. */
export function backgroundOf({ hasAlpha, kind }: SourceMedia, opaque = '#ffffff'): string {
  return (hasAlpha ?? kind === 'image') ? 'transparent' : opaque;
}

/**
 * Puts white behind the scenes of a project whose output has no alpha. Otherwise they would be rendered on black, which
 * hides the dark lines of a logo.
 */
export function withWhiteBackground(project: Project): Project {
  if (supportsAlpha(project.output)) return project;
  const scenes = project.scenes.map((scene) =>
    isTransparent(scene.background) ? { ...scene, background: '#ffffff' } : scene,
  );
  return { ...project, scenes };
}

/** Position of a layer that covers its canvas. */
export const wholeFrame = { x: '0%', y: '0%', width: '100%', height: '100%' };

/**
 * Returns the position of a source that fills a canvas of its own size: none, or the whole canvas if that was rounded
 * or scaled, so that no line of the background is visible.
 */
export function wholePlace({ width, height }: Size, canvas: Size) {
  if (width === canvas.width && height === canvas.height) return {};
  return { position: wholeFrame };
}

/** Creates a project with one scene that shows a moving source; a GIF for an animated image, else an MP4. */
export function videoProject(
  source: SourceMedia,
  size: { width: number; height: number },
  scene: Omit<ProjectInput['scenes'][number], 'id'>,
): ProjectInput {
  return {
    ...size,
    ratio: `${size.width}:${size.height}`,
    videoType: source.animated ? 'gif' : 'mp4',
    // Converted GIFs do not set the length of a scene, so it is written here.
    scenes: [{ background: backgroundOf(source), ...scene, id: 'scene', isImageVideo: source.animated }],
  };
}

/** A layer as tools write it. */
export type LayerInput = NonNullable<ProjectInput['scenes'][number]['layers']>[number];

/** Returns the layer of an image. */
export function imageLayerOf({ url, width, height }: SourceMedia) {
  return { id: 'source', type: 'image' as const, url, width, height, objectFit: 'fill' as const };
}

/** How a source is shown in a scene. */
export interface SourceScene {
  /** Size of the canvas, in pixels. */
  size: { width: number; height: number };
  span: SpanSettings;
  /** Additional fields of the source's layer; an image ignores those that it does not have. */
  place?: Partial<Omit<LayerInput & { type: 'video' }, 'id' | 'type' | 'url'>>;
  /** Layers in front of it. */
  front?: readonly LayerInput[];
  /** Color behind it; default: none behind a source that may be transparent, else white. */
  background?: string;
}

/**
 * Creates a project with one scene that shows a source: a still for an image, else a video or GIF of the span's length
 * at its speed.
 */
export function projectOf(source: SourceMedia, scene: SourceScene): Parsed<ProjectInput> {
  const { size, span, place = {}, front = [], background = backgroundOf(source) } = scene;
  if (isPicture(source)) {
    const scenes = [
      {
        id: 'scene',
        background,
        layers: [...front, { ...imageLayerOf(source), ...wholePlace(source, size), ...place }],
      },
    ];
    return { ok: true, value: { ...size, ratio: `${size.width}:${size.height}`, output: stillOf(source), scenes } };
  }
  const trim = resolveSpan(span, source);
  if (!trim.ok) return trim;
  const { speed = 1, stopMotion, isReversed = false, isBoomeranged = false } = place;
  const { startTime: start, endTime: end } = trim.value;
  const duration = runLength({ start, end, isReversed, isBoomeranged, ...paceOf(speed, stopMotion) });
  const layers = [...front, { ...videoLayerOf(source, trim.value), ...wholePlace(source, size), ...place }];
  return { ok: true, value: videoProject(source, size, { duration, background, layers }) };
}

/** Returns the output for an image: the same format if its extension names a supported one, else PNG. */
function stillOf({ url }: SourceMedia): Output {
  const [, ending = ''] = /\.(\w+)$/.exec(url.split(/[?#]/, 1)[0] ?? '') ?? [];
  return outputWithExtension(stillOutput, ending) ?? stillOutput;
}

/** Returns whether a source is a still image. */
export function isPicture({ kind, animated }: SourceMedia): boolean {
  return kind === 'image' && !animated;
}
