import { formatNotSupported } from '../../engine/project/formats.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { type Probe, TooMuchError } from '../renderer/media/probe.ts';
import { unreadFormatOf } from '../renderer/media/sniff.ts';
import { lookAtFont } from './lookAtFont.ts';
import { sniffUpload } from './mediaTypes.ts';
import { probeInTurn } from './probing.ts';

/** The content is nothing that may be uploaded, or cannot be decoded. `message` is the specification's sentence. */
export class UploadRefused extends Error {
  override name = 'UploadRefused';
  readonly code: 'unsupported-type' | 'unreadable';
  constructor(code: UploadRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What a file is. @throws UploadRefused */
export async function lookAt(part: string): Promise<{ mime: string; extension: string; facts: MediaFacts }> {
  const font = await lookAtFont(part);
  if (typeof font === 'string') throw new UploadRefused('unreadable', font);
  if (font) return font;
  const type = await sniffUpload(part);
  if (!type) throw new UploadRefused('unsupported-type', formatNotSupported(await unreadFormatOf(part)));
  const probe = await probeInTurn(part).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    const { cause } = error;
    throw new UploadRefused('unreadable', cause instanceof TooMuchError ? cause.message : messages.uploadUnreadable);
  });
  const facts = factsOf(probe);
  return { mime: mimeOf(type.mime, facts), extension: type.extension, facts };
}

/** The facts of a probe that are stored: what the model needs. */
export function factsOf({ kind, width, height, duration, hasAudio, animated }: Probe): MediaFacts {
  return { kind, width, height, duration, hasAudio, animated };
}

// An Ogg or MP4 file without a picture is sound, whatever its first bytes were called.
function mimeOf(mime: string, facts: MediaFacts): string {
  return facts.kind === 'audio' ? mime.replace(/^video\//, 'audio/') : mime;
}
