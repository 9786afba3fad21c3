import { formatNotSupported, unacceptedFormat } from '../../engine/project/formats.ts';
import { MAX_AUDIO_TRACK } from '../../engine/project/limits.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { storableText } from '../db/storable.ts';
import { LimitExceededError } from '../renderer/media/limitExceeded.ts';
import { type Probe, probeFile } from '../renderer/media/probe.ts';
import { mimeOf } from '../renderer/media/sniff.ts';
import { inspectFont } from './inspectFont.ts';
import { sniffUpload } from './mediaTypes.ts';
import { inspectInTurn } from './probing.ts';

/** The content is not accepted or cannot be decoded. `message` is from the specification. */
export class UploadRejected extends Error {
  override name = 'UploadRefused';
  readonly code: 'unsupported-type' | 'unreadable';
  constructor(code: UploadRejected['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Properties of an uploaded file. */
export interface Looked {
  mime: string;
  extension: string;
  facts: MediaFacts;
}

/** Inspects a file. @param party see Requester. @throws UploadRefused */
export async function inspectFile(part: string, party: string): Promise<Looked> {
  try {
    return await inspectInTurn(part, party, (signal) => inspectPart(part, signal));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { cause } = error;
    throw new UploadRejected(
      'unreadable',
      cause instanceof LimitExceededError ? cause.message : messages.uploadUnreadable,
    );
  }
}

async function inspectPart(part: string, signal: AbortSignal): Promise<Looked> {
  const font = await inspectFont(part);
  if (typeof font === 'string') throw new UploadRejected('unreadable', font);
  if (font) return font;
  const type = await sniffUpload(part, signal);
  if (!type)
    throw new UploadRejected('unsupported-type', formatNotSupported(unacceptedFormat({ type: await mimeOf(part) })));
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
