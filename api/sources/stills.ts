import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type StillSize, stillSides } from '../contract/stillAddress.ts';
import { fileIdentity } from '../renderer/media/fileIdentity.ts';
import { openProbeCache } from '../renderer/media/probeCache.ts';
import { writeMediaStill } from '../renderer/runs/mediaStill.ts';
import type { Folders } from '../storage/folders.ts';
import type { Budget } from '../system/budget.ts';
import { fairTurns } from '../system/fairTurns.ts';
import { publish } from '../system/publish.ts';
import { fail } from '../system/serviceError.ts';
import { trimFolder } from '../system/trimFolder.ts';

/** Concurrent stills, total and per party. */
const AT_A_TIME = { most: 3, ofOne: 2 };
/** Most running and waiting stills per party. */
const MOST_OPEN = 40;
/** Most cached stills, about 100 kB each. */
const MOST_STORED = 2000;

/** Stills of videos; each is created once and cached while there is space. */
export interface Stills {
  /**
   * @param file of the video. @param at seconds; beyond the end, the last frame is used. @param party see Requester.
   * @returns the file of the still, JPEG.
   * @throws ProblemError if the file has no frames; ServiceError "unavailable" if the party has too many waiting.
   */
  of(file: string, at: number, size: StillSize, party: string): Promise<string>;
  /** Aborts running work. */
  close(): Promise<void>;
}

/** Creates the cache of stills. @param budget resources shared with renders. @param most cached stills. */
export function createStills(
  { stills: folder, work, probes }: Pick<Folders, 'stills' | 'work' | 'probes'>,
  budget: Pick<Budget, 'run'>,
  most = MOST_STORED,
): Stills {
  const stop = new AbortController();
  const probe = openProbeCache(probes);
  const running = new Map<string, { party: string; making: Promise<string> }>();
  const turns = fairTurns(AT_A_TIME);
  const make = async (file: string, at: number, size: StillSize, out: string): Promise<string> => {
    const job = await mkdtemp(path.join(work, 'still-'));
    try {
      const draft = path.join(job, 'still.jpg');
      await writeMediaStill(file, { at, side: stillSides[size], out: draft, budget, probe, signal: stop.signal });
      await mkdir(folder, { recursive: true });
      await publish(draft, out);
      await trimFolder(folder, { ending: '.jpg', most, of: 'files' });
      return out;
    } finally {
      await rm(job, { recursive: true, force: true });
    }
  };
  return {
    async of(file, at, size, party) {
      const key = createHash('sha256')
        .update(JSON.stringify([await fileIdentity(file), at.toFixed(2), size]))
        .digest('hex');
      const out = path.join(folder, `${key}.jpg`);
      const now = new Date();
      // Mark as recently used; the least recently used ones are deleted first.
      const isThere = await utimes(out, now, now).then(
        () => true,
        () => false,
      );
      if (isThere) return out;
      const known = running.get(key);
      if (known) return known.making;
      const open = [...running.values()].filter((one) => one.party === party).length;
      if (open >= MOST_OPEN) throw fail('unavailable', 'The server is busy. Please try again in a moment.');
      const making = turns(party, () => make(file, at, size, out)).finally(() => running.delete(key));
      running.set(key, { party, making });
      return making;
    },
    async close() {
      stop.abort(new DOMException('The service is stopping.', 'AbortError'));
      await Promise.allSettled([...running.values()].map(({ making }) => making));
    },
  };
}
