import { toMilliseconds } from '../../project/roundTime.ts';
import { type RawCue, type RawCues, readClock, withEndTimes } from './rawCue.ts';

/** A lyric timestamp: "[01:02.50]". */
const stamp = /^\s*\[(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)\]/;

/** Returns whether a line begins with a lyric timestamp. */
export function isLyric(line: string): boolean {
  return stamp.test(line);
}

/**
 * Reads lyrics (LRC). A line is shown until the next one; an empty one clears the screen. A line may have several
 * timestamps. Drops word times.
 */
export function readLrc(lines: readonly string[]): RawCues {
  const offsets = lines.flatMap((line) => /^\s*\[offset:\s*([+-]?\d{1,7})\s*\]/i.exec(line)?.[1] ?? []);
  const offset = Number(offsets[0] ?? 0) / 1000;
  const cues = lines.flatMap((line, i): RawCue[] => {
    const starts: (number | undefined)[] = [];
    let rest = line;
    for (let found = stamp.exec(rest); found; found = stamp.exec(rest)) {
      starts.push(readClock(found[1] as string));
      rest = rest.slice(found[0].length);
    }
    const text = rest.replace(/<\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?>/g, '').trim();
    return starts.map((at) => ({
      line: i + 1,
      startTime: at === undefined ? undefined : Math.max(0, toMilliseconds(at - offset)),
      ...{ endTime: undefined, text },
    }));
  });
  const inOrder = cues.toSorted((a, b) => (a.startTime ?? 0) - (b.startTime ?? 0));
  return { cues: withEndTimes(inOrder).filter(({ text }) => text !== ''), hasLooks: false };
}
