import { isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { soundtrack } from './soundtrack.ts';
import { layerSpans } from './spans.ts';

/** Returns how many seconds of a file a project plays, without repetitions; 0 if its output is a still. */
export function usedSeconds(project: Project, url: string): number {
  if (isStill(project)) return 0;
  const layers = layerSpans(project).flatMap(({ layer, media, start, end }) =>
    media && 'url' in layer && layer.url === url
      ? [Math.min(media.end - media.start, (end - start) * media.speed)]
      : [],
  );
  const tracks = soundtrack(project).filter((clip) => clip.source.kind === 'track' && clip.url === url);
  const used = tracks.map(({ mediaStart, mediaEnd, start, end }) => Math.min(mediaEnd - mediaStart, end - start));
  return [...layers, ...used].reduce((sum, seconds) => sum + seconds, 0);
}
