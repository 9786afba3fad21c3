import { withMediaFacts } from '../../engine/project/media.ts';
import { hasSound } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { duckingSources } from '../../engine/timeline/ducking.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { audioKey, soundtrack } from '../../engine/timeline/soundtrack.ts';
import { ProcessError } from '../system/process.ts';
import { type PeakOptions, readPeaks } from './audioPeaks.ts';
import { withTrack } from './media/audioTracks.ts';
import type { Media } from './media/openMedia.ts';
import type { Probe } from './media/probe.ts';

/**
 * Measures the files that duck other audio of a project. Returns peaks by URL; empty if nothing is ducked. Skips
 * files that cannot be decoded: they count as loud throughout.
 * @throws the signal's reason when aborted.
 */
export async function duckingPeaks(
  project: Project,
  { probes, paths }: Pick<Media, 'probes' | 'paths'>,
  options: Pick<PeakOptions, 'budget' | 'folder' | 'signal'>,
): Promise<ReadonlyMap<string, Peaks>> {
  const peaks = new Map<string, Peaks>();
  if (!hasSound(project)) return peaks;
  const clips = soundtrack(withMediaFacts(project, probes)).filter(({ url }) => probes.get(url)?.hasAudio);
  for (const clip of duckingSources(clips)) {
    const { url } = clip;
    try {
      const probe = probes.get(url) as Probe;
      peaks.set(audioKey(clip), await readPeaks(paths.get(url) as string, withTrack(probe, clip.audioTrack), options));
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof ProcessError) || error.reason !== 'exit') throw error;
    }
  }
  return peaks;
}
