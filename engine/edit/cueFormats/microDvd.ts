import { toMilliseconds } from '../../project/roundTime.ts';
import { type RawCues, withEndTimes } from './rawCue.ts';

/** A cue: first frame, last frame, text. */
const cue = /^\s*\{(\d{1,9})\}\s*\{(\d{0,9})\}(.*)$/;
/** Default frame rate. */
const USUAL_RATE = 25;

/** Returns whether a line is a MicroDVD cue. */
export function isMicroDvd(line: string): boolean {
  return cue.test(line);
}

/**
 * Reads MicroDVD (SUB), which counts frames. If the text of the first cue is a number, it states the frame rate.
 * @param videoRate frame rate of the video, if known.
 */
export function readMicroDvd(lines: readonly string[], videoRate: number | undefined): RawCues {
  const found = lines.flatMap((line, i) => {
    const [, from, to = '', text = ''] = cue.exec(line) ?? [];
    return from === undefined ? [] : [{ line: i + 1, from: Number(from), to, text }];
  });
  const stated = /^\s*\d{1,3}(?:[.,]\d{1,6})?\s*$/.test(found[0]?.text ?? '')
    ? Number((found[0]?.text ?? '').replace(',', '.'))
    : 0;
  const rate = stated > 0 ? stated : (videoRate ?? USUAL_RATE);
  const shown = (stated > 0 ? found.slice(1) : found).map(({ line, from, to, text }) => ({
    line,
    startTime: toMilliseconds(from / rate),
    endTime: to === '' ? undefined : toMilliseconds(Number(to) / rate),
    text: plainText(text),
  }));
  const assumed = stated > 0 || videoRate !== undefined ? {} : { assumedRate: USUAL_RATE };
  return { cues: withEndTimes(shown), hasLooks: found.some(({ text }) => /\{[a-z]:/i.test(text)), ...assumed };
}

/** Removes codes such as "{y:i}" and the slash that marks italic lines. */
function plainText(source: string): string {
  const lines = source.replace(/\{[a-z]:[^{}]*\}/gi, '').split('|');
  return lines.map((line) => line.replace(/^\s*\//, '').trim()).join('\n');
}
