import { type RawCue, type RawCues, readClock } from './rawCue.ts';

/** Default fields of an event (SubStation Alpha 4.00+). */
const usualFields = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

/** Reads Advanced SubStation Alpha and its predecessor, SSA. Drops styles, positions, effects and drawings. */
export function readAss(lines: readonly string[]): RawCues {
  let fields = usualFields;
  let isEvents = false;
  const cues: RawCue[] = [];
  lines.forEach((line, i) => {
    const section = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isEvents = section.trim().toLowerCase() === 'events';
    const [, kind = '', rest = ''] = (isEvents && /^\s*(format|dialogue)\s*:(.*)$/i.exec(line)) || [];
    if (kind.toLowerCase() === 'format') fields = rest.split(',').map((name) => name.trim().toLowerCase());
    if (kind.toLowerCase() === 'dialogue') cues.push(readEvent(rest, fields, i + 1));
  });
  return { cues: cues.filter(({ text }) => text !== ''), hasLooks: true };
}

function readEvent(rest: string, fields: readonly string[], line: number): RawCue {
  const parts = rest.split(',');
  // The text is the last field and may contain commas.
  const values = [...parts.slice(0, fields.length - 1), parts.slice(fields.length - 1).join(',')];
  const fieldOf = (name: string) => values[fields.indexOf(name)] ?? '';
  const [startTime, endTime] = [readClock(fieldOf('start')), readClock(fieldOf('end'))];
  return { line, startTime, endTime, text: plainText(fieldOf('text')) };
}

/** Removes override tags and drawings, which span from `{\p1}` to `{\p0}`. */
function plainText(source: string): string {
  let isDrawing = false;
  const shown = source.split(/(\{[^{}]*\})/).map((part) => {
    const drawing = part.startsWith('{') ? /\\p(\d+)/.exec(part)?.[1] : undefined;
    if (drawing !== undefined) isDrawing = Number(drawing) > 0;
    return part.startsWith('{') || isDrawing ? '' : part;
  });
  return shown.join('').replace(/\\N/g, '\n').replace(/\\n/g, ' ').replace(/\\h/g, '\u00a0').trim();
}
