import { stat } from 'node:fs/promises';
import { type Probe, probeFile } from '../renderer/media/probe.ts';
import { tooMuch } from '../renderer/media/tooMuch.ts';
import { shownName } from '../renderer/media/unreadable.ts';
import { fairTurns } from '../system/fairTurns.ts';

/** How many files are looked at at a time for requests, and how many of them of one party: each is read, and may start processes. */
const turns = fairTurns({ most: 3, ofOne: 2 });

/** Time to look at a file: so many seconds, and one more for so many bytes. Hardly any file takes a second. */
const LEAST_SECONDS = 30;
const BYTES_PER_SECOND = 2_000_000;

/** The party of files that are the server's own. */
export const OWN = 'server';

/**
 * Looks at a media file when it is its party's turn. @param party see Requester.
 * @throws ProblemError caused by TooMuchError where it takes too long; as `look` does.
 */
export function lookInTurn<T>(file: string, party: string, look: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return turns(party, async () => {
    const { size } = await stat(file);
    const signal = AbortSignal.timeout(Math.ceil(1000 * (LEAST_SECONDS + size / BYTES_PER_SECOND)));
    try {
      return await look(signal);
    } catch (error) {
      throw signal.aborted ? tooMuch(shownName(file), 'checking it took too long') : error;
    }
  });
}

/** Measures one of the server's own files. @throws as probeFile does. */
export function probeOwn(file: string): Promise<Probe> {
  return lookInTurn(file, OWN, (signal) => probeFile(file, { signal }));
}
