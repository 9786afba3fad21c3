import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { UploadRow } from '../../db/tables.ts';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import { fail, isFailure } from '../../system/serviceError.ts';
import type { Requester } from '../requester.ts';
import { OverQuotaError } from '../uploadLimits.ts';
import { createEgressRules, type EgressOptions } from './egressRules.ts';
import { createFailedLinks } from './failedLinks.ts';
import { type FetchedLink, type Fetching, fetchLink } from './fetchLink.ts';
import { createKeeper, type Keeping } from './keepFile.ts';
import { linksOff, tooSlow } from './linkMessages.ts';
import { type LinkTimeouts, usualTimeouts } from './openLink.ts';
import { createSharedWork } from './sharedWork.ts';
import { fetchByYtDlp } from './ytDlp.ts';

/** Minutes that a fetched link is reused. */
const FRESH_MINUTES = 60;
/** Concurrent fetches. */
const AT_A_TIME = 8;

/** Settings of links. */
export interface LinkOptions extends EgressOptions {
  /** false turns links off. Default: true. */
  allowed?: boolean | undefined;
  /** Path of yt-dlp; without it, only a page's own metadata is used. */
  ytDlp?: string | undefined;
  timeouts?: Partial<LinkTimeouts> | undefined;
}

/** Fetches links, each once, and stores their media as uploads. */
export interface Links {
  /**
   * Returns the media of a link, as an upload of the requester.
   * @throws ServiceError with the reason; OverQuotaError; DiskFullError; the signal's reason when aborted.
   */
  accept(url: string, requester: Requester, signal: AbortSignal): Promise<FetchedLink>;
  /** Deletes old records of fetched links; the files stay. */
  sweep(): Promise<void>;
}

/** Creates the fetcher. @throws Error for an invalid host. */
export function createLinks(keeping: Keeping, options: LinkOptions = {}): Links {
  const { db, uploads } = keeping;
  const doors = createEgressRules(options);
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const keeper = createKeeper(keeping);
  const limitDownloads = limitConcurrency(AT_A_TIME);
  const once = createSharedWork<FetchedLink>();
  const refusals = createFailedLinks();

  const fetchFresh = async (url: URL, requester: Requester, stopped: AbortSignal): Promise<FetchedLink> => {
    stopped.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(fail('link', tooSlow)), timeouts.wholeMs);
    const signal = AbortSignal.any([stopped, late.signal]);
    const fetching: Fetching = {
      ...{ doors, timeouts, signal, discard: keeper.discard },
      store: (bytes, from, length) => keeper.store(requester, bytes, from, length),
    };
    try {
      return await (options.ytDlp ? fetchByYtDlp(options.ytDlp, url, fetching) : fetchLink(url, fetching));
    } finally {
      clearTimeout(timer);
    }
  };
  const remember = async (key: string, { media, sound }: FetchedLink): Promise<void> => {
    const row = { upload: media.id, sound: sound?.id ?? null };
    const again = { ...row, fetched_at: sql<Date>`now()` };
    await db
      .insertInto('links')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(again))
      .execute();
  };
  const recall = async (key: string): Promise<FetchedLink | undefined> => {
    const fresh = sql<Date>`now() - ${FRESH_MINUTES} * interval '1 minute'`;
    const row = await db
      .selectFrom('links')
      .selectAll()
      .where('key', '=', key)
      .where('fetched_at', '>', fresh)
      .executeTakeFirst();
    const [media, sound] = row
      ? await Promise.all([uploads.find(row.upload), row.sound && uploads.find(row.sound)])
      : [];
    // It may have been deleted since.
    return media && (!row?.sound || sound) ? { media, sound: sound || undefined } : undefined;
  };

  return {
    async accept(text, requester, signal) {
      if (options.allowed === false) throw fail('link', linksOff);
      const url = doors.read(text);
      const key = createHash('sha256').update(url.href).digest('hex');
      const fetchOnce = async (stopped: AbortSignal) => {
        const known = await recall(key);
        if (known) return known;
        refusals.check(key);
        const fetched = await limitDownloads(() => fetchFresh(url, requester, stopped)).catch((error: unknown) => {
          if (isFailure(error, 'link') && !stopped.aborted) refusals.add(key, error);
          throw error;
        });
        await remember(key, fetched);
        return fetched;
      };
      const { media, sound } = await forParty(requester.party, () => once(key, fetchOnce, signal));
      const share = (row: UploadRow) => keeper.share(row, requester);
      return { media: await share(media), sound: sound && (await share(sound)) };
    },

    async sweep() {
      const stale = sql<Date>`now() - ${FRESH_MINUTES} * interval '1 minute'`;
      await db.deleteFrom('links').where('fetched_at', '<', stale).execute();
    },
  };
}

/** Retries if a shared fetch failed on another party's quota. */
async function forParty<T>(party: string, fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (error instanceof OverQuotaError && error.party !== party) return forParty(party, fetch);
    throw error;
  }
}
