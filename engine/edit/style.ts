import * as z from 'zod';
import { kindOf } from '../kinds/index.ts';
import type { Paintable } from '../kinds/kind.ts';
import { isText } from '../kinds/text.ts';
import {
  type AudioLayer,
  fieldsOfLayer,
  type ImageLayer,
  type Layer,
  type LayerType,
  type PlaceholderLayer,
  type ShapeLayer,
  type SubtitlesLayer,
  type TextLayer,
  type VideoLayer,
} from '../project/layers.ts';
import { type Project, projectFields } from '../project/project.ts';
import { withLayer } from './find.ts';

/** The fields of each type of layer that say how it looks. Place, files and times have edits of their own. */
export interface LayerFields {
  text: Partial<Omit<TextLayer, Structural | 'animation'>>;
  image: Partial<Pick<ImageLayer, 'objectFit' | 'source' | Filter | Look>>;
  video: Partial<Pick<VideoLayer, 'objectFit' | 'source' | 'isMuted' | 'loopMode' | Filter | Look | Sound>>;
  shape: Partial<Omit<ShapeLayer, Structural | 'shapeType' | 'svgData'>>;
  placeholder: Partial<Omit<PlaceholderLayer, Structural>>;
  subtitles: Partial<Omit<SubtitlesLayer, Structural | 'cues'>>;
  audio: Partial<Pick<AudioLayer, 'source' | 'isMuted' | 'loopMode' | Sound>>;
}

/** The settings of a project that panels change one by one. */
export type ProjectFields = Partial<Pick<Project, 'quality' | 'snapToGrid' | 'background' | 'isMuted'>>;

type Filter =
  | 'flipped'
  | 'flippedVertical'
  | 'filterName'
  | 'brightness'
  | 'contrast'
  | 'saturation'
  | 'vignette'
  | 'fadeOpacity';
type Look = 'globalAlpha' | 'radius' | 'blendMode' | 'shadowColor' | 'shadowBlur' | 'shadowOffsetX' | 'shadowOffsetY';
type Sound = 'volume' | 'fadeIn' | 'fadeOut';
type Structural = 'id' | 'type' | 'position' | 'keyframes' | 'lockAspectRatio' | 'from' | 'to' | Label;
type Label = 'name' | 'fieldNames' | 'group' | 'isLocked' | 'isHidden';

/**
 * Changes how a layer looks: its text, fonts, colors, lines, opacity. Numbers are moved between their limits, texts are
 * cut to their longest; a value that the field cannot have (a color that is none) is left out.
 * @returns the same project when there is no such layer of that type, or nothing changed.
 */
export function setLayerFields<T extends LayerType>(
  project: Project,
  layerId: string,
  type: T,
  fields: LayerFields[T],
): Project {
  return withLayer(project, layerId, (layer) => {
    if (layer.type !== type) return layer;
    return withFields<Layer>(layer, fields, fieldsOfLayer(type));
  });
}

/** Changes settings of the project, by the same rules as setLayerFields. */
export function setProjectFields(project: Project, fields: ProjectFields): Project {
  return withFields(project, fields, projectFields.shape);
}

/**
 * Sets the color of a layer as the color screen does of it: of a text, the fill of a shape (of a line or
 * arrow its line), the ground of a placeholder. Nothing for pictures and videos.
 */
export function setLayerColor(project: Project, layerId: string, color: string): Project {
  return withColor(project, layerId, 'color', color);
}

/** Sets the color of an outline: of a text (black, white or none) or of a shape. Nothing for other layers. */
export function setOutlineColor(project: Project, layerId: string, color: string): Project {
  return withColor(project, layerId, 'outline', color);
}

/** The color of a layer, or of its outline, and whether none is a choice; undefined where its kind has none. */
export function colorOf(layer: Layer, of: Paintable): { color: string; canBeNone: boolean } | undefined {
  const field = kindOf(layer).colorField(layer, of);
  return field && { color: String((layer as Record<string, unknown>)[field.name]), canBeNone: field.canBeNone };
}

/** Mutes or unmutes a video or sound layer. */
export function toggleMute(project: Project, layerId: string): Project {
  return withLayer(project, layerId, (layer) => ('isMuted' in layer ? { ...layer, isMuted: !layer.isMuted } : layer));
}

/**
 * Gives a text another weight or slant, or both, with the font that has it.
 * @param fitFontSize measures the size in pixels that fits the text to its box, where a measuring canvas is at hand;
 * without it the painter fits the size when it paints.
 */
export function setLettering(
  project: Project,
  layerId: string,
  fields: Partial<Pick<TextLayer, 'fontFamily' | 'fontWeight' | 'fontStyle'>>,
  fitFontSize?: (layer: TextLayer) => number,
): Project {
  return withLayer(project, layerId, (layer) => {
    if (!isText(layer)) return layer;
    const fitted: TextLayer = { ...layer, ...fields };
    return fitFontSize && fitted.fitText ? { ...fitted, fontSize: `${fitFontSize(fitted)}px` } : fitted;
  });
}

function withColor(project: Project, layerId: string, of: Paintable, color: string): Project {
  return withLayer(project, layerId, (layer) => coloredLayer(layer, color, of));
}

/** A layer as setLayerColor makes it. */
export function coloredLayer(layer: Layer, color: string, of: Paintable = 'color'): Layer {
  const field = kindOf(layer).colorField(layer, of);
  return field ? withFields<Layer>(layer, { [field.name]: color }, fieldsOfLayer(layer.type)) : layer;
}

function withFields<T extends object>(before: T, fields: object, shape: z.ZodRawShape): T {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = shape[name];
    const fitted = field instanceof z.ZodType ? field.safeParse(bounded(field, value), { jitless: true }) : undefined;
    if (fitted?.success && fitted.data !== (before as Record<string, unknown>)[name]) changed[name] = fitted.data;
  }
  return Object.keys(changed).length > 0 ? { ...before, ...changed } : before;
}

/** A number between the limits of its field, a text cut to its longest; anything else as it is. */
function bounded(field: z.ZodType, value: unknown): unknown {
  const inner = innerOf(field);
  if (typeof value === 'number' && inner instanceof z.ZodNumber && !Number.isNaN(value)) {
    // Adding 0 turns −0, which JSON does not know, into 0.
    return Math.min(inner.maxValue ?? Infinity, Math.max(inner.minValue ?? -Infinity, value)) + 0;
  }
  if (typeof value === 'string' && inner instanceof z.ZodString) return cut(value, inner.maxLength ?? Infinity);
  return value;
}

function innerOf(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional ? innerOf(field.unwrap() as z.ZodType) : field;
}

/** The beginning of a text; a character that takes two places is not cut in half. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
}
