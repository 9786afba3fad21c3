import * as z from 'zod';
import { kindOf, kinds } from '../kinds/index.ts';
import { fieldsOfLayer, type Layer, type LayerType } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import type { ImageMotion } from '../project/videoEffects.ts';
import { setPictureMotion } from './animate.ts';
import { withLayers } from './find.ts';

/** Style of a layer, without its content, position and time. */
export interface CopiedStyle {
  type: LayerType;
  fields: Record<string, unknown>;
  /** Slow motion of an image; each image it is pasted on moves for its own length. */
  motion?: ImageMotion['type'] | undefined;
}

/** Fields that are content; all others are style. */
const CONTENT: ReadonlySet<string> = new Set([
  ...[
    'id',
    'type',
    'name',
    'fieldNames',
    'group',
    'link',
    'lane',
    'anchor',
    'audioTrack',
    'isLocked',
    'isHidden',
    'position',
    'lockAspectRatio',
    'from',
    'to',
    'source',
  ],
  ...['url', 'width', 'height', 'duration', 'credit', 'converted_gif', 'gif_name', 'motion', 'keyframes', 'crop'],
  ...['isMuted', 'isTrimmed', 'startTime', 'endTime', 'loopMode', 'playLength', 'speed', 'stopMotion'],
  ...['isReversed', 'isBoomeranged', 'shapeType', 'svgData', 'text', 'cues', 'at'],
  ...['languageCode', 'transcriptionId', 'finishedTranscribingAt'],
]);

/** Volume fields are not style, except for audio layers, which have no other. */
const LOUDNESS: ReadonlySet<string> = new Set(['volume', 'fadeIn', 'fadeOut', 'pan', 'eq']);

/** Animation fields also hold the offsets of a split layer, which are not style. */
const ANIMATIONS: ReadonlySet<string> = new Set(['animation', 'animateIn', 'animateOut']);

/** Returns whether a field accepts a value; subtitles, for example, have no typewriter animation. */
function canHold(field: unknown, value: unknown): boolean {
  return value !== undefined && field instanceof z.ZodType && field.safeParse(value, { jitless: true }).success;
}

/** Copies the style of a layer. */
export function styleOf(layer: Layer): CopiedStyle {
  const fields = Object.entries(layer)
    .filter(([name, value]) => isStyle(name, layer.type) && value !== undefined)
    .map(([name, value]) => [name, ANIMATIONS.has(name) ? wholeAnimation(value) : value]);
  const motion = layer.type === 'image' ? layer.motion?.type : undefined;
  return { type: layer.type, fields: Object.fromEntries(fields), ...(motion && { motion }) };
}

function wholeAnimation({ at: _at, after: _after, ...animation }: { at?: number; after?: number }): object {
  return animation;
}

/** Returns whether a style can be pasted on a layer: same type or same family. */
export function canHaveStyle({ type }: CopiedStyle, layer: Layer): boolean {
  if (type === layer.type) return true;
  const { styleFamily } = kinds[type];
  return styleFamily !== undefined && styleFamily === kindOf(layer).styleFamily;
}

/** Pastes a style on layers; skips those that cannot have it. */
export function pasteStyle(project: Project, layerIds: readonly string[], style: CopiedStyle): Project {
  const { motion } = style;
  const moved = motion
    ? layerIds.reduce((before, id) => setPictureMotion(before, id, { type: motion }), project)
    : project;
  return withLayers(moved, layerIds, (layer) => {
    if (!canHaveStyle(style, layer)) return layer;
    const names = Object.keys(fieldsOfLayer(layer.type)).filter((name) => isStyle(name, layer.type));
    const source = fieldsOfLayer(style.type);
    // Fields that the other type lacks stay unchanged.
    const shared = names.filter((name) => name in source);
    const before = layer as Record<string, unknown>;
    if (shared.every((name) => JSON.stringify(before[name]) === JSON.stringify(style.fields[name]))) return layer;
    const kept = Object.entries(layer).filter(([name]) => !shared.includes(name));
    const fields = fieldsOfLayer(layer.type);
    const styled = shared
      .filter((name) => canHold(fields[name], style.fields[name]))
      .map((name) => [name, style.fields[name]]);
    return Object.fromEntries([...kept, ...styled]) as Layer;
  });
}

function isStyle(name: string, type: LayerType): boolean {
  return !CONTENT.has(name) && (type === 'audio' || !LOUDNESS.has(name));
}
