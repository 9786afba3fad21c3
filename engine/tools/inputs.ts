import { mediaFormats } from '../formats/formatTable.ts';
import { mediaUrl } from '../project/fields.ts';
import { MAX_SOURCE_SECONDS } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { messages } from '../project/messages.ts';
import { type Problem, problem } from '../project/problems.ts';
import { kebabCase } from './field.ts';
import type { Inputs, SourceKind, SourceMedia, Tool } from './tool.ts';

/** A source as named in a request. */
export interface NamedSource {
  /** undefined: the value is not an address. */
  url: string | undefined;
  /** Its path in the request. */
  path: (string | number)[];
  /** The value: the address, or an object with it. */
  value: unknown;
}

/** Fields of a media object that may contain its address; the first one that is set counts. */
const addressKeys = ['soundUrl', 'url', 'uri'] as const;
/** Extensions of files that have only audio; an OGG may be a video. */
const audioEndings = mediaFormats.flatMap(({ kind, endings }) => (kind === 'audio' ? endings : []));
const audioFile = new RegExp(
  `\\.(?:mka|${audioEndings.filter((ending) => ending !== 'ogg').join('|')})(?:[?#]|$)`,
  'i',
);

/** Returns the inputs of a tool: its files, then the additional one. */
export function inputsOf({ inputs, extra }: Pick<Tool, 'inputs' | 'extra'>): Inputs[] {
  return extra ? [inputs, extra] : [inputs];
}

/** Returns the keys that may name the files in a request, the default first. */
function keysOf({ max, keys }: Inputs): readonly [string, ...string[]] {
  const [usual = max > 1 ? 'clips' : 'sourceVideo', ...others] = keys ?? [];
  return [usual, ...others];
}

/** Returns the default key of the files in a request. */
export function keyOf(inputs: Inputs): string {
  return keysOf(inputs)[0];
}

/** Returns the command line flag of the files, without dashes: source, clip for one of several, else from its key. */
export function sourceFlagOf(inputs: Inputs): string {
  const key = keyOf(inputs);
  return { sourceVideo: 'source', clips: 'clip' }[key] ?? kebabCase(key);
}

/**
 * Returns the sources in a request, in order: from `clips` if the tool accepts several, else `sourceVideo`, or its own
 * keys.
 */
export function namedSources(inputs: Inputs, body: Record<string, unknown>): NamedSource[] {
  const { clips, sourceVideo } = body;
  if (inputs.max === 0) return [];
  const named = (value: unknown, path: NamedSource['path']) => ({ url: addressOf(value, inputs), path, value });
  if (inputs.max > 1) {
    if (Array.isArray(clips)) return clips.map((clip, index) => named(clip, ['clips', index]));
    return isNone(sourceVideo) ? [] : [named(sourceVideo, ['sourceVideo'])];
  }
  const key = keysOf(inputs).find((name) => !isNone(body[name]));
  return key === undefined ? [] : [named(body[key], [key])];
}

/** Returns which of several files a problem is about, from 1; undefined if none. @param pointer into a request. */
export function clipNumber(pointer: string): number | undefined {
  const [, index] = /^\/clips\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return index === undefined ? undefined : Number(index) + 1;
}

/**
 * Returns the address in a request: a text, or an object that contains it. If the file must be visible, a `soundUrl`
 * that names an audio file is used only without another address.
 */
function addressOf(value: unknown, { kinds }: Inputs): string | undefined {
  const isSeen = kinds.some((kind) => kind !== 'audio');
  const addresses = isObject(value) ? addressKeys.map((key) => value[key]).filter((one) => !isNone(one)) : [value];
  const address = addresses.find((one) => !isSeen || typeof one !== 'string' || !audioFile.test(one)) ?? addresses[0];
  const found = mediaUrl.safeParse(address, { jitless: true });
  return found.success ? found.data : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Requests use several values for "no file". */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns the kind of a file for tools; none accepts fonts. */
export function sourceKindOf({ kind, animated }: Pick<MediaFacts, 'kind' | 'animated'>): SourceKind | 'font' {
  return kind === 'image' && animated ? 'animation' : kind;
}

/** Returns problems with the number of sources and their addresses. */
export function countProblems(inputs: Inputs, named: readonly NamedSource[]): Problem[] {
  const { min, max, missing } = inputs;
  const key = keyOf(inputs);
  if (named.length < min) return [problem('required', [key], missing ?? (max > 1 ? fewWords(min) : addressWords(key)))];
  if (named.length > max) return [problem('range', [key], `"${key}" must have at most ${max} items.`)];
  // If only some of several are invalid, the message that all are missing would be wrong.
  const words = max > 1 ? undefined : missing;
  return named.flatMap(({ url, path }) =>
    url === undefined ? [problem('required', path, words ?? addressWords(path.join('.')))] : [],
  );
}

const addressWords = (name: string) => `"${name}" must be the address of a media file.`;
const fewWords = (min: number) => (min === 1 ? messages.clipsMissing : `"clips" must have at least ${min} items.`);

/** The used span of a source, in seconds; absent: from its start, or to its end. */
export interface UsedPart {
  isTrimmed?: boolean | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** Returns the span of its source that a tool's settings choose. */
export function usedPart({ settings: { shape }, extra }: Tool, settings: Record<string, unknown>): UsedPart {
  const { isTrimmed, startTime, endTime, audioIsTrimmed, audioTrimStartTime, audioTrimEndTime } = settings;
  const audioPart = { isTrimmed: audioIsTrimmed, startTime: audioTrimStartTime, endTime: audioTrimEndTime };
  if ('audioTrimEndTime' in shape && !extra) return audioPart as UsedPart;
  return ('endTime' in shape ? { isTrimmed, startTime, endTime } : {}) as UsedPart;
}

/** Returns problems of a file when it is chosen; its length counts only if the tool cannot use a part of it. */
export function chosenProblems(tool: Tool, source: SourceMedia): Problem[] {
  const { inputs, settings } = tool;
  const isCut = inputs.max > 1 || 'endTime' in settings.shape || ('audioTrimEndTime' in settings.shape && !tool.extra);
  const long = isCut ? [] : lengthProblems(source, { path: [], used: {} });
  return long.length > 0 ? long : kindProblems(inputs, source, []);
}

/** Returns how much of a source is used, in seconds. */
function usedLength({ duration }: SourceMedia, { isTrimmed, startTime = 0, endTime = duration }: UsedPart): number {
  return isTrimmed === false ? duration : Math.min(duration, endTime) - startTime;
}

/** Returns a problem if settings choose more than 30 minutes of a source. */
export function lengthProblems(
  source: SourceMedia,
  { path, used }: { path: NamedSource['path']; used: UsedPart },
): Problem[] {
  if (usedLength(source, used) <= MAX_SOURCE_SECONDS) return [];
  const sentence = source.kind === 'audio' ? messages.soundTooLong : messages.sourceTooLong;
  return [problem('duration.source', path, sentence)];
}

/** Returns a problem if a source is not visible but must be, or its kind is wrong. */
export function kindProblems({ kinds }: Inputs, source: SourceMedia, path: NamedSource['path']): Problem[] {
  const isSeen = source.kind !== 'audio' && source.width > 0 && source.height > 0;
  const fits = kinds.some((kind) => kind === sourceKindOf(source)) && (isSeen || kinds.includes('audio'));
  const isAudioSource = kinds.includes('audio') && source.hasAudio;
  return fits || isAudioSource ? [] : [problem('media.kind', path, `"${source.url}" is ${notAnyOf(kinds)}.`)];
}

function notAnyOf(kinds: readonly SourceKind[]): string {
  const words = { video: 'a video', animation: 'an animation', image: 'an image', audio: 'a sound' };
  // Animations count as videos or images for users, so they are named only if no other kind is accepted.
  const named = kinds.filter((kind) => kind !== 'animation' || kinds.length === 1).map((kind) => words[kind]);
  return named.length > 1 ? `neither ${named.join(' nor ')}` : `not ${named.join()}`;
}

/** Returns the source of a tool that accepts one. */
export function onlySource([source]: readonly SourceMedia[]): SourceMedia {
  if (!source) throw new TypeError('The number of sources was not checked.');
  return source;
}
