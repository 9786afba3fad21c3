import * as z from 'zod';
import { resolveTrim, type Trim } from '../edit/trim.ts';
import { seconds } from '../project/fields.ts';
import { MIN_SIDE } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import type { ProjectInput } from '../project/project.ts';
import { field } from './field.ts';
import type { Inputs, SourceMedia } from './tool.ts';

/** Longest side of what a tool makes, pixels; larger sources are scaled down. */
export const MAX_TOOL_SIDE = 1920;

/** The span of the source, which every tool's body may carry. Seconds. */
export const spanFields = {
  isTrimmed: z.boolean().optional().describe('whether the span counts; left out, it does when a time is given'),
  startTime: field(seconds.default(0), {
    title: 'Start',
    description: 'start of the span',
    unit: 's',
    control: 'time',
  }),
  endTime: field(seconds.optional(), {
    title: 'End',
    description: "end of the span, the source's end when left out",
    unit: 's',
    control: 'time',
  }),
};

/** What spanFields parse to. */
export type SpanSettings = z.output<z.ZodObject<typeof spanFields>>;

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

/** The size that a tool gives its result: the source's own, scaled down to 1920 on the long side; even sides. */
export function outputSize(source: SourceMedia): { width: number; height: number } {
  const scale = Math.min(1, MAX_TOOL_SIDE / Math.max(source.width, source.height));
  return { width: evenSide(source.width * scale), height: evenSide(source.height * scale) };
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
    scenes: [{ ...scene, id: 'scene', isImageVideo: source.animated }],
  };
}

type LayerInput = NonNullable<ProjectInput['scenes'][number]['layers']>[number];

/** How a source is shown in a scene. */
export interface SourceScene {
  /** Of the canvas, pixels. */
  size: { width: number; height: number };
  span: SpanSettings;
  /** What the source's layer has beyond the source itself. */
  place?: Pick<LayerInput & { type: 'video' }, 'position' | 'flipped' | 'flippedVertical'>;
  /** What lies before it. */
  front?: readonly LayerInput[];
}

/** A project of one scene that shows a source: a still for a picture, else a video or GIF as long as the span. */
export function projectOf(
  source: SourceMedia,
  { size, span, place = {}, front = [] }: SourceScene,
): Parsed<ProjectInput> {
  if (source.kind === 'image' && !source.animated) {
    const { url, width, height } = source;
    const layer = { id: 'source', type: 'image' as const, url, width, height, objectFit: 'fill' as const, ...place };
    const scenes = [{ id: 'scene', layers: [...front, layer] }];
    return { ok: true, value: { ...size, ratio: `${size.width}:${size.height}`, isImage: true, scenes } };
  }
  const trim = resolveSpan(span, source);
  if (!trim.ok) return trim;
  const duration = trim.value.endTime - trim.value.startTime;
  const layers = [...front, { ...videoLayerOf(source, trim.value), ...place }];
  return { ok: true, value: videoProject(source, size, { duration, layers }) };
}
