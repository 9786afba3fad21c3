import { type Probe, probeFile } from '../renderer/media/probe.ts';
import { limitConcurrency } from '../system/limitConcurrency.ts';

/** How many files are measured at a time for requests: each is read, and may start processes. */
const AT_A_TIME = 2;
const turns = limitConcurrency(AT_A_TIME);

/** Measures a media file when it is its turn. @throws as probeFile does. */
export function probeInTurn(file: string): Promise<Probe> {
  return turns(() => probeFile(file));
}
