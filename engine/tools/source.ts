import { resolveTrim, type Trim } from '../edit/trim.ts';
import type { Size } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import { MAX_SIDE, MIN_SIDE } from '../project/limits.ts';
import { canBeClear, type Output, stillOutput, withEnding } from '../project/output.ts';
import type { Parsed } from '../project/parse.ts';
import type { Project, ProjectInput } from '../project/project.ts';
import { paceOf, runLength } from '../timeline/durations.ts';
import type { SpanSettings } from './spanFields.ts';
import type { Inputs, SourceMedia } from './tool.ts';

/** Longest side of a video that is laid out anew, of pictures or clips, pixels: cameras take pictures larger than players show videos. */
export const MAX_TOOL_SIDE = 1920;

/** The chosen span of a source, checked: the whole of it when there is no trim. */
export function resolveSpan(settings: SpanSettings, source: SourceMedia): Parsed<Trim> {
  const { isTrimmed, startTime, endTime = source.duration } = settings;
  if (isTrimmed === false) return { ok: true, value: { startTime: 0, endTime: source.duration, isTrimmed: false } };
  return resolveTrim(startTime, endTime, source.duration, 'video');
}

/** The inputs of a tool that works on the time of one file. */
export const oneMoving: Inputs = { min: 1, max: 1, kinds: ['video', 'animation'] };

/** The inputs of a tool that works on one file that is seen. */
export const oneSeen: Inputs = { min: 1, max: 1, kinds: ['video', 'animation', 'image'] };

/**
 * The size that a tool gives its result, pixels: the source's own, scaled down only where a canvas cannot be that large; even
 * sides of what moves.
 */
export function outputSize(source: SourceMedia): Size {
  return scaledDown(source, MAX_SIDE, isPicture(source) ? wholeSide : evenSide);
}

/** The size of a video that shows a source, pixels: that of a picture is 1920 on the long side at most; even sides. */
export function videoSize(source: SourceMedia): Size {
  return scaledDown(source, isPicture(source) ? MAX_TOOL_SIDE : MAX_SIDE, evenSide);
}

/** A size scaled down to a longest side, pixels. */
export function scaledDown({ width, height }: Size, longest: number, rounded: (length: number) => number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: rounded(width * scale), height: rounded(height * scale) };
}

/** The whole number of pixels next to a length, at least the shortest side a project may have. */
export function wholeSide(length: number): number {
  return Math.max(MIN_SIDE, Math.round(length));
}

/** The even number of pixels next to a length, at least the shortest side a project may have. */
export function evenSide(length: number): number {
  return Math.max(MIN_SIDE, 2 * Math.round(length / 2));
}

/** A layer of a source that moves: a video, or an animated picture as a converted GIF. */
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

/** Color around a source where the frame has another shape. */
export const usualSurround = '#000000';

/** The color around a source as chosen; the usual one does not hide which pixels of the source are clear. */
export function surroundOf(source: SourceMedia, chosen: string): string {
  return chosen === usualSurround ? backgroundOf(source, usualSurround) : chosen;
}

/** The background of a scene that must not hide which pixels of its source are clear. @param opaque behind an opaque source. */
export function backgroundOf({ hasAlpha, kind }: SourceMedia, opaque = '#ffffff'): string {
  return (hasAlpha ?? kind === 'image') ? 'transparent' : opaque;
}

/**
 * The project of a tool with white below its scenes where its output has no clear pixels. Other projects are rendered on black
 * there, in which the dark lines of a logo would be lost.
 */
export function withGround(project: Project): Project {
  if (canBeClear(project.output)) return project;
  const scenes = project.scenes.map((scene) =>
    isTransparent(scene.background) ? { ...scene, background: '#ffffff' } : scene,
  );
  return { ...project, scenes };
}

/** The position of a layer that covers its canvas. */
export const wholeFrame = { x: '0%', y: '0%', width: '100%', height: '100%' };

/**
 * Where a source stands that is shown whole on a canvas of its own size: nowhere in particular, or over all of the canvas where
 * that had to be rounded or is smaller, so that no line of the background is left.
 */
export function wholePlace({ width, height }: Size, canvas: Size) {
  if (width === canvas.width && height === canvas.height) return {};
  return { position: wholeFrame };
}

/** A project of one scene that shows a moving source; a GIF for an animated picture, else an MP4. */
export function videoProject(
  source: SourceMedia,
  size: { width: number; height: number },
  scene: Omit<ProjectInput['scenes'][number], 'id'>,
): ProjectInput {
  return {
    ...size,
    ratio: `${size.width}:${size.height}`,
    videoType: source.animated ? 'gif' : 'mp4',
    // The length of a scene is not read from converted GIFs, so it is written down.
    scenes: [{ background: backgroundOf(source), ...scene, id: 'scene', isImageVideo: source.animated }],
  };
}

/** A layer as a tool writes it. */
export type LayerInput = NonNullable<ProjectInput['scenes'][number]['layers']>[number];

/** A layer of a picture. */
export function pictureLayerOf({ url, width, height }: SourceMedia) {
  return { id: 'source', type: 'image' as const, url, width, height, objectFit: 'fill' as const };
}

/** How a source is shown in a scene. */
export interface SourceScene {
  /** Of the canvas, pixels. */
  size: { width: number; height: number };
  span: SpanSettings;
  /** What the source's layer has beyond the source itself; a picture takes of it what a picture has. */
  place?: Partial<Omit<LayerInput & { type: 'video' }, 'id' | 'type' | 'url'>>;
  /** What lies before it. */
  front?: readonly LayerInput[];
  /** Color behind it; default: none behind a source that may have clear pixels, else white. */
  background?: string;
}

/**
 * A project of one scene that shows a source: a still for a picture, else a video or GIF as long as the span takes at
 * its pace.
 */
export function projectOf(source: SourceMedia, scene: SourceScene): Parsed<ProjectInput> {
  const { size, span, place = {}, front = [], background = backgroundOf(source) } = scene;
  if (isPicture(source)) {
    const scenes = [
      {
        id: 'scene',
        background,
        layers: [...front, { ...pictureLayerOf(source), ...wholePlace(source, size), ...place }],
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

/** What comes out of a picture: the same format as far as it can be told by its name and is one that is written, else a PNG. */
function stillOf({ url }: SourceMedia): Output {
  const [, ending = ''] = /\.(\w+)$/.exec(url.split(/[?#]/, 1)[0] ?? '') ?? [];
  return withEnding(stillOutput, ending) ?? stillOutput;
}

/** Whether a source stands still. */
export function isPicture({ kind, animated }: SourceMedia): boolean {
  return kind === 'image' && !animated;
}
