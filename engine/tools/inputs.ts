import * as z from 'zod';
import { mediaUrl } from '../project/fields.ts';
import { MAX_SOURCE_SECONDS } from '../project/limits.ts';
import type { MediaFacts } from '../project/media.ts';
import { messages } from '../project/messages.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Inputs, SourceKind, SourceMedia } from './tool.ts';

/** A source as a body names it. */
export interface NamedSource {
  /** undefined: what stands there is no address. */
  url: string | undefined;
  /** Where it stands in the body. */
  path: (string | number)[];
}

const media = z.union([mediaUrl, z.object({ url: mediaUrl }), z.object({ uri: mediaUrl })]);

/** The sources that a body names, in order: `clips` for a tool that takes several, else `sourceVideo`. */
export function namedSources({ max }: Inputs, body: Record<string, unknown>): NamedSource[] {
  const { clips, sourceVideo } = body;
  if (max > 1 && Array.isArray(clips))
    return clips.map((clip, index) => ({ url: addressOf(clip), path: ['clips', index] }));
  return sourceVideo === undefined ? [] : [{ url: addressOf(sourceVideo), path: ['sourceVideo'] }];
}

function addressOf(value: unknown): string | undefined {
  const found = media.safeParse(value, { jitless: true });
  if (!found.success) return undefined;
  if (typeof found.data === 'string') return found.data;
  return 'url' in found.data ? found.data.url : found.data.uri;
}

/** What a file is to a tool. */
export function kindOf({ kind, animated }: Pick<MediaFacts, 'kind' | 'animated'>): SourceKind {
  return kind === 'image' && animated ? 'animation' : kind;
}

/** What is wrong with how many sources there are, and with how they are named. */
export function countProblems({ min, max }: Inputs, named: readonly NamedSource[]): Problem[] {
  const key = max > 1 ? 'clips' : 'sourceVideo';
  if (named.length < Math.max(min, 1) && min > 0)
    return [problem('required', [key], max > 1 ? fewWords(min) : addressWords(key))];
  if (named.length > max) return [problem('range', [key], `"${key}" must have at most ${max} items.`)];
  return named.flatMap(({ url, path }) =>
    url === undefined ? [problem('required', path, addressWords(path.join('.')))] : [],
  );
}

const addressWords = (name: string) => `"${name}" must be the address of a media file.`;
const fewWords = (min: number) => (min === 1 ? messages.clipsMissing : `"clips" must have at least ${min} items.`);

/** What is wrong with a source: over 30 minutes, nothing to be seen where something must be, or another kind. */
export function sourceProblems({ kinds }: Inputs, source: SourceMedia, path: NamedSource['path']): Problem[] {
  if (source.duration > MAX_SOURCE_SECONDS) return [problem('duration.source', path, messages.sourceTooLong)];
  const isSeen = source.kind !== 'audio' && source.width > 0 && source.height > 0;
  const fits = kinds.includes(kindOf(source)) && (isSeen || kinds.includes('audio'));
  const isHeard = kinds.includes('audio') && source.hasAudio;
  return fits || isHeard ? [] : [problem('media.kind', path, `"${source.url}" is ${notAnyOf(kinds)}.`)];
}

function notAnyOf(kinds: readonly SourceKind[]): string {
  const words = { video: 'a video', animation: 'an animation', image: 'an image', audio: 'a sound' };
  // An animation is a video or an image to most people; it is named only where it stands alone.
  const named = kinds.filter((kind) => kind !== 'animation' || kinds.length === 1).map((kind) => words[kind]);
  return named.length > 1 ? `neither ${named.join(' nor ')}` : `not ${named.join()}`;
}

/** Which files a file picker offers for a tool, as in an input's accept. */
export function acceptOf({ kinds }: Inputs): string {
  const types = { video: 'video/*', animation: 'image/gif', image: 'image/*', audio: 'audio/*' };
  return [...new Set(kinds.map((kind) => types[kind]))].join();
}

/** The source of a tool that takes one. */
export function onlySource([source]: readonly SourceMedia[]): SourceMedia {
  if (!source) throw new TypeError('How many sources there are was not checked.');
  return source;
}
