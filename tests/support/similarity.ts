import { expect } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { Size } from '../../engine/layout/box.ts';
import type { Project } from '../../engine/project/project.ts';
import { paintFrames } from './paintFrames.ts';
import { framesOf, locally } from './renderLab.ts';
import { ssim } from './ssim.ts';

/**
 * Returns the similarity of frames of a render to their painted versions, for each of its seconds. @param shown shares of
 * each second.
 */
export async function similarityOf(
  project: Project,
  out: string,
  { fps, shown, seconds = 1, width, height }: Size & { fps: number; shown: readonly number[]; seconds?: number },
): Promise<number[][]> {
  const frames = framesOf(out, width, height);
  expect(frames).toHaveLength(fps * seconds);
  const seen = Array.from({ length: seconds }, (_, second) =>
    shown.map((share) => second * fps + Math.round(share * fps)),
  ).flat();
  const times = seen.map((frame) => frame / fps);
  const moments = await paintFrames(project, times, locally);
  const scores = moments.map((moment, i) =>
    ssim(frames[seen[i] as number] as Uint8ClampedArray, pixelsOf(moment), width, height),
  );
  return Array.from({ length: seconds }, (_, second) =>
    scores.slice(second * shown.length, (second + 1) * shown.length),
  );
}
