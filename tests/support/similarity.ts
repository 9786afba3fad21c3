import { expect } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { Size } from '../../engine/layout/box.ts';
import type { Project } from '../../engine/project/project.ts';
import { paintFrames } from './paintFrames.ts';
import { framesOf, locally } from './renderLab.ts';
import { ssim } from './ssim.ts';

/**
 * Returns the similarity of frames of a rendered second to their painted versions. @param shown shares of the second.
 */
export async function similarityOf(
  project: Project,
  out: string,
  { fps, shown, width, height }: Size & { fps: number; shown: readonly number[] },
): Promise<number[]> {
  const frames = framesOf(out, width, height);
  expect(frames).toHaveLength(fps);
  const seen = shown.map((share) => Math.round(share * fps));
  const times = seen.map((frame) => frame / fps);
  const moments = await paintFrames(project, times, locally);
  return moments.map((moment, i) =>
    ssim(frames[seen[i] as number] as Uint8ClampedArray, pixelsOf(moment), width, height),
  );
}
