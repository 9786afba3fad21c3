import { toMilliseconds } from '../../project/roundTime.ts';
import type { RawCue, RawCues } from './rawCue.ts';

/** Returns whether a file is TTML, DFXP or one of their profiles. */
export function isTtml(source: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:\w{1,20}:)?tt[\s>]/i.test(source.slice(0, 5000));
}

/** An open element. */
interface Open {
  /** Time origin of its children, and its end, in seconds. */
  begin: number;
  end: number | undefined;
  /** Whether it has times itself, and whether it or an ancestor has. */
  isTimed: boolean;
  hasTimes: boolean;
}

/** Deepest nesting; no real file exceeds it. */
const MOST_OPEN = 100;

/** Time units of a file. */
interface Clock {
  framesPerSecond: number;
  ticksPerSecond: number;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * Reads TTML (W3C Timed Text Markup Language 2, §10): each timed `p`, and each timed `span` of an untimed `p`. Times
 * are relative to the parent element. Drops styles and regions.
 */
export function readTtml(source: string): RawCues {
  const clock = clockOf(/<(?:\w+:)?tt\b[^>]*>/i.exec(source.slice(0, 20_000))?.[0] ?? '');
  const cues: RawCue[] = [];
  const open: Open[] = [];
  let current: { cue: RawCue; depth: number } | undefined;
  for (const { text: part, line } of tokensOf(withoutComments(source))) {
    const [, slash, name = '', attributes = '', isEmpty] = /^<(\/?)(?:\w+:)?(\w+)([^>]*?)(\/?)>$/s.exec(part) ?? [];
    if (name === '') {
      if (current && !part.startsWith('<')) current.cue.text += entitiesRead(part);
    } else if (slash) {
      if (current && current.depth >= open.length) current = undefined;
      open.pop();
    } else if (name === 'br') {
      if (current) current.cue.text += LINE_BREAK;
    } else if (!isEmpty && open.length < MOST_OPEN) {
      const element = opened(attributes, open.at(-1), clock);
      open.push(element);
      const isCue = name === 'p' || (name === 'span' && element.isTimed);
      // Timed spans of an untimed paragraph are separate cues.
      if (element.isTimed && current && !open[current.depth - 1]?.isTimed && current.cue.text.trim() === '')
        current = undefined;
      if (!isCue || !element.hasTimes || current) continue;
      current = { cue: { line, startTime: element.begin, endTime: element.end, text: '' }, depth: open.length };
      cues.push(current.cue);
    }
  }
  const hasLooks = /\s(?:style|region|tts:\w+)=/.test(source);
  return { cues: cues.map((cue) => ({ ...cue, text: tidied(cue.text) })).filter(({ text }) => text !== ''), hasLooks };
}

/** Placeholder for "br" until whitespace is collapsed. */
const LINE_BREAK = '\u2028';

/** Splits into tags and texts, with their lines. */
function* tokensOf(source: string): Generator<{ text: string; line: number }> {
  let line = 1;
  for (const [text] of source.matchAll(/<[^<>]*>|[^<]+/g)) {
    yield { text, line };
    line += text.split('\n').length - 1;
  }
}

/** Removes comments but keeps their line breaks, so line numbers stay. */
function withoutComments(source: string): string {
  let [rest, kept] = [0, ''];
  for (let at = source.indexOf('<!--'); at >= 0; at = source.indexOf('<!--', rest)) {
    const end = source.indexOf('-->', at);
    const next = end < 0 ? source.length : end + 3;
    kept += source.slice(rest, at) + source.slice(at, next).replace(/[^\n]+/g, '');
    rest = next;
  }
  return kept + source.slice(rest);
}

function opened(attributes: string, parent: Open | undefined, clock: Clock): Open {
  const times = new Map(
    [...attributes.matchAll(/\s(begin|end|dur)=["']([^"']*)["']/g)].map(([, key, value]) => [key, value]),
  );
  const [begin, end, dur] = ['begin', 'end', 'dur'].map((key) => secondsOf(times.get(key), clock));
  const from = parent?.begin ?? 0;
  const start = toMilliseconds(from + (begin ?? 0));
  const stop =
    end !== undefined ? toMilliseconds(from + end) : dur !== undefined ? toMilliseconds(start + dur) : parent?.end;
  const isTimed = begin !== undefined || end !== undefined || dur !== undefined;
  return { begin: start, end: stop, isTimed, hasTimes: isTimed || parent?.hasTimes === true };
}

function clockOf(root: string): Clock {
  const parameterOf = (key: string) => new RegExp(`\\s\\w+:${key}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1];
  const [up = 1, down = 1] = (parameterOf('frameRateMultiplier') ?? '1 1').split(/[\s:]+/).map(Number);
  const framesPerSecond = (Number(parameterOf('frameRate') ?? 30) * up) / down || 30;
  return { framesPerSecond, ticksPerSecond: Number(parameterOf('tickRate')) || framesPerSecond };
}

/** Parses "00:00:01.5", "00:00:01:12" (frames), "1.5s", "40f" or "900t" to seconds; undefined for other texts. */
function secondsOf(text: string | undefined, { framesPerSecond, ticksPerSecond }: Clock): number | undefined {
  const [, hours, minutes, seconds, fraction = '', frames = '0'] =
    /^\s*(\d{1,5}):(\d{2}):(\d{2})(?:(\.\d{1,9})|:(\d{1,4})(?:\.\d+)?)?\s*$/.exec(text ?? '') ?? [];
  if (hours !== undefined) {
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return toMilliseconds(whole + Number(`0${fraction}`) + Number(frames) / framesPerSecond);
  }
  const [, count, unit = ''] = /^\s*(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)\s*$/.exec(text ?? '') ?? [];
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / framesPerSecond, t: 1 / ticksPerSecond };
  return count === undefined ? undefined : toMilliseconds(Number(count) * units[unit as keyof typeof units]);
}

function entitiesRead(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return named[name] ?? whole;
  });
}

/** Collapses whitespace to single spaces; "br" breaks a line. */
function tidied(text: string): string {
  return text
    .replace(/[ \t\r\n]+/g, ' ')
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
