import { readFile, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { makerOf } from '../../system/buildIdentity.ts';
import type { Media } from '../media/openMedia.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { type MeasuringContext, needsMeasuring, withGain } from '../runs/loudnessGain.ts';
import { identityIn } from './openCached.ts';
import type { SegmentCache } from './segmentCache.ts';
import { gainKey } from './segmentKey.ts';

/** Context for measuring loudness with a cache of earlier measurements. */
export interface CachedGainContext extends MeasuringContext {
  cache: SegmentCache | undefined;
  media: Media;
}

/** The measured fields of a plan, as they are cached. */
const measuredFields = z.object({
  loudness: z.object({ target: z.number(), gain: z.number().optional(), ceiling: z.number().optional() }).optional(),
  ceiling: z.number().optional(),
});
type Measured = Pick<RenderPlan, 'loudness' | 'ceiling'>;

/**
 * Returns a plan like withGain, and caches the measurements with the encoded audio: measuring mixes and encodes the
 * audio of the whole video up to three times.
 * @throws like withGain.
 */
export async function withCachedGain(plan: RenderPlan, context: CachedGainContext): Promise<RenderPlan> {
  const { cache, media, files } = context;
  if (!cache || !needsMeasuring(plan, files)) return withGain(plan, context);
  const { memory, channels } = files;
  const key = gainKey(plan, { identityOf: identityIn(media), memory, program: await makerOf() }, channels);
  const file = `${files.work}/gain.part`;
  try {
    const known = (await cache.copyTo(key, file)) ? await readMeasured(file) : undefined;
    if (known) return { ...plan, ...known };
    await rm(file, { force: true });
    const measured = await withGain(plan, context);
    await writeFile(file, JSON.stringify({ loudness: measured.loudness, ceiling: measured.ceiling }));
    await cache.add(key, file);
    return measured;
  } finally {
    await rm(file, { force: true });
  }
}

/** @returns undefined if the file is damaged. */
async function readMeasured(file: string): Promise<Measured | undefined> {
  try {
    return measuredFields.parse(JSON.parse(await readFile(file, 'utf8'))) as Measured;
  } catch {
    return undefined;
  }
}
