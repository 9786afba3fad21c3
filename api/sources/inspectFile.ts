import { formatNotSupported, unacceptedFormat } from '../../engine/project/formats.ts';
import { MAX_AUDIO_TRACK } from '../../engine/project/limits.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { storableText } from '../db/storable.ts';
import { LimitExceededError } from '../renderer/media/limitExceeded.ts';
import { type Probe, probeFile } from '../renderer/media/probe.ts';
import { mimeOf } from '../renderer/media/sniff.ts';
import { fail, isFailure, type ServiceError } from '../system/serviceError.ts';
import { inspectFont } from './inspectFont.ts';
import { sniffUpload } from './mediaTypes.ts';
import { inspectInTurn } from './probing.ts';

/** Whether inspectFile rejected a file. The error's message is from the specification. */
export function isRejectedFile(error: unknown): error is ServiceError {
  return isFailure(error, 'unsupported-type', 'unreadable');
}

/** Properties of an uploaded file. */
export interface Looked {
  mime: string;
  extension: string;
  facts: MediaFacts;
}

/** Inspects a file. @param party see Requester. @throws ServiceError if the content is not accepted ("unsupported-type") or cannot be decoded ("unreadable"). */
export async function inspectFile(part: string, party: string): Promise<Looked> {
  try {
    return await inspectInTurn(part, party, (signal) => inspectPart(part, signal));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { cause } = error;
    throw fail('unreadable', cause instanceof LimitExceededError ? cause.message : messages.uploadUnreadable);
  }
}

async function inspectPart(part: string, signal: AbortSignal): Promise<Looked> {
  const font = await inspectFont(part);
  if (typeof font === 'string') throw fail('unreadable', font);
  if (font) return font;
  const type = await sniffUpload(part, signal);
  if (!type) {
    const message = formatNotSupported(unacceptedFormat({ type: await mimeOf(part) }));
    // Not 415: the type of the request is right, its content is not.
    throw fail('unsupported-type', message, { status: 422 });
  }
  const facts = factsOf(await probeFile(part, { signal }));
  return { mime: servedMime(type.mime, facts), extension: type.extension, facts };
}

/** Returns the facts of a probe that the model needs, for storage. */
export function factsOf({
  kind,
  width,
  height,
  duration,
  fps,
  hasAudio,
  animated,
  hasAlpha,
  ...probe
}: Probe): MediaFacts {
  const alpha = kind === 'audio' ? {} : { hasAlpha };
  // Frame rates up to 60 do not matter to the model.
  const facts = { kind, width, height, duration, ...(fps > 60 ? { fps } : {}), hasAudio, animated, ...alpha };
  const { audioTracks, audioTrack } = probe;
  if (audioTracks.length < 2) return facts;
  const listed = audioTracks.slice(0, MAX_AUDIO_TRACK).map(({ title, language, ...track }) => ({
    ...track,
    title: storableText(title.slice(0, mostTitle)),
    language: storableText(language.slice(0, mostTitle)),
  }));
  return { ...facts, audioTracks: listed, audioTrack };
}

/** Most stored characters of a track's title. */
const mostTitle = 100;

// An Ogg or MP4 file without video is audio, whatever its signature is called.
function servedMime(mime: string, facts: MediaFacts): string {
  return facts.kind === 'audio' ? mime.replace(/^video\//, 'audio/') : mime;
}
