import type { Project } from '../../../engine/project/project.ts';
import { withDucking } from '../../../engine/timeline/ducking.ts';
import { runLength } from '../../../engine/timeline/durations.ts';
import type { Peaks } from '../../../engine/timeline/peaks.ts';
import { type AudioClip, audioKey, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { trackOf } from '../media/audioTracks.ts';
import type { Probe } from '../media/probe.ts';
import type { Input } from './plan.ts';
import { audioSpansOfRun } from './runFrames.ts';
import type { PlannedAudio } from './sound.ts';

/**
 * Compiles the audio of a project and its inputs. Skips files without audio.
 * @param peaks of the files that duck others, as far as measured.
 */
export function compileAudioSources(
  project: Project,
  probes: ReadonlyMap<string, Probe>,
  peaks: ReadonlyMap<string, Peaks> = new Map(),
): { inputs: Input[]; sounds: PlannedAudio[] } {
  const inputs: Input[] = [];
  const sounds: PlannedAudio[] = [];
  const clips = soundtrack(project).filter(({ url }) => probes.get(url)?.hasAudio);
  for (const clip of withDucking(clips, (clip) => peaks.get(audioKey(clip)))) {
    const { input, sound } = compileSound(clip, `a${inputs.length}`, probes.get(clip.url) as Probe);
    inputs.push(input);
    sounds.push(sound);
  }
  return { inputs, sounds };
}

/**
 * Seconds that are decoded before the audible part: after a seek, the first frames of lossy codecs lack what earlier ones
 * contain. An MP3 frame refers to up to 511 earlier bytes, 0.26 s at 16 kbit/s.
 */
const preroll = 0.3;

function compileSound(clip: AudioClip, id: string, probe: Probe): { input: Input; sound: PlannedAudio } {
  const { url, start, end, speed, isReversed, isBoomeranged, loops, volume, fadeIn, fadeOut, effects, gains } = clip;
  const { lead } = probe;
  const track = trackOf(probe, clip.audioTrack);
  const run = { start: clip.mediaStart, end: clip.mediaEnd, speed, isReversed, isBoomeranged };
  const length = loops ? runLength(run) : Math.min(runLength(run), end - start);
  const segments = audioSpansOfRun(run, length);
  const seek = micros(Math.max(0, Math.min(...segments.map(({ from }) => from)) - preroll));
  const until = Math.max(...segments.map((segment) => segment.from + segment.length));
  return {
    input: {
      id,
      url,
      kind: 'audio',
      ...(track > 0 ? { track } : {}),
      seek,
      ...(lead > 0 ? { lead } : {}),
      length: micros(until - seek),
    },
    sound: {
      input: id,
      segments: segments.map((segment) => ({ ...segment, from: micros(segment.from - seek) })),
      speed,
      length,
      at: start,
      until: end,
      loops,
      volume,
      fadeIn,
      fadeOut,
      ...(effects ? { effects } : {}),
      ...(gains ? { gains: gains.map(({ at, gain }) => ({ at: micros(at - start), gain })) } : {}),
    },
  };
}

/** Rounds to microseconds. */
function micros(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
