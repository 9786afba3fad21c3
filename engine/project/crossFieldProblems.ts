import type { PlayedLayer } from './layers.ts';
import { MAX_CUES, MAX_LAYERS_PER_SCENE, MAX_SCENES, MIN_KEYFRAME_SECONDS, MIN_TRIM_SECONDS } from './limits.ts';
import { messages } from './messages.ts';
import { type Problem, problem } from './problems.ts';

/** Problems that involve several fields. These checks read unvalidated values, so other mistakes do not hide them. */

type Path = (string | number)[];
type Fields = Record<string, unknown>;

/** Returns problems of duplicate ids among scenes, among layers, and among the subtitles of one layer. */
export function duplicateIds(project: unknown): Problem[] {
  const layers = layersOf(project);
  return [
    ...duplicatesIn(scenesOf(project), 'scene'),
    ...duplicatesIn(layers, 'layer'),
    ...layers.flatMap((layer) => duplicatesIn(cuesOf(layer), 'subtitle')),
  ];
}

/**
 * Returns problems of all trims of a project. An end past the end of the file counts as the file's end, so a trim that
 * starts behind it has a problem as soon as the file's length is known.
 */
export function allTrimProblems(project: unknown): Problem[] {
  const found = layersOf(project).flatMap(({ fields, path }) => {
    const { type, isTrimmed, startTime, endTime, duration, to } = fields;
    if (!isPlayedType(type) || isTrimmed !== true) return [];
    const end = earliest(secondsOf(endTime), secondsOf(duration));
    const found = trimProblems(secondsOf(startTime) ?? 0, end, [...path, 'endTime'], type);
    // A layer with an explicit end, such as one between two cuts, may be shorter.
    return secondsOf(to) === undefined ? found : found.filter(({ code }) => code !== 'trim.short');
  });
  const audio = fieldsOf(fieldsOf(project).audio);
  if (audio.isTrimmed !== true) return found;
  const end = earliest(secondsOf(audio.trimEndTime), secondsOf(audio.duration));
  return [...found, ...trimProblems(secondsOf(audio.trimStartTime) ?? 0, end, ['audio', 'trimEndTime'], 'audio')];
}

/** The message for a trim that is too short, by layer type. The audio track uses that of audio layers. */
export const trimTooShort: { readonly [T in PlayedLayer['type']]: string } = {
  video: messages.trimTooShort,
  audio: messages.audioTrimTooShort,
};

function isPlayedType(type: unknown): type is PlayedLayer['type'] {
  return typeof type === 'string' && Object.hasOwn(trimTooShort, type);
}

/**
 * Returns the problem of a trim: it must start before it ends and last at least `MIN_TRIM_SECONDS`.
 * @param start in seconds. @param end in seconds; undefined (not known yet) has no problem.
 */
export function trimProblems(
  start: number,
  end: number | undefined,
  path: readonly PropertyKey[],
  kind: PlayedLayer['type'],
): Problem[] {
  if (end === undefined) return [];
  if (start >= end) return [problem('trim.order', path, messages.trimOrder)];
  // In floating point, 2.3 − 1.3 is slightly less than 1.
  if (end - start < MIN_TRIM_SECONDS - 1e-6) {
    return [problem('trim.short', path, trimTooShort[kind])];
  }
  return [];
}

/** Returns problems of layers and subtitles that do not end after they start, and of keyframes out of order. */
export function timeOrderProblems(project: unknown): Problem[] {
  return layersOf(project).flatMap((layer) => [
    ...orderOf(layer, 'from', 'to', messages.timeOrder),
    ...cuesOf(layer).flatMap((cue) => orderOf(cue, 'startTime', 'endTime', messages.cueOrder)),
    ...keyframeOrder(layer),
  ]);
}

/** Reports the first keyframe of a layer that does not come after its predecessor. */
function keyframeOrder({ fields, path }: Item): Problem[] {
  const items = itemsOf(fields.keyframes, [...path, 'keyframes']);
  const early = items.find(({ fields: { time } }, i) => {
    const before = items[i - 1]?.fields.time;
    // The tolerance covers floating-point error between keyframes that are exactly the minimum apart.
    return typeof time === 'number' && typeof before === 'number' && time - before < MIN_KEYFRAME_SECONDS - 1e-6;
  });
  return early ? [problem('time.order', [...early.path, 'time'], messages.keyframeOrder)] : [];
}

function orderOf({ fields, path }: Item, start: string, end: string, message: string): Problem[] {
  const [from, to] = [start, end].map((name) => (typeof fields[name] === 'number' ? fields[name] : undefined));
  return to !== undefined && to <= (from ?? 0) ? [problem('time.order', [...path, end], message)] : [];
}

/** Returns problems of layers that follow a scene which does not exist. */
export function anchorProblems(project: unknown): Problem[] {
  const ids = new Set(scenesOf(project).map(({ fields: { id } }) => id));
  return projectLayersOf(project).flatMap(({ fields: { anchor }, path }) =>
    typeof anchor === 'string' && !ids.has(anchor)
      ? [problem('anchor.missing', [...path, 'anchor'], `No scene has the id "${anchor}".`)]
      : [],
  );
}

interface Item {
  fields: Fields;
  path: Path;
}

function scenesOf(project: unknown): Item[] {
  return itemsOf(fieldsOf(project).scenes, ['scenes']);
}

function layersOf(project: unknown): Item[] {
  const ofScenes = scenesOf(project).flatMap(({ fields, path }) => itemsOf(fields.layers, [...path, 'layers']));
  return [...ofScenes, ...projectLayersOf(project)];
}

function projectLayersOf(project: unknown): Item[] {
  return itemsOf(fieldsOf(project).layers, ['layers']);
}

function cuesOf({ fields, path }: Item): Item[] {
  return itemsOf(fields.cues, [...path, 'cues']);
}

/** Longer lists already have a problem; only their beginning is checked. */
const most = Math.max(MAX_SCENES, MAX_LAYERS_PER_SCENE, MAX_CUES);

function itemsOf(list: unknown, path: Path): Item[] {
  return Array.isArray(list)
    ? list.slice(0, most).map((item, i) => ({ fields: fieldsOf(item), path: [...path, i] }))
    : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function earliest(end: number | undefined, duration: number | undefined): number | undefined {
  if (end === undefined || duration === undefined) return end ?? duration;
  return Math.min(end, duration);
}

function duplicatesIn(items: readonly Item[], what: 'scene' | 'layer' | 'subtitle'): Problem[] {
  const seen = new Set<string>();
  return items.flatMap(({ fields: { id }, path }) => {
    if (typeof id !== 'string') return [];
    if (seen.has(id)) return [problem('id.duplicate', [...path, 'id'], `Another ${what} already has the id "${id}".`)];
    seen.add(id);
    return [];
  });
}
