import type { Draft, DraftSource } from './storedDrafts.ts';

type ClipChoice = NonNullable<DraftSource['clip']>;

/** Moves a clip. @param to index after the move, clamped to the list. */
export function moveClip(draft: Draft, from: number, to: number): Draft {
  const clip = draft.sources[from];
  const place = Math.min(draft.sources.length - 1, Math.max(0, to));
  if (!clip || place === from) return draft;
  const rest = draft.sources.filter((_, index) => index !== from);
  return { ...draft, sources: [...rest.slice(0, place), clip, ...rest.slice(place)] };
}

/** Inserts a copy after a clip. @param id of the copy. */
export function duplicateClip(draft: Draft, index: number, id: string): Draft {
  const clip = draft.sources[index];
  if (!clip) return draft;
  const copy = { ...clip, id };
  return { ...draft, sources: [...draft.sources.slice(0, index + 1), copy, ...draft.sources.slice(index + 1)] };
}

/** Changes settings of one clip. @param change undefined values fall back to the settings of all clips. */
export function setClip(
  draft: Draft,
  index: number,
  change: { [K in keyof ClipChoice]?: ClipChoice[K] | undefined },
): Draft {
  const sources = draft.sources.map((source, at) => {
    if (at !== index) return source;
    const { clip: before, ...file } = source;
    const chosen = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
    return chosen.length > 0 ? { ...file, clip: Object.fromEntries(chosen) as ClipChoice } : file;
  });
  return { ...draft, sources };
}

/** Returns the trim of a video clip, in seconds of its file. */
export function clipWindow({ clip, duration }: Pick<DraftSource, 'clip' | 'duration'>): { start: number; end: number } {
  return { start: clip?.startTime ?? 0, end: clip?.endTime ?? duration };
}
