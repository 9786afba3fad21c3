import type { MediaFacts } from '../../../engine/project/media.ts';
import type { Probe } from '../../renderer/media/probe.ts';
import type { Budget } from '../../system/budget.ts';

/** What a derivation is made with. */
export interface Making {
  /** File to write, in a folder that is this job's alone. */
  out: string;
  /** What its runs of ffmpeg share with renders. */
  budget: Pick<Budget, 'run'>;
  signal: AbortSignal;
  /** Told how far it is, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Something that is made once of an uploaded file, and stored beside it. */
export interface Derivation {
  /** Its name in the store. The number in it counts up when it is made otherwise. */
  file: string;
  /** MIME type. */
  type: string;
  /** Whether there is such a thing of a file. */
  isOf(facts: MediaFacts): boolean;
  /** Makes it. @throws ProcessError for a file that cannot be decoded; DiskFullError; the signal's reason when aborted. */
  make(file: string, probe: Probe, making: Making): Promise<void>;
}
