import { closed, type RawCue, type RawCues, readClock, rounded } from './rawCue.ts';

/** A time of a lyric: "[01:02.50]". */
const stamp = /^\s*\[(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)\]/;

/** Whether a line begins with the time of a lyric. */
export function isLyric(line: string): boolean {
  return stamp.test(line);
}

/**
 * Reads lyrics (LRC). A line stays until the next one, of which an empty one clears the screen; it may have several times.
 * The times of words are left out.
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
      startTime: at === undefined ? undefined : Math.max(0, rounded(at - offset)),
      ...{ endTime: undefined, text },
    }));
  });
  const inOrder = cues.toSorted((a, b) => (a.startTime ?? 0) - (b.startTime ?? 0));
  return { cues: closed(inOrder).filter(({ text }) => text !== ''), hasLooks: false };
}
