import type { SubtitlesLayer } from '../project/layers.ts';
import { MAX_CUES } from '../project/limits.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import type { Cue } from '../project/subtitles.ts';
import { retimeCue } from './retimeCue.ts';
import { type LayerSpan, layerSpans } from './spans.ts';

/** Subtitles of one language in the whole video. */
export interface CueTrack {
  /** BCP 47 code; absent: unknown. */
  languageCode?: string;
  /** In order of time, in seconds of the whole video; none is empty. */
  cues: Cue[];
}

/**
 * Collects the visible subtitles of a project by language, in seconds of the whole video and clamped to their scenes
 * and layers. A cue that continues in the next scene is joined.
 */
export function cueTracks(project: Project): CueTrack[] {
  const tracks = new Map<string | undefined, Track>();
  for (const span of layerSpans(project)) {
    const { layer } = span;
    if (layer.type !== 'subtitles') continue;
    const { languageCode } = layer;
    const track = tracks.get(languageCode) ?? { cues: [], ends: new Map() };
    tracks.set(languageCode, track);
    for (const cue of cuesOf(layer, span)) addTo(track, cue);
  }
  return [...tracks]
    .filter(([, { cues }]) => cues.length > 0)
    .map(([languageCode, { cues }]) => ({
      ...(languageCode === undefined ? {} : { languageCode }),
      cues: cues.toSorted((a, b) => a.startTime - b.startTime),
    }));
}

/** Returns the problem of soft subtitles with more cues in one language than a layer may have. */
export function cueTrackProblems(project: Project): Problem[] {
  const { output } = project;
  if (output.type !== 'video' || !output.softSubtitles) return [];
  const isTooLong = cueTracks(project).some(({ cues }) => cues.length > MAX_CUES);
  const message = `A track can have at most ${MAX_CUES} subtitles.`;
  return isTooLong ? [problem('range', ['output', 'softSubtitles'], message)] : [];
}

function cuesOf({ cues, at = 0 }: SubtitlesLayer, { start, end }: LayerSpan): Cue[] {
  const inside = (time: number) => toMilliseconds(Math.min(end, Math.max(start, 0, start + time - at)));
  return cues
    .filter(({ text }) => text.trim() !== '')
    .map((cue) => retimeCue(cue, inside))
    .filter(({ startTime, endTime }) => endTime > startTime);
}

/** A track under construction. */
interface Track {
  cues: Cue[];
  /** Index of the cue that could continue, by its content and end. */
  ends: Map<string, number>;
}

/** Adds a cue, or extends the one that it continues. */
function addTo({ cues, ends }: Track, cue: Cue): void {
  const index = ends.get(keyAt(cue, cue.startTime)) ?? cues.length;
  ends.set(keyAt(cue, cue.endTime), index);
  const first = cues[index];
  cues[index] = first ? joined(first, cue) : cue;
}

function keyAt({ id, text }: Cue, time: number): string {
  return `${time} ${id} ${text}`;
}

function joined(first: Cue, cue: Cue): Cue {
  const words = first.words?.map((word, i) => {
    const next = cue.words?.[i] ?? word;
    const startTime = word.startTime < first.endTime ? word.startTime : next.startTime;
    return { ...word, startTime, endTime: word.endTime < first.endTime ? word.endTime : next.endTime };
  });
  return { ...first, endTime: cue.endTime, ...(words ? { words } : {}) };
}
