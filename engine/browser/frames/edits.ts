/** An entry of an edit list (ISO/IEC 14496-12 §8.6.6). */
export interface Edit {
  /** Length on the video's own scale of time. */
  segment_duration: number;
  /** Where in the track it begins, on the track's scale of time; -1: nothing is shown for its length. */
  media_time: number;
}

/** What an edit list makes of a track: seconds. */
export interface EditWindow {
  /** Is added to a sample's own time. */
  shift: number;
  /** What begins before or, but for the rounding of times, at the end of this is not shown. */
  start: number;
  end: number;
}

/**
 * Reads an edit list: an empty stretch delays the track, then one part of it is played.
 * @param scale units a second of the whole file. @param trackScale units a second of the track.
 * @returns undefined for a list that plays more than one part.
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
