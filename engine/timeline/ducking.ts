import type { Ducking } from '../project/videoEffects.ts';
import { clipRun, spansInVideo } from './clipTimes.ts';
import { PEAKS_PER_SECOND, type Peaks } from './peaks.ts';
import { silenceDefaults } from './silences.ts';
import { type AudioClip, audioKey, type GainPoint } from './soundtrack.ts';
import { type TimeSpan, unitedSpans } from './timeSpans.ts';

/** Shortest pause between two sounds in which ducked audio comes back to full volume, in seconds. */
const SHORTEST_REST = 0.5;
/** Shorter quiet parts within a sound are not pauses, in seconds. */
const SHORTEST_PAUSE = 0.25;
/** Most dips per clip; beyond, the shortest pauses are ignored. Keeps ffmpeg filter graphs short. */
const MOST_DIPS = 400;

/**
 * Computes how clips with ducking go down under other audio.
 *
 * Everything audible in a video or audio layer lowers the clips with ducking, whether speech or not. The audio track
 * lowers nothing, and a ducked clip lowers no other. Audible means that a file's peaks, times its volume, are above the
 * silence threshold (silences.ts), so music comes back in the pauses of a talk. All times are known in advance, so
 * music is already down when speech begins, unlike with a compressor.
 *
 * The result is a list of gain points. Preview, browser export and renderer all interpolate it linearly, and none
 * analyzes other audio during playback.
 * @param peaksOf peaks of a file; undefined if unknown: then all of it counts as audible.
 * @returns the same clips, with `gains` on those that are ducked.
 */
export function withDucking(
  clips: readonly AudioClip[],
  peaksOf: (clip: AudioClip) => Peaks | undefined,
): readonly AudioClip[] {
  if (!clips.some(({ ducking }) => ducking)) return clips;
  const audible = unitedSpans(clips.filter(pushes).flatMap((clip) => soundingSpans(clip, peaksOf(clip))));
  return clips.map((clip) => (clip.ducking ? ducked(clip, clip.ducking, audible) : clip));
}

/** The clips whose peaks decide how sounds go down, one of each audio track; none where no sound is to. */
export function duckingSources(clips: readonly AudioClip[]): AudioClip[] {
  if (!clips.some(({ ducking }) => ducking)) return [];
  return [...new Map(clips.filter(pushes).map((clip) => [audioKey(clip), clip])).values()];
}

function pushes({ source, ducking, volume }: AudioClip): boolean {
  return source.kind === 'layer' && !ducking && volume > 0;
}

/** Returns when a clip is audible, in seconds of the whole video. */
function soundingSpans(clip: AudioClip, peaks: Peaks | undefined): TimeSpan[] {
  const whole = { startTime: clip.start, endTime: clip.end };
  if (!peaks) return [whole];
  const loud = loudSpans(clip, peaks);
  // In such a short loop no pause is long enough.
  if (loud.length > 0 && clip.loops && clipRun(clip) <= SHORTEST_REST) return [whole];
  return spansInVideo(clip, loud);
}

/** Returns the audible parts of a clip at its volume, in seconds of the file. */
function loudSpans({ mediaStart, mediaEnd, volume }: AudioClip, peaks: Peaks): TimeSpan[] {
  const most = (255 * 10 ** (silenceDefaults.threshold / 20)) / volume;
  const to = Math.min(peaks.length, Math.ceil(mediaEnd * PEAKS_PER_SECOND));
  const found: TimeSpan[] = [];
  for (let i = Math.max(0, Math.floor(mediaStart * PEAKS_PER_SECOND)); i < to; i += 1) {
    if ((peaks[i] as number) <= most) continue;
    const startTime = Math.max(mediaStart, i / PEAKS_PER_SECOND);
    const endTime = Math.min(mediaEnd, (i + 1) / PEAKS_PER_SECOND);
    const last = found.at(-1);
    if (last && startTime - last.endTime < SHORTEST_PAUSE) last.endTime = endTime;
    else found.push({ startTime, endTime });
  }
  return found;
}

function ducked(clip: AudioClip, { amount, attack, release }: Ducking, audible: readonly TimeSpan[]): AudioClip {
  const near = audible.filter(
    ({ startTime, endTime }) => startTime - attack < clip.end && endTime + release > clip.start,
  );
  const gain = Math.round(1e6 * 10 ** (-amount / 20)) / 1e6;
  const gains = bridged(near, attack + release + SHORTEST_REST).flatMap(({ startTime, endTime }): GainPoint[] => [
    { at: startTime - attack, gain: 1 },
    { at: startTime, gain },
    { at: endTime, gain },
    { at: endTime + release, gain: 1 },
  ]);
  return gains.length > 0 ? { ...clip, gains } : clip;
}

/** Joins spans across short pauses. @param spans in order. @param least shortest pause to keep, in seconds. */
function bridged(spans: readonly TimeSpan[], least: number): TimeSpan[] {
  const pauses = spans.slice(1).map(({ startTime }, i) => startTime - (spans[i] as TimeSpan).endTime);
  const longest = pauses.toSorted((a, b) => b - a);
  const shortest = Math.max(least, longest[MOST_DIPS - 1] ?? 0);
  const joined: TimeSpan[] = [];
  for (const [i, span] of spans.entries()) {
    const last = joined.at(-1);
    if (last && (pauses[i - 1] as number) <= shortest) last.endTime = span.endTime;
    else joined.push({ ...span });
  }
  return joined;
}
