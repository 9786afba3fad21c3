import { mediaUrl } from '../project/fields.ts';
import { MAX_SOURCE_SECONDS } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { messages } from '../project/messages.ts';
import { type Problem, problem } from '../project/problems.ts';
import { kebabCase } from './field.ts';
import type { Inputs, SourceKind, SourceMedia, Tool } from './tool.ts';

/** A source as a body names it. */
export interface NamedSource {
  /** undefined: what stands there is no address. */
  url: string | undefined;
  /** Where it stands in the body. */
  path: (string | number)[];
  /** What stands there: the address, or an object with it. */
  value: unknown;
}

/** Fields of a media object that may contain its address; the first one that is set counts. */
const addressKeys = ['soundUrl', 'url', 'uri'] as const;
/** Endings of files that contain audio alone. */
const audioFile = /\.(?:aac|aif[cf]?|flac|m4a|mka|mp3|oga|opus|wav|weba)(?:[?#]|$)/i;

/** What a tool is to be given: its files, then the one beside them. */
export function inputsOf({ inputs, beside }: Pick<Tool, 'inputs' | 'beside'>): Inputs[] {
  return beside ? [inputs, beside] : [inputs];
}

/** The keys of a body that may name the files, the usual one first. */
function keysOf({ max, keys }: Inputs): readonly [string, ...string[]] {
  const [usual = max > 1 ? 'clips' : 'sourceVideo', ...others] = keys ?? [];
  return [usual, ...others];
}

/** The key under which a body names the files. */
export function keyOf(inputs: Inputs): string {
  return keysOf(inputs)[0];
}

/** The flag of the command line that names the files, without dashes: source, clip for one of several, else as its key. */
export function sourceFlagOf(inputs: Inputs): string {
  const key = keyOf(inputs);
  return { sourceVideo: 'source', clips: 'clip' }[key] ?? kebabCase(key);
}

/** The sources that a body names, in order: `clips` for a tool that takes several, else `sourceVideo`, or its own keys. */
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

/** Which of several files a problem is about, from 1; undefined where it is about none of them. @param pointer into a body. */
export function clipNumber(pointer: string): number | undefined {
  const [, index] = /^\/clips\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return index === undefined ? undefined : Number(index) + 1;
}

/**
 * The address in a body: a text, or an object that contains it. Where something must be seen, a `soundUrl` that names an
 * audio file is used only if there is no other address.
 */
function addressOf(value: unknown, { kinds }: Inputs): string | undefined {
  const isSeen = kinds.some((kind) => kind !== 'audio');
  const given = isObject(value) ? addressKeys.map((key) => value[key]).filter((one) => !isNone(one)) : [value];
  const held = given.find((one) => !isSeen || typeof one !== 'string' || !audioFile.test(one)) ?? given[0];
  const found = mediaUrl.safeParse(held, { jitless: true });
  return found.success ? found.data : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Bodies say in several ways that there is no file. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** What a file is to a tool; none takes fonts. */
export function kindOf({ kind, animated }: Pick<MediaFacts, 'kind' | 'animated'>): SourceKind | 'font' {
  return kind === 'image' && animated ? 'animation' : kind;
}

/** What is wrong with how many sources there are, and with how they are named. */
export function countProblems(inputs: Inputs, named: readonly NamedSource[]): Problem[] {
  const { min, max, missing } = inputs;
  const key = keyOf(inputs);
  if (named.length < min) return [problem('required', [key], missing ?? (max > 1 ? fewWords(min) : addressWords(key)))];
  if (named.length > max) return [problem('range', [key], `"${key}" must have at most ${max} items.`)];
  // Of several there are some, so the sentence that none is there would not be true.
  const words = max > 1 ? undefined : missing;
  return named.flatMap(({ url, path }) =>
    url === undefined ? [problem('required', path, words ?? addressWords(path.join('.')))] : [],
  );
}

const addressWords = (name: string) => `"${name}" must be the address of a media file.`;
const fewWords = (min: number) => (min === 1 ? messages.clipsMissing : `"clips" must have at least ${min} items.`);

/** The part of a source that is used, seconds; absent: from its start, or to its end. */
export interface UsedPart {
  isTrimmed?: boolean | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** The parts that a tool's settings choose: of its source, and of the file beside it. */
export function usedParts({ settings: { shape }, beside }: Tool, settings: Record<string, unknown>): UsedPart[] {
  const { isTrimmed, startTime, endTime, audioIsTrimmed, audioTrimStartTime, audioTrimEndTime } = settings;
  const seen = 'endTime' in shape ? { isTrimmed, startTime, endTime } : {};
  const heard = { isTrimmed: audioIsTrimmed, startTime: audioTrimStartTime, endTime: audioTrimEndTime };
  const hasHeard = 'audioTrimEndTime' in shape;
  return (hasHeard && !beside ? [heard, {}] : [seen, hasHeard ? heard : {}]) as UsedPart[];
}

/** What is wrong with a file as a tool's source as soon as it is chosen: its length only if no part of it can be chosen. */
export function chosenProblems(tool: Tool, source: SourceMedia): Problem[] {
  const { inputs, settings } = tool;
  const isCut = inputs.max > 1 || 'endTime' in settings.shape || ('audioTrimEndTime' in settings.shape && !tool.beside);
  return sourceProblems(inputs, source, { path: [], used: isCut ? { endTime: 0 } : {} });
}

/** How much of a source is used, seconds. */
function usedLength({ duration }: SourceMedia, { isTrimmed, startTime = 0, endTime = duration }: UsedPart): number {
  return isTrimmed === false ? duration : Math.min(duration, endTime) - startTime;
}

/**
 * What is wrong with a source: over 30 minutes of it are used, nothing to be seen where something must be, or another kind.
 */
export function sourceProblems(
  { kinds }: Inputs,
  source: SourceMedia,
  { path, used }: { path: NamedSource['path']; used: UsedPart },
): Problem[] {
  if (usedLength(source, used) > MAX_SOURCE_SECONDS) {
    const sentence = source.kind === 'audio' ? messages.soundTooLong : messages.sourceTooLong;
    return [problem('duration.source', path, sentence)];
  }
  const isSeen = source.kind !== 'audio' && source.width > 0 && source.height > 0;
  const fits = kinds.some((kind) => kind === kindOf(source)) && (isSeen || kinds.includes('audio'));
  const isHeard = kinds.includes('audio') && source.hasAudio;
  return fits || isHeard ? [] : [problem('media.kind', path, `"${source.url}" is ${notAnyOf(kinds)}.`)];
}

function notAnyOf(kinds: readonly SourceKind[]): string {
  const words = { video: 'a video', animation: 'an animation', image: 'an image', audio: 'a sound' };
  // An animation is a video or an image to most people; it is named only where it stands alone.
  const named = kinds.filter((kind) => kind !== 'animation' || kinds.length === 1).map((kind) => words[kind]);
  return named.length > 1 ? `neither ${named.join(' nor ')}` : `not ${named.join()}`;
}

/** The source of a tool that takes one. */
export function onlySource([source]: readonly SourceMedia[]): SourceMedia {
  if (!source) throw new TypeError('How many sources there are was not checked.');
  return source;
}
