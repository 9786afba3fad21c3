import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import type { RenderPlan } from '../plan/plan.ts';

/** What stands for all that paints each slice of a plan here, its fonts above all: as openPaintersIdentity, short. */
export async function paintersOf(slices: readonly RenderPlan[], fontsDir: string | undefined): Promise<string[]> {
  const identity = openPaintersIdentity(fontsDir);
  const painters: string[] = [];
  for (const { bitmaps } of slices) {
    // Of hundreds of slices each takes some milliseconds: others have their turn between them.
    await setImmediate();
    const layers = bitmaps.flatMap(({ layers }) => layers);
    const digest = createHash('sha256').update(await identity(layers));
    painters.push(digest.digest('hex').slice(0, 16));
  }
  return painters;
}
