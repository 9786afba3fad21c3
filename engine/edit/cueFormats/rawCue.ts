import { toMilliseconds } from '../../project/roundTime.ts';
/** A subtitle as written in a file, not yet validated. */
export interface RawCue {
  /** Line of the file, from 1. */
  line: number;
  /** In seconds; undefined if the file has no valid time. */
  startTime: number | undefined;
  endTime: number | undefined;
  /** Without formatting. */
  text: string;
}

/** The subtitles of a file, in order. */
export interface RawCues {
  cues: RawCue[];
  /** Whether the file has formatting, which is dropped. */
  hasLooks: boolean;
  /** Assumed frame rate, if the file counts frames and states none. */
  assumedRate?: number;
}

/** Duration of a text without an end, in seconds. */
export const OPEN_SECONDS = 3;

/** Parses "1:02:03.45", "02:03.45" or "02:03,45" to seconds; undefined for other texts. */
export function readClock(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = '0'] =
    /^\s*(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?\s*$/.exec(text) ?? [];
  if (seconds === '' || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return undefined;
  return toMilliseconds(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`));
}

/** Adds missing ends: the next cue's start, or a default duration. @param cues in order of start. */
export function withEndTimes(cues: readonly RawCue[]): RawCue[] {
  return cues.map((cue, i) => {
    const { startTime = 0 } = cue;
    const next = cues.slice(i + 1, i + 50).find((one) => (one.startTime ?? 0) > startTime)?.startTime;
    return { ...cue, endTime: cue.endTime ?? next ?? toMilliseconds(startTime + OPEN_SECONDS) };
  });
}
