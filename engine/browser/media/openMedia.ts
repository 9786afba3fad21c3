import type { MediaSource, MediaState } from './mediaPool.ts';

/** One opened file, as each kind of media implements it. Fields are as in MediaHandle. */
export interface OpenMedia {
  state: MediaState;
  source: MediaSource | undefined;
  width: number;
  height: number;
  duration: number;
  version: number;
  settled: boolean;
  /** Absent: as settled. */
  readonly canGoOn?: boolean;
  follow(time: number, rate: number): void;
  /** Lets go of the file. No change is told any more. */
  close(): void;
}

/** Opens a file. @param address what the browser loads. @param onChange called, later, at each change of a field. */
export type Opener = (address: string, onChange: () => void) => OpenMedia;

/**
 * How much after a wanted time a frame may begin and still be the one that is shown, seconds: containers round times
 * to milliseconds. As in the renderer, so that both show the same frame.
 */
export const LATENESS = 0.005;

/** What stands for a file that is not there. */
export function missingMedia(): OpenMedia {
  return { ...closedFields('failed'), follow: () => {}, close: () => {} };
}

/** Fields of a file that shows nothing. */
export function closedFields(state: MediaState): Omit<OpenMedia, 'follow' | 'close'> {
  return { state, source: undefined, width: 0, height: 0, duration: 0, version: 0, settled: state === 'failed' };
}
