import { copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { mediaToRender } from '../../api/renderer/job/checkProject.ts';
import type { RenderOptions } from '../../api/renderer/job/render.ts';
import { writeWebpAsApng } from '../../api/renderer/media/apng.ts';
import { linkMedia, type Media } from '../../api/renderer/media/openMedia.ts';
import { type DecodedFiles, decodedByFfmpeg } from '../../api/renderer/paint/decodedFiles.ts';
import { pictureBook } from '../../api/renderer/paint/pictures.ts';
import type { SkiaSurface } from '../../api/renderer/paint/skia.ts';
import { paintStill } from '../../api/renderer/paint/still.ts';
import { compileFrame } from '../../api/renderer/plan/compile.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import { createBudget } from '../../api/system/budget.ts';
import { withWatermark } from '../../engine/layout/watermark.ts';
import { withMediaFacts } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';

/**
 * Paints moments of a project in full color without an encoder: every layer by its painter, videos by the visible
 * frame. Slow; the reference for renders.
 * @param times seconds, 0 to the total duration. @returns one canvas per time.
 */
export async function paintFrames(
  source: Project,
  times: readonly number[],
  options: Pick<RenderOptions, 'locate' | 'probe' | 'signal' | 'fontsDir'>,
): Promise<SkiaSurface[]> {
  const work = await mkdtemp(join(tmpdir(), 'cutroom-'));
  try {
    const media = await linkMedia(await mediaToRender(source, options), work, {
      budget: createBudget(),
      signal: options.signal,
      writeWebp: writeWebpAsApng,
    });
    const project = withWatermark(withMediaFacts(source, media.probes));
    const painted: SkiaSurface[] = [];
    for (const t of times) {
      const plan = compileFrame(project, media.probes, t);
      const picture = pictureBook(plan, media, decodedOnce(plan, media, work, options.signal));
      painted.push(await paintStill(plan, { picture, signal: options.signal, fontsDir: options.fontsDir }));
    }
    return painted;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Decoded frames by the file, its version and the moment; tests paint the same moments with many looks. */
const decodedFrames = new Map<string, Promise<string>>();

/** Like decodedByFfmpeg, but decodes each frame once in a process. */
function decodedOnce(
  plan: RenderPlan,
  media: Pick<Media, 'paths' | 'probes'>,
  work: string,
  signal: AbortSignal | undefined,
): DecodedFiles {
  const decoded = decodedByFfmpeg(plan, media, work, signal);
  const keyOf = async ({ id, url }: { id: string; url: string }) => {
    const { layer: _, input: read, ...grab } = plan.grabs.find(({ layer }) => layer === id) ?? {};
    const { id: __, ...input } = plan.inputs.find((candidate) => candidate.id === read) ?? {};
    const path = await realpath(media.paths.get(url) as string);
    const { mtimeMs, size } = await stat(path);
    return JSON.stringify([path, mtimeMs, size, grab, input]);
  };
  return {
    picture: decoded.picture,
    async frame(layer) {
      const key = await keyOf(layer);
      const out = join(inject('suiteFolder'), `decoded-${process.pid}-${decodedFrames.size}.png`);
      const known = decodedFrames.get(key) ?? decoded.frame(layer).then((path) => copyFile(path, out).then(() => out));
      decodedFrames.set(key, known);
      return known;
    },
  };
}
