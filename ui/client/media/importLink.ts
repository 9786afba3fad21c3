import type { CheckOptions } from '../../../api/contract/checkUpload.ts';
import { ApiError } from '../../../api/contract/errors.ts';
import type { ExtractedMedia } from '../../../api/contract/extract.ts';
import { pathOf } from '../../../api/contract/http.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { factsIn } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { cutPastedUrl, pastedUrlFailed } from '../../../engine/project/pastedUrl.ts';
import { getClient, isApiError } from '../page/server.ts';

/**
 * Lets the server fetch the target of a pasted link. The result is stored on the server and measured; nothing is
 * uploaded.
 * @param pasted any text; check it with cutPastedUrl first.
 * @returns the media, followed by the separate audio file of a video if it has one and audio is accepted.
 * @throws ApiError with a message for the user.
 */
export async function importLink(
  pasted: string,
  signal: AbortSignal,
  options: CheckOptions = {},
): Promise<ChosenMedia[]> {
  return chosenOf(await extract(cutPastedUrl(pasted) ?? pasted, pasted.trim(), signal), options);
}

/** Like takeLink, for a link in a project, which is requested unchanged. @throws ApiError like takeLink. */
export async function importProjectLink(url: string, signal: AbortSignal): Promise<ChosenMedia[]> {
  return chosenOf(await extract(url, url, signal), { sounds: true });
}

function chosenOf({ media, url }: Extracted, options: CheckOptions): ChosenMedia[] {
  const wrong = whyNot(media, options);
  if (wrong !== undefined) throw refused(url, wrong);
  const { duration, soundUrl } = media;
  const facts = factsIn(media);
  if (!facts) throw refused(url, messages.noContent);
  const common = { duration, source: 'pastedLink', pastedUrl: url };
  const taken = { ...common, ...facts, url: pathOf(media.url) };
  if (soundUrl === null) return [taken];
  const silent = { kind: 'audio' as const, width: 0, height: 0, hasAudio: true, animated: false };
  const sound = { ...common, ...silent, url: pathOf(soundUrl) };
  if (options.audio) return [sound];
  return options.sounds ? [taken, sound] : [taken];
}

interface Extracted {
  media: ExtractedMedia;
  /** Link that led to it. */
  url: string;
}

/** Requests the shortened link; if that fails, the pasted one, because the removed part may be an access key. */
async function extract(cut: string, pasted: string, signal: AbortSignal): Promise<Extracted> {
  const client = await getClient();
  const ask = async (url: string) => ({ media: await client.extract(url, { signal }), url });
  try {
    return await ask(cut).catch((error: unknown) => {
      if (signal.aborted || cut === pasted || !isRefusal(error) || !pasted.startsWith(cut)) throw error;
      return ask(pasted);
    });
  } catch (error) {
    throw isRefusal(error) ? refused(cut, error.message) : error;
  }
}

/** Returns whether the link is at fault, not an unreachable or busy server. */
function isRefusal(error: unknown): error is ApiError {
  return isApiError(error) && (error.code === 'link' || error.status === 400);
}

function whyNot({ mime, hasAudio, soundUrl }: ExtractedMedia, { imagesOnly, audio }: CheckOptions): string | undefined {
  if (imagesOnly && !mime.startsWith('image/')) return messages.uploadNeedsImage;
  return audio && !hasAudio && soundUrl === null ? messages.audioMissing : undefined;
}

function refused(url: string, reason: string): ApiError {
  return new ApiError(422, 'link', pastedUrlFailed(url, reason));
}
