import { type Problem, problem } from '../../engine/project/problems.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { withTrack } from '../renderer/media/audioTracks.ts';
import { openProbeCache } from '../renderer/media/probeCache.ts';
import { readPeaks } from '../renderer/runs/audioPeaks.ts';
import type { Folders } from '../storage/folders.ts';
import type { Budget } from '../system/budget.ts';
import { fairTurns } from '../system/fairTurns.ts';
import { ProcessError } from '../system/process.ts';
import type { FoundMedia } from './library.ts';

/** One file per party at a time: half an hour of audio takes some seconds. */
const turns = fairTurns({ most: 2, ofOne: 1 });

/** What measuring audio needs. */
export interface Listening {
  folders: Pick<Folders, 'probes'>;
  budget: Pick<Budget, 'run'>;
  /** Which audio track, from 1; absent: the file's own choice. */
  audioTrack?: number | undefined;
  /** See Requester. */
  party: string;
  signal: AbortSignal;
}

/** Measures the peaks of a file, for settings that depend on them. @returns a problem if it cannot be decoded. */
export function measureFilePeaks(
  { url, open }: FoundMedia,
  { folders, budget, audioTrack, party, signal }: Listening,
): Promise<Peaks | Problem> {
  return turns(party, async () => {
    signal.throwIfAborted();
    const file = await open(signal);
    try {
      const probe = await openProbeCache(folders.probes)(file.path, { signal });
      return await readPeaks(file.path, withTrack(probe, audioTrack), { budget, signal });
    } catch (error) {
      if (signal.aborted || !(error instanceof ProcessError) || error.reason !== 'exit') throw error;
      return problem('media.unreadable', [], `"${url}" cannot be decoded: it is damaged.`);
    } finally {
      file.release();
    }
  });
}
