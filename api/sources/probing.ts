import { stat } from 'node:fs/promises';
import { limitExceeded } from '../renderer/media/limitExceeded.ts';
import { type Probe, probeFile } from '../renderer/media/probe.ts';
import { shownName } from '../renderer/media/unreadable.ts';
import { fairTurns } from '../system/fairTurns.ts';

/** Concurrent inspections of files for requests, total and per party: each reads a file and may start processes. */
const turns = fairTurns({ most: 3, ofOne: 2 });

/** Timeout of an inspection: a base in seconds, plus time by size. Hardly any file takes a second. */
const LEAST_SECONDS = 30;
const BYTES_PER_SECOND = 2_000_000;

/** Party of the server's own files. */
export const OWN = 'server';

/**
 * Inspects a media file in the party's turn. @param party see Requester.
 * @throws ProblemError with cause TooMuchError after the timeout; errors of `inspect`.
 */
export function inspectInTurn<T>(
  file: string,
  party: string,
  inspect: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return turns(party, async () => {
    const { size } = await stat(file);
    const signal = AbortSignal.timeout(Math.ceil(1000 * (LEAST_SECONDS + size / BYTES_PER_SECOND)));
    try {
      return await inspect(signal);
    } catch (error) {
      throw signal.aborted ? limitExceeded(shownName(file), 'checking it took too long') : error;
    }
  });
}

/** Probes one of the server's own files. @throws like probeFile. */
export function probeOwn(file: string): Promise<Probe> {
  return inspectInTurn(file, OWN, (signal) => probeFile(file, { signal }));
}
