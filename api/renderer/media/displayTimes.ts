import { withMediaFacts } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { mostTimes } from './mediaClock.ts';
import type { Media } from './openMedia.ts';
import { readFrameTimes } from './packets.ts';

/** Seconds that are read after the visible span, because timestamps may be rounded. */
const margin = 1;

/**
 * Reads the frame times of a video's looped span if the video has too many irregular ones to store all. Reads no more
 * of the file than that span.
 * @throws the signal's reason when aborted.
 */
export async function readDisplayTimes(
  project: Project,
  { probes, paths }: Pick<Media, 'probes' | 'paths'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = new Map<string, { from: number; to: number }>();
  for (const { layer, media } of layerSpans(withMediaFacts(project, probes))) {
    if (!media?.loops || !('url' in layer) || !probes.get(layer.url)?.hasManyTimes) continue;
    const { from, to } = parts.get(layer.url) ?? { from: media.start, to: media.end };
    parts.set(layer.url, { from: Math.min(from, media.start), to: Math.max(to, media.end) });
  }
  for (const [url, { from, to }] of parts) {
    const [path, probe] = [paths.get(url), probes.get(url)];
    if (path === undefined || !probe) continue;
    const { startTime } = probe;
    const stretch = `${(from + startTime).toFixed(6)}%${(to + startTime + margin).toFixed(6)}`;
    const times = await readFrameTimes(path, { most: mostTimes + 1, stretch }, signal).catch(() => {
      signal?.throwIfAborted();
      // Falls back to even frames.
      return [];
    });
    const frameTimes = times.map((time) => Math.round((time - startTime) * 1e6) / 1e6);
    if (times.length > 0 && times.length <= mostTimes && times.every(Number.isFinite))
      probes.set(url, { ...probe, frameTimes });
  }
}
