/** An entry of an edit list (ISO/IEC 14496-12 §8.6.6). */
export interface Edit {
  /** Length in the movie's timescale. */
  segment_duration: number;
  /** Start in the track, in the track's timescale; -1: an empty edit. */
  media_time: number;
}

/** Effect of an edit list on a track, in seconds. */
export interface EditWindow {
  /** Added to the time of a sample. */
  shift: number;
  /** Samples that begin before `start`, or at or after `end`, are not shown, apart from rounding. */
  start: number;
  end: number;
}

/**
 * Parses an edit list: an empty edit that delays the track, then one played part.
 * @param scale timescale of the movie. @param trackScale timescale of the track.
 * @returns undefined for a list with more than one played part.
 */
export function editWindow(
  edits: readonly Edit[] | undefined,
  scale: number,
  trackScale: number,
): EditWindow | undefined {
  const everything = { shift: 0, start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  if (!edits || edits.length === 0) return everything;
  const played = edits.filter(({ media_time }) => media_time >= 0);
  const [part] = played;
  if (!part || played.length > 1) return part ? undefined : everything;
  const first = edits.indexOf(part);
  const delay = edits.slice(0, first).reduce((sum, edit) => sum + edit.segment_duration / scale, 0);
  const length = part.segment_duration > 0 ? part.segment_duration / scale : Number.POSITIVE_INFINITY;
  return { shift: delay - part.media_time / trackScale, start: delay, end: delay + length };
}
