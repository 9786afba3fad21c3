import { createHash } from 'node:crypto';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { slicesOf } from './slicesOf.ts';

/** What stands for all that paints each segment of a plan here, its fonts above all: as openPaintersIdentity, short. */
export async function paintersOf(plan: RenderPlan, fontsDir: string | undefined): Promise<string[]> {
  const identity = openPaintersIdentity(fontsDir);
  return Promise.all(
    slicesOf(plan).map(async ({ bitmaps }) => {
      const layers = bitmaps.flatMap(({ layers }) => layers);
      return createHash('sha256')
        .update(await identity(layers))
        .digest('hex')
        .slice(0, 16);
    }),
  );
}
