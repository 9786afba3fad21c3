import { kindOf } from '../kinds/index.ts';
import type { Project } from '../project/project.ts';
import { endOfLayer, type LayerSpan, layerSpans } from './spans.ts';

/** A row of the timeline: layers that do not overlap in time, in order of start. */
export interface Lane {
  /** Number of the row, from 0. Rows without layers are omitted, so numbers may be skipped. */
  lane: number;
  /** In seconds of the whole video; an audio layer ends when it has played. */
  spans: LayerSpan[];
}

/** All rows of a timeline, top to bottom. */
export interface Lanes {
  /** Visible layers, hidden ones included. A row is in front of those below it; lane 0 is the last. */
  visual: Lane[];
  /** Audio layers; lane 0 is the first. The audio track of the project is not among them. */
  audio: Lane[];
}

/** Layers that overlap by less still share a row, in seconds: ends are rounded to microseconds of their files. */
const TOUCHING = 1e-3;

/**
 * Packs the layers of all scenes and of the whole project into rows. Layers share a row unless they overlap in time. Of
 * two visible layers that overlap, the one in front has the higher lane, so rows always show the painting order.
 *
 * A layer keeps its `lane`, else the row that it had before, wherever both rules allow it; any other gets the first free
 * row. Therefore an edit moves only layers that it makes overlap. A visible layer that cannot keep its row moves to the
 * front, an audio layer to the first free row.
 * @param before the rows from before an edit, so that layers keep rows that they no longer need; default: none.
 */
export function lanesOf(project: Project, before?: Lanes): Lanes {
  const spans = layerSpans(project, 'all').map((span) => ({ ...span, end: endOfLayer(span) }));
  const isVisual = ({ layer }: LayerSpan) => kindOf(layer).isSeen;
  const visual = packVisual(spans.filter(isVisual), chosenLane(before?.visual));
  const heard = spans.filter((span) => !isVisual(span)).toReversed();
  const audio = packAudio(heard, chosenLane(before?.audio));
  return { visual: lanesFrom(visual).toReversed(), audio: lanesFrom(audio) };
}

/** Returns the rows of the preview of a drag. A row that lost its last layer stays, so that no other row moves. */
export function lanesDuring(project: Project, before: Lanes): Lanes {
  const now = lanesOf(project, before);
  return { visual: withEmpty(now.visual, before.visual, -1), audio: withEmpty(now.audio, before.audio, 1) };
}

/** @param sign order of the numbers: −1 descending. */
function withEmpty(now: readonly Lane[], before: readonly Lane[], sign: 1 | -1): Lane[] {
  const numbers = new Set(now.map(({ lane }) => lane));
  const empty = before.filter(({ lane }) => !numbers.has(lane)).map(({ lane }) => ({ lane, spans: [] }));
  return [...now, ...empty].sort((a, b) => sign * (a.lane - b.lane));
}

/** A row while it is packed, in order of start. */
type Row = LayerSpan[];

/** Returns the row that a layer should have; undefined: any. */
type ChosenLane = (span: LayerSpan) => number | undefined;

function chosenLane(before: readonly Lane[] = []): ChosenLane {
  const known = new Map(before.flatMap(({ lane, spans }) => spans.map(({ layer }) => [layer.id, lane] as const)));
  return ({ layer }) => layer.lane ?? known.get(layer.id);
}

/** @param spans back to front wherever they overlap. */
function packVisual(spans: readonly LayerSpan[], chosen: ChosenLane): Row[] {
  const rows: Row[] = [];
  for (const span of spans) {
    const behind = rows.findLastIndex((row) => isTaken(row, span));
    put(rows, Math.max(behind + 1, chosen(span) ?? 0), span);
  }
  return rows;
}

/** @param spans front to back; of two in the same chosen row, the one in front keeps it. */
function packAudio(spans: readonly LayerSpan[], chosen: ChosenLane): Row[] {
  const rows: Row[] = [];
  const isFree = (index: number, span: LayerSpan) => !isTaken(rows[index] ?? [], span);
  const others = spans.filter((span) => {
    const lane = chosen(span);
    if (lane === undefined || !isFree(lane, span)) return true;
    put(rows, lane, span);
    return false;
  });
  for (const span of others.toSorted((a, b) => a.start - b.start)) {
    let index = 0;
    while (!isFree(index, span)) index += 1;
    put(rows, index, span);
  }
  return rows;
}

function put(rows: Row[], index: number, span: LayerSpan): void {
  while (rows.length <= index) rows.push([]);
  const row = rows[index] as Row;
  row.splice(placeIn(row, span.start), 0, span);
}

/** Looks only at the neighbors of a span, because those of a row do not overlap. */
function isTaken(row: Row, { start, end }: LayerSpan): boolean {
  const overlaps = (other: LayerSpan) => other.start < end - TOUCHING && start < other.end - TOUCHING;
  const place = placeIn(row, start);
  // Very short spans may stand between a span and the neighbor that it overlaps.
  for (let i = place - 1; i >= 0; i -= 1) {
    if (overlaps(row[i] as LayerSpan)) return true;
    if (isLong(row[i] as LayerSpan)) break;
  }
  for (let i = place; i < row.length && (row[i] as LayerSpan).start < end; i += 1) {
    if (overlaps(row[i] as LayerSpan)) return true;
    if (isLong(row[i] as LayerSpan)) break;
  }
  return false;
}

function isLong({ start, end }: LayerSpan): boolean {
  return end - start > 2 * TOUCHING;
}

/** Returns where a span with this start belongs in a row, by binary search. */
function placeIn(row: Row, start: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as LayerSpan).start <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lanesFrom(rows: Row[]): Lane[] {
  return rows.flatMap((row, lane) => (row.length > 0 ? [{ lane, spans: row }] : []));
}
