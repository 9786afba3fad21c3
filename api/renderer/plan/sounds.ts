import type { Project } from '../../../engine/project/project.ts';
import { runLength } from '../../../engine/timeline/durations.ts';
import { type SoundClip, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import type { Probe } from '../media/probe.ts';
import type { Input, Sound } from './plan.ts';
import { soundOfRun } from './runFrames.ts';

/** The sounds of a project and the inputs they are read from; files without sound are left out. */
export function compileSounds(
  project: Project,
  probes: ReadonlyMap<string, Probe>,
): { inputs: Input[]; sounds: Sound[] } {
  const inputs: Input[] = [];
  const sounds: Sound[] = [];
  for (const clip of soundtrack(project)) {
    if (!probes.get(clip.url)?.hasAudio) continue;
    const { input, sound } = compileSound(clip, `a${inputs.length}`);
    inputs.push(input);
    sounds.push(sound);
  }
  return { inputs, sounds };
}

function compileSound(clip: SoundClip, id: string): { input: Input; sound: Sound } {
  const { url, start, end, speed, isReversed, isBoomeranged, loops, volume, fadeIn, fadeOut } = clip;
  const run = { start: clip.mediaStart, end: clip.mediaEnd, speed, isReversed, isBoomeranged };
  const length = loops ? runLength(run) : Math.min(runLength(run), end - start);
  const segments = soundOfRun(run, length);
  const seek = Math.min(...segments.map(({ from }) => from));
  const until = Math.max(...segments.map((segment) => segment.from + segment.length));
  return {
    input: { id, url, kind: 'audio', seek, length: until - seek },
    sound: {
      input: id,
      segments: segments.map((segment) => ({ ...segment, from: segment.from - seek })),
      speed,
      length,
      at: start,
      until: end,
      loops,
      volume,
      fadeIn,
      fadeOut,
    },
  };
}
