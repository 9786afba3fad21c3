import { type RawCue, type RawCues, readClock } from './rawCue.ts';

/** Times of a cue: "0:00:00.500,0:00:01.500". */
export const sbvTimes = /^\s*(\d+:\d{1,2}:\d{1,2}[.,:]\d{1,3}),\s*(\d+:\d{1,2}:\d{1,2}[.,:]\d{1,3})\s*$/;

/** Reads YouTube captions (SBV) and SubViewer, which writes "[br]" for a line break and has a header in brackets. */
export function readSbv(lines: readonly string[]): RawCues {
  const cues: RawCue[] = [];
  let isOpen = false;
  lines.forEach((line, i) => {
    const [, start, end] = sbvTimes.exec(line) ?? [];
    const last = cues.at(-1);
    if (start !== undefined && end !== undefined)
      cues.push({ line: i + 1, startTime: readClock(start), endTime: readClock(end), text: '' });
    else if (isOpen && last && line.trim() !== '')
      last.text += `${last.text === '' ? '' : '\n'}${line.trim().replace(/\[br\]/gi, '\n')}`;
    isOpen = start !== undefined || (isOpen && line.trim() !== '');
  });
  return { cues, hasLooks: false };
}
