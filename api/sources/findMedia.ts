import { isWebAddress, pastedUrlFailed } from '../../engine/project/pastedUrl.ts';
import { type Problem, problem } from '../../engine/project/problems.ts';
import { isFailure } from '../system/serviceError.ts';
import { type FoundMedia, type Library, uploadPath } from './library.ts';
import { tooSlow } from './links/linkMessages.ts';
import type { Links } from './links/links.ts';
import type { Requester } from './requester.ts';

/** Most links fetched per request. */
const MAX_LINKS = 50;
/** Total limit for all of them, in milliseconds. */
const MAX_MS = 300_000;

/** What finding media needs. */
export interface Finding {
  library: Library;
  links: Pick<Links, 'accept'>;
  /** Origins of this server. */
  origins: readonly string[];
  /** Requester of fetched links; called for the first one. */
  requester: () => Requester;
  /** Owner of the request, if known, who may use private videos. */
  asker: string | undefined;
  signal: AbortSignal;
}

/**
 * Creates a function that finds media of a request: files on this server, and public links, which are fetched to it.
 */
export function mediaFinder({ library, links, origins, requester, asker, signal }: Finding) {
  let fetched = 0;
  const late = AbortSignal.timeout(MAX_MS);
  return async (url: string): Promise<FoundMedia | Problem> => {
    const isOwn = !URL.canParse(url) || origins.includes(new URL(url).origin);
    if (isOwn || !isWebAddress(url)) return library.find(url, origins, { asker });
    fetched += 1;
    if (fetched > MAX_LINKS) return problem('media.link', [], `A request can contain at most ${MAX_LINKS} links.`);
    try {
      const { media } = await links.accept(url.trim(), requester(), AbortSignal.any([signal, late]));
      return library.find(uploadPath(media), []);
    } catch (error) {
      const reason = isFailure(error, 'link') ? error.message : late.aborted && !signal.aborted ? tooSlow : undefined;
      if (reason === undefined) throw error;
      return problem('media.link', [], pastedUrlFailed(url, reason));
    }
  };
}
