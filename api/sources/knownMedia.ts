import type { Problem } from '../../engine/project/problems.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import type { Found, Known, MissingFacts } from './compileBody.ts';
import type { FoundMedia } from './library.ts';

/** Concurrent searches: a link may lead to a slow website. */
const AT_A_TIME = 4;

/** Known media of a request; grows during compilation. */
export interface KnownMedia {
  known: Known;
  /** Finds or measures what compilation needs. */
  add(missing: MissingFacts): Promise<void>;
}

/**
 * Creates an empty set.
 * @param find finds the file of a reference, or returns its problem. @param listen measures the peaks of a file.
 */
export function createKnownMedia(
  find: (url: string) => Promise<FoundMedia | Problem>,
  listen: (media: FoundMedia, audioTrack?: number) => Promise<Peaks | Problem>,
): KnownMedia {
  const files = new Map<string, FoundMedia>();
  const media = new Map<string, Found | Problem | 'skipped'>();
  const peaks = new Map<string, Peaks | Problem>();
  /** Finds files, a few at a time, until a number of them are missing. */
  const findAll = async (urls: readonly string[], mostLost: number) => {
    const rest = urls.values();
    let lost = 0;
    const findOn = async () => {
      for (const url of rest) {
        const found = await find(url);
        if ('code' in found) {
          lost += 1;
          media.set(url, found);
        } else {
          files.set(url, found);
          media.set(url, { url: found.url, facts: found.facts });
        }
        if (lost >= mostLost) break;
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, findOn));
    for (const url of urls) if (!media.has(url)) media.set(url, 'skipped');
  };
  return {
    known: { media, peaks },
    async add(missing) {
      if ('find' in missing) return findAll(missing.find, missing.mostLost);
      for (const url of missing.measure) peaks.set(url, await listen(files.get(url) as FoundMedia, missing.audioTrack));
    },
  };
}
