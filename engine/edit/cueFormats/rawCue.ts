/** A subtitle as a file has it, not yet checked. */
export interface RawCue {
  /** Line of the file, from 1. */
  line: number;
  /** Seconds; undefined where the file writes no valid time. */
  startTime: number | undefined;
  endTime: number | undefined;
  /** Without formatting. */
  text: string;
}

/** The subtitles of a file, in its order. */
export interface RawCues {
  cues: RawCue[];
  /** Whether the file has formatting, which is left out. */
  hasLooks: boolean;
  /** The frame rate that was assumed where the file counts frames and names none. */
  assumedRate?: number;
}

/** How long a text stays whose file gives it no end, seconds. */
export const OPEN_SECONDS = 3;

/** Seconds of "1:02:03.45", "02:03.45" or "02:03,45"; undefined for another text. */
export function readClock(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = '0'] =
    /^\s*(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?\s*$/.exec(text) ?? [];
  if (seconds === '' || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return undefined;
  return rounded(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`));
}

/** Seconds, to the thousandth. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Gives cues without an end one: the next cue's start, or some seconds. @param cues in the order of their starts. */
export function closed(cues: readonly RawCue[]): RawCue[] {
  return cues.map((cue, i) => {
    const { startTime = 0 } = cue;
    const next = cues.slice(i + 1, i + 50).find((one) => (one.startTime ?? 0) > startTime)?.startTime;
    return { ...cue, endTime: cue.endTime ?? next ?? rounded(startTime + OPEN_SECONDS) };
  });
}
