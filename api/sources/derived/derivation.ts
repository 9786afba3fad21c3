import type { MediaFacts } from '../../../engine/project/media.ts';
import type { Probe } from '../../renderer/media/probe.ts';
import type { Budget } from '../../system/budget.ts';

/** What producing a derivation needs. */
export interface Making {
  /** File to write, in a folder of this job. */
  out: string;
  /** Resources shared with renders. */
  budget: Pick<Budget, 'run'>;
  signal: AbortSignal;
  /** Gets the progress, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A file made once from an uploaded file and stored with it. */
export interface Derivation {
  /** File name in storage. Its number increases when the format changes. */
  file: string;
  /** MIME type. */
  type: string;
  /** Whether a file has this derivation. */
  isOf(facts: MediaFacts): boolean;
  /**
   * Creates it. @throws ProcessError if the file cannot be decoded; DiskFullError; the signal's reason when aborted.
   */
  make(file: string, probe: Probe, making: Making): Promise<void>;
}
