import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import type { RenderPlan } from '../plan/plan.ts';

/**
 * Returns a short fingerprint of what paints each slice of a plan on this machine, mainly its fonts; see
 * openPaintersIdentity.
 */
export async function paintersOf(slices: readonly RenderPlan[], fontsDir: string | undefined): Promise<string[]> {
  const identity = openPaintersIdentity(fontsDir);
  const painters: string[] = [];
  for (const { bitmaps } of slices) {
    // Hundreds of slices take some milliseconds each: yield to other work in between.
    await setImmediate();
    const layers = bitmaps.flatMap(({ layers }) => layers);
    const digest = createHash('sha256').update(await identity(layers));
    painters.push(digest.digest('hex').slice(0, 16));
  }
  return painters;
}
