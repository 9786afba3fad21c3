import * as z from 'zod';
import { kindOf } from '../kinds/index.ts';
import type { Paintable } from '../kinds/kind.ts';
import { isText } from '../kinds/text.ts';
import { fieldsOfLayer, type Layer, type LayerOf, type LayerType, type TextLayer } from '../project/layers.ts';
import { type Project, projectFields } from '../project/project.ts';
import { withLayer } from './find.ts';

/** Style fields of each layer type. Position, content, files and times have their own edits. */
export type LayerFields = { [T in LayerType]: Partial<Omit<LayerOf<T>, Structural | Label | Content | File | Time>> };

/** Project settings that panels change individually. */
export type ProjectFields = Partial<Pick<Project, 'quality' | 'snapToGrid' | 'background' | 'isMuted'>>;

type Structural = 'id' | 'type' | 'position' | 'keyframes' | 'lockAspectRatio' | 'from' | 'to';
type Content = 'animation' | 'cues' | 'shapeType' | 'svgData';
type File = 'url' | 'width' | 'height' | 'duration' | 'audioTrack' | 'credit' | 'crop' | 'converted_gif' | 'gif_name';
type Time =
  | 'isTrimmed'
  | 'startTime'
  | 'endTime'
  | 'playLength'
  | 'speed'
  | 'isReversed'
  | 'isBoomeranged'
  | 'stopMotion';
type Label = 'name' | 'fieldNames' | 'group' | 'isLocked' | 'isHidden';

/**
 * Changes style fields of a layer: text, fonts, colors, lines, opacity. Clamps numbers, cuts texts to their maximum
 * length, and ignores invalid values such as an invalid color.
 * @returns the same project if there is no such layer of that type, or nothing changed.
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

/** Changes settings of the project, with the rules of setLayerFields. */
export function setProjectFields(project: Project, fields: ProjectFields): Project {
  return withFields(project, fields, projectFields.shape);
}

/**
 * Sets the main color of a layer: of text, the fill of a shape (line color of a line or arrow), the background of a
 * placeholder. Does nothing for images and videos.
 */
export function setLayerColor(project: Project, layerId: string, color: string): Project {
  return withColor(project, layerId, 'color', color);
}

/** Sets the outline color of a text (black, white or none) or a shape. Does nothing for other layers. */
export function setOutlineColor(project: Project, layerId: string, color: string): Project {
  return withColor(project, layerId, 'outline', color);
}

/** Returns a layer's color or outline color, and whether it may be none; undefined if its kind has none. */
export function colorOf(layer: Layer, of: Paintable): { color: string; canBeNone: boolean } | undefined {
  const field = kindOf(layer).colorField(layer, of);
  return field && { color: String((layer as Record<string, unknown>)[field.name]), canBeNone: field.canBeNone };
}

/** Mutes or unmutes a video or audio layer. */
export function toggleMute(project: Project, layerId: string): Project {
  return withLayer(project, layerId, (layer) => ('isMuted' in layer ? { ...layer, isMuted: !layer.isMuted } : layer));
}

/**
 * Sets family, weight or style of a text's font.
 * @param fitFontSize returns the font size in pixels that fits the text to its box, if a measuring canvas is available;
 * otherwise the painter fits the size.
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

/** Returns a layer with a color set; see setLayerColor. */
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

/** Clamps a number to the range of its field, cuts a text to its maximum length; returns anything else unchanged. */
function bounded(field: z.ZodType, value: unknown): unknown {
  const inner = innerOf(field);
  if (typeof value === 'number' && inner instanceof z.ZodNumber && !Number.isNaN(value)) {
    // Adding 0 turns −0, which JSON cannot represent, into 0.
    return Math.min(inner.maxValue ?? Infinity, Math.max(inner.minValue ?? -Infinity, value)) + 0;
  }
  if (typeof value === 'string' && inner instanceof z.ZodString) return cut(value, inner.maxLength ?? Infinity);
  return value;
}

function innerOf(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional ? innerOf(field.unwrap() as z.ZodType) : field;
}

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
}
