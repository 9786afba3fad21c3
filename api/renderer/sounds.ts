import type { Project } from '../../engine/project/project.ts';
import { soundtrack } from '../../engine/timeline/soundtrack.ts';
import type { Input, Sound } from './plan.ts';
import type { Probe } from './types.ts';

/** The sounds of a project and the inputs they are read from; files without sound are left out. */
export function compileSounds(
  project: Project,
  probes: ReadonlyMap<string, Probe>,
): { inputs: Input[]; sounds: Sound[] } {
  const inputs: Input[] = [];
  const sounds: Sound[] = [];
  for (const clip of soundtrack(project)) {
    if (!probes.get(clip.url)?.hasAudio) continue;
    const id = `a${inputs.length}`;
    const length = clip.mediaEnd - clip.mediaStart;
    const heard = clip.loops ? length : Math.min(length, clip.end - clip.start);
    inputs.push({ id, url: clip.url, kind: 'audio', seek: clip.mediaStart, length: heard });
    sounds.push({ input: id, length: heard, at: clip.start, until: clip.end, loops: clip.loops });
  }
  return { inputs, sounds };
}
