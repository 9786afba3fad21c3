import { setImmediate } from 'node:timers/promises';
import { makerOf } from '../../system/maker.ts';
import type { Media } from '../media/openMedia.ts';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { SegmentCache } from './segmentCache.ts';
import { isSingleRun } from './segmentFiles.ts';
import { segmentKey, soundKey } from './segmentKey.ts';

/** What the names of a render's segments depend on beside its plan. */
export interface CachedJob {
  cache: SegmentCache | undefined;
  /** Sentences on the fonts and letters that are not to be had, which are painted otherwise. */
  lacking: readonly string[];
  media: Pick<Media, 'identities' | 'contents'>;
  files: Pick<RenderFiles, 'memory' | 'channels'>;
  /** Folder of fetched font families. */
  fontsDir: string | undefined;
}

/** A cache, and the names in it for what a render is made of. */
export interface Cached {
  cache: SegmentCache;
  /** See segmentKey. */
  ofSegment(slice: RenderPlan): Promise<string>;
  /** See soundKey. */
  ofSound(plan: RenderPlan): string | undefined;
}

/**
 * Asks for what all names of a render depend on.
 * @returns nothing where there is no cache, or nothing to cache: asking takes as long as copying a minute.
 */
export async function openCached(plan: RenderPlan, job: CachedJob): Promise<Cached | undefined> {
  const { cache, lacking, media, files, fontsDir } = job;
  const { segments } = plan;
  const isUncut = isSingleRun(plan) && !segments[0]?.keyFrames;
  if (!cache || isUncut || segments.every(({ copied }) => copied)) return undefined;
  const identityOf = (url: string) => media.contents.get(url) ?? media.identities.get(url) ?? url;
  const context = { identityOf, memory: files.memory, program: await makerOf() };
  const painters = openPaintersIdentity(fontsDir);
  return {
    cache,
    async ofSegment(slice) {
      // Of hundreds of segments each takes some milliseconds: others have their turn between them.
      await setImmediate();
      const layers = slice.bitmaps.flatMap(({ layers }) => layers);
      return segmentKey(slice, context, { lacking, painters: await painters(layers) });
    },
    ofSound: (whole) => soundKey(whole, context, files.channels),
  };
}
