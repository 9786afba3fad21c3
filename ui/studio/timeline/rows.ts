import { useMemo } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import { type Lane, type Lanes, lanesDuring, lanesOf } from '../../../engine/timeline/lanes.ts';
import { layerLabel, layerTitle } from '../../client/media/layerTitle.ts';
import { studio } from '../state/studio.ts';

/** The rows that are shown, so that layers keep them after an edit. */
let shown: { projectId: string; rows: Lanes } | undefined;

/** The rows of the timeline before a running drag; undefined if it was not open. */
export function shownRows(): Lanes | undefined {
  return shown?.projectId === studio.projectId ? shown.rows : undefined;
}

/** Returns the rows of the timeline. @param preview the preview of a running drag, which keeps emptied rows. */
export function useRows(project: Project, preview: Project | null): Lanes {
  return useMemo(() => {
    const before = shownRows();
    if (preview) return before ? lanesDuring(preview, before) : lanesOf(preview);
    const rows = lanesOf(project, before);
    shown = { projectId: studio.projectId, rows };
    return rows;
  }, [project, preview]);
}

/** Name of a row: that of its only layer, else what its layers are. */
export function rowName({ spans }: Lane): string {
  const [first] = spans;
  if (!first) return '';
  // The first words of many subtitles do not name them.
  const isNamed = first.layer.type !== 'subtitles' || first.layer.name;
  if (spans.length === 1 && isNamed) return layerLabel(first.layer);
  const titles = new Set(spans.map(({ layer }) => layerTitle(layer)));
  return titles.size === 1 ? layerTitle(first.layer) : 'Layers';
}

/** A row of the timeline on the screen, in CSS pixels from the top of the board. */
interface RowPlace {
  lane: number;
  top: number;
  bottom: number;
}

/** Distance beyond a row that still belongs to it, in CSS pixels: a drag along a row is never quite level. */
const TOLERANCE = 8;

/** A kind of rows. */
type RowKind = 'visual' | 'audio';

/**
 * Returns a function that finds the row at a pointer position, for a layer that is dragged from its own row; undefined:
 * it stays there. −1: a row behind all others; a number that no row has: a new row.
 * @param all the content of the board. @param layerId the dragged layer.
 */
export function rowFinder(all: Element, layerId: string): (clientY: number) => number | undefined {
  const rows = shownRows();
  const lanes = rowsWith(rows, layerId);
  const kind = lanes === rows?.visual ? 'visual' : 'audio';
  const places = rowPlaces(all, kind);
  const own = places.find(({ lane }) => lane === lanes?.find((one) => hasLayer(one, layerId))?.lane);
  return (clientY) => {
    // The board may have scrolled since.
    const y = clientY - all.getBoundingClientRect().top;
    if (!own || own.bottom === own.top) return undefined;
    if (y > own.top - TOLERANCE && y < own.bottom + TOLERANCE) return undefined;
    return laneAt(places, kind, y);
  };
}

/** The same for a layer that is not on the timeline yet; undefined: the pointer is far below the rows of its kind. */
export function newRowFinder(all: Element, kind: RowKind): (clientY: number) => number | undefined {
  const places = rowPlaces(all, kind);
  const last = places.at(-1);
  return (clientY) => {
    const y = clientY - all.getBoundingClientRect().top;
    return last && y < 2 * last.bottom - last.top ? laneAt(places, kind, y) : undefined;
  };
}

function rowPlaces(all: Element, kind: RowKind): RowPlace[] {
  const origin = all.getBoundingClientRect().top;
  return [...all.querySelectorAll<HTMLElement>(`.lane[data-kind=${kind}]`)].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { lane: Number(element.dataset.lane), top: top - origin, bottom: bottom - origin };
  });
}

function laneAt(places: readonly RowPlace[], kind: RowKind, y: number): number | undefined {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return undefined;
  const most = Math.max(first.lane, last.lane) + 1;
  if (y < first.top) return kind === 'visual' ? most : first.lane;
  if (y >= last.bottom) return kind === 'visual' ? -1 : most;
  return places.find(({ bottom }) => y < bottom)?.lane;
}

/** The layers of a row of the same kind as a layer. @param lane its number; undefined: the row of the layer. */
export function idsInRow(rows: Lanes | undefined, layerId: string, lane: number | undefined): string[] {
  const lanes = rowsWith(rows, layerId);
  const row = lanes?.find((one) => (lane === undefined ? hasLayer(one, layerId) : one.lane === lane));
  return row?.spans.map(({ layer }) => layer.id) ?? [];
}

/** The rows of the kind that a layer is in. */
function rowsWith(rows: Lanes | undefined, layerId: string): Lane[] | undefined {
  return [rows?.visual ?? [], rows?.audio ?? []].find((some) => some.some((lane) => hasLayer(lane, layerId)));
}

function hasLayer({ spans }: Lane, layerId: string): boolean {
  return spans.some(({ layer }) => layer.id === layerId);
}
