import { isWebAddress, pastedUrlFailed } from '../../engine/project/pastedUrl.ts';
import { type Problem, problem } from '../../engine/project/problems.ts';
import { type FoundMedia, type Library, uploadPath } from './library.ts';
import { LinkRefused, tooSlow } from './links/linkRefused.ts';
import type { Links } from './links/links.ts';
import type { Requester } from './requester.ts';

/** How many links one request may have fetched. */
const MAX_LINKS = 50;
/** How long all of them may take together, milliseconds. */
const MAX_MS = 300_000;

/** For whom media are found. */
export interface Finding {
  library: Library;
  links: Pick<Links, 'take'>;
  /** The origins that mean this server. */
  origins: readonly string[];
  /** For whom a link is fetched. Called when the first one is. */
  requester: () => Requester;
  /** Who asks, if that is known: what is private may be theirs. */
  asker: string | undefined;
  signal: AbortSignal;
}

/** Finds the media that a request names: files of this server, and what public links lead to, which then is one. */
export function mediaFinder({ library, links, origins, requester, asker, signal }: Finding) {
  let fetched = 0;
  const late = AbortSignal.timeout(MAX_MS);
  return async (url: string): Promise<FoundMedia | Problem> => {
    const isOwn = !URL.canParse(url) || origins.includes(new URL(url).origin);
    if (isOwn || !isWebAddress(url)) return library.find(url, origins, { asker });
    fetched += 1;
    if (fetched > MAX_LINKS) return problem('media.link', [], `A request can contain at most ${MAX_LINKS} links.`);
    try {
      const { media } = await links.take(url.trim(), requester(), AbortSignal.any([signal, late]));
      return library.find(uploadPath(media), []);
    } catch (error) {
      const reason =
        error instanceof LinkRefused ? error.message : late.aborted && !signal.aborted ? tooSlow : undefined;
      if (reason === undefined) throw error;
      return problem('media.link', [], pastedUrlFailed(url, reason));
    }
  };
}
