import { expect } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { Size } from '../../engine/layout/box.ts';
import type { Project } from '../../engine/project/project.ts';
import { fpsOf } from '../../engine/timeline/frameRate.ts';
import { composeVideo } from './composeVideo.ts';
import { paintFrames } from './paintFrames.ts';
import { framesOf, locally, projectOf, type RenderLab } from './renderLab.ts';
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

/** Scenes of a second each, for comparing motion with its painted version. */
export interface MotionLab {
  /** A project of one scene. */
  projectWith(layers: readonly object[], more?: object): Project;
  /** A project with a scene for each layer. */
  projectOfEach(layers: readonly object[]): Project;
  /** Similarities of a render to the painted frames, for each scene. */
  likeness(project: Project, out: string, fps: number): Promise<number[][]>;
  /** Similarities of the composed frames, before encoding. */
  composed(project: Project): Promise<number[][]>;
}

/** @param lab whose folder receives files. @param canvas size, and compared moments as shares of a second. */
export function openMotionLab(
  { temp }: Pick<RenderLab, 'temp'>,
  { width, height, shown }: Size & { shown: readonly number[] },
): MotionLab {
  const sceneOf = (layers: readonly object[], id: string) => {
    const own = layers.map((layer, i) => ({ id: `${id}-${i}`, to: 1, ...layer }));
    return { id, background: '#7788aa', duration: 1, layers: own };
  };
  const likeness = (project: Project, out: string, fps: number) =>
    similarityOf(project, out, { fps, shown, seconds: project.scenes.length, width, height });
  return {
    projectWith: (layers, more = {}) => projectOf({ width, height, ...more, scenes: [sceneOf(layers, 's')] }),
    projectOfEach: (layers) =>
      projectOf({ width, height, scenes: layers.map((layer, i) => sceneOf([layer], `s${i}`)) }),
    likeness,
    async composed(project) {
      const out = `${temp}/composed.mp4`;
      const { rate } = await composeVideo(project, out, async (url) => url);
      return likeness(project, out, fpsOf(rate));
    },
  };
}
