import * as z from 'zod';
import { fieldsOfLayer, type Layer, type LayerType } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayers } from './find.ts';

/** How a layer looks, without what it is, says and shows, where and when. */
export interface CopiedStyle {
  type: LayerType;
  fields: Record<string, unknown>;
}

/** Fields that say what a layer is, not how it looks; every other one is style. */
const CONTENT: ReadonlySet<string> = new Set([
  ...[
    'id',
    'type',
    'name',
    'fieldNames',
    'group',
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

/** How loud a video is: no look. Of a sound layer there is no other style. */
const LOUDNESS: ReadonlySet<string> = new Set(['volume', 'fadeIn', 'fadeOut']);

/** Fields whose value says too how much of it falls outside of the time of its layer, as where that was cut in two: no look. */
const ANIMATIONS: ReadonlySet<string> = new Set(['animation', 'animateIn', 'animateOut']);

/** Kinds that share all of their style. */
const FAMILIES: readonly (readonly LayerType[])[] = [
  ['text', 'subtitles'],
  ['image', 'video'],
];

/** Whether a field can have a value: subtitles, say, are not written letter by letter as a text is. */
function canHold(field: unknown, value: unknown): boolean {
  return value !== undefined && field instanceof z.ZodType && field.safeParse(value, { jitless: true }).success;
}

/** Takes the style of a layer. */
export function styleOf(layer: Layer): CopiedStyle {
  const fields = Object.entries(layer)
    .filter(([name, value]) => isStyle(name, layer.type) && value !== undefined)
    .map(([name, value]) => [name, ANIMATIONS.has(name) ? wholeAnimation(value) : value]);
  return { type: layer.type, fields: Object.fromEntries(fields) };
}

function wholeAnimation({ at: _at, after: _after, ...animation }: { at?: number; after?: number }): object {
  return animation;
}

/** Whether a layer can have a style: it is of the same kind, or of one that is alike. */
export function canHaveStyle({ type }: CopiedStyle, layer: Layer): boolean {
  return type === layer.type || FAMILIES.some((family) => family.includes(type) && family.includes(layer.type));
}

/** Gives layers a style; those of kinds that cannot have it stay as they are. */
export function pasteStyle(project: Project, layerIds: readonly string[], style: CopiedStyle): Project {
  return withLayers(project, layerIds, (layer) => {
    if (!canHaveStyle(style, layer)) return layer;
    const names = Object.keys(fieldsOfLayer(layer.type)).filter((name) => isStyle(name, layer.type));
    const source = fieldsOfLayer(style.type);
    // What the other kind does not have stays.
    const shared = names.filter((name) => name in source);
    const before = layer as Record<string, unknown>;
    if (shared.every((name) => JSON.stringify(before[name]) === JSON.stringify(style.fields[name]))) return layer;
    const kept = Object.entries(layer).filter(([name]) => !shared.includes(name));
    const fields = fieldsOfLayer(layer.type);
    const given = shared
      .filter((name) => canHold(fields[name], style.fields[name]))
      .map((name) => [name, style.fields[name]]);
    return Object.fromEntries([...kept, ...given]) as Layer;
  });
}

function isStyle(name: string, type: LayerType): boolean {
  return !CONTENT.has(name) && (type === 'audio' || !LOUDNESS.has(name));
}
