import { setImmediate } from 'node:timers/promises';
import { makerOf } from '../../system/buildIdentity.ts';
import type { Media } from '../media/openMedia.ts';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { SegmentCache } from './segmentCache.ts';
import { isSingleRun } from './segmentFiles.ts';
import { segmentKey, soundKey } from './segmentKey.ts';

/** Inputs of a render's cache keys besides its plan. */
export interface CachedJob {
  cache: SegmentCache | undefined;
  /** Notes about missing fonts and glyphs, which are replaced when painting. */
  lacking: readonly string[];
  media: Pick<Media, 'identities' | 'contents'>;
  files: Pick<RenderFiles, 'memory' | 'channels'>;
  /** Folder for downloaded font families. */
  fontsDir: string | undefined;
}

/** A cache with the keys of a render. */
export interface Cached {
  cache: SegmentCache;
  /** See segmentKey. */
  ofSegment(slice: RenderPlan): Promise<string>;
  /** See soundKey. */
  ofSound(plan: RenderPlan): string | undefined;
}

/**
 * Opens the cache of a render.
 * @returns undefined if there is no cache or nothing to cache: computing the keys takes as long as copying a minute of
 * video.
 */
export async function openCached(plan: RenderPlan, job: CachedJob): Promise<Cached | undefined> {
  const { cache, lacking, media, files, fontsDir } = job;
  const { segments } = plan;
  const isUncut = isSingleRun(plan) && !segments[0]?.keyFrames;
  if (!cache || isUncut || segments.every(({ copied }) => copied)) return undefined;
  const context = { identityOf: identityIn(media), memory: files.memory, program: await makerOf() };
  const painters = openPaintersIdentity(fontsDir);
  return {
    cache,
    async ofSegment(slice) {
      // Hundreds of segments take some milliseconds each: yield to other work in between.
      await setImmediate();
      const layers = slice.bitmaps.flatMap(({ layers }) => layers);
      return segmentKey(slice, context, { lacking, painters: await painters(layers) });
    },
    ofSound: (whole) => soundKey(whole, context, files.channels),
  };
}

/** Returns a function that identifies the content of media files by their URLs. */
export function identityIn({ contents, identities }: Pick<Media, 'identities' | 'contents'>) {
  return (url: string): string => contents.get(url) ?? identities.get(url) ?? url;
}
