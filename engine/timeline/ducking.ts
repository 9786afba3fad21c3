import type { Ducking } from '../project/videoEffects.ts';
import { clipRun, spansInVideo } from './clipTimes.ts';
import { PEAKS_PER_SECOND, type Peaks } from './peaks.ts';
import { silenceDefaults } from './silences.ts';
import { audioKey, type GainPoint, type SoundClip } from './soundtrack.ts';
import { type TimeSpan, unitedSpans } from './timeSpans.ts';

/** Between two sounds the music comes back only where it is then up for so long, seconds. */
const SHORTEST_REST = 0.5;
/** What is not louder for this long within a sound is no pause, seconds. */
const SHORTEST_PAUSE = 0.25;
/** How often a sound goes down at most; of more, the shortest pauses are passed over. Keeps graphs of ffmpeg short. */
const MOST_DIPS = 400;

/**
 * Says how sounds with ducking go down under the others.
 *
 * The rule is the one that people expect without being told: whatever is heard of a video or sound layer pushes down the
 * sounds that are to duck, be it speech or not. The audio track pushes nothing, and a ducked sound no other ducked one.
 * "Heard" is measured: by its peaks a file is as loud as a silence is not (silences.ts), times its volume, so that
 * pauses in a talk bring the music back. As all times lie ahead, the music is down when speech begins, not a
 * little later as a compressor has it.
 *
 * The answer is a list of points that is the same wherever it is asked for. Preview, browser export and renderer each
 * follow its straight lines, and none of them listens to the other sounds while it plays.
 * @param peaksOf how loud the audio of a clip is; undefined where that is not known: all of it counts then.
 * @returns the same clips, with `gains` where they go down.
 */
export function withDucking(
  clips: readonly SoundClip[],
  peaksOf: (clip: SoundClip) => Peaks | undefined,
): readonly SoundClip[] {
  if (!clips.some(({ ducking }) => ducking)) return clips;
  const heard = unitedSpans(clips.filter(pushes).flatMap((clip) => soundingSpans(clip, peaksOf(clip))));
  return clips.map((clip) => (clip.ducking ? ducked(clip, clip.ducking, heard) : clip));
}

/** The clips whose peaks decide how sounds go down, one of each audio track; none where no sound is to. */
export function duckingSources(clips: readonly SoundClip[]): SoundClip[] {
  if (!clips.some(({ ducking }) => ducking)) return [];
  return [...new Map(clips.filter(pushes).map((clip) => [audioKey(clip), clip])).values()];
}

function pushes({ source, ducking, volume }: SoundClip): boolean {
  return source.kind === 'layer' && !ducking && volume > 0;
}

/** When a clip is louder than silence, seconds of the whole video. */
function soundingSpans(clip: SoundClip, peaks: Peaks | undefined): TimeSpan[] {
  const whole = { startTime: clip.start, endTime: clip.end };
  if (!peaks) return [whole];
  const loud = loudSpans(clip, peaks);
  // Within so short a loop no pause is long enough.
  if (loud.length > 0 && clip.loops && clipRun(clip) <= SHORTEST_REST) return [whole];
  return spansInVideo(clip, loud);
}

/** Which parts of its file a clip plays that are loud as it plays them, seconds of the file. */
function loudSpans({ mediaStart, mediaEnd, volume }: SoundClip, peaks: Peaks): TimeSpan[] {
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

function ducked(clip: SoundClip, { amount, attack, release }: Ducking, heard: readonly TimeSpan[]): SoundClip {
  const near = heard.filter(
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

/** Spans without the pauses that are too short to be heard as such. @param spans in order. @param least seconds. */
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
