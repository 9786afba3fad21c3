import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { sweepTemporary } from '../../system/temporary.ts';
import type { Media, MediaOptions } from '../media/openMedia.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { tryCopies } from '../segments/tryCopies.ts';
import { compileJob, encodingPlan } from './compileJob.ts';
import { openRenderJob } from './renderJob.ts';

/**
 * Plans a render without rendering. Only a trial shows whether frames can be copied, so copies are written and deleted.
 * @throws ProblemError; DiskFullError; the signal's reason when aborted.
 */
export async function planRender(
  project: Project,
  options: MediaOptions,
): Promise<{ plan: RenderPlan; probes: Media['probes'] }> {
  await sweepTemporary(tmpdir());
  const job = await openRenderJob(project, options, { out: (work) => join(work, 'copied.part') });
  try {
    const { signal } = options;
    const { plan, encoded } = await compileJob(job, options);
    const tried = await tryCopies(plan, job).then(
      () => plan,
      async (error: unknown) => {
        if (signal?.aborted || error instanceof ProblemError || isDiskFull(error)) throw error;
        return encodingPlan(await encoded());
      },
    );
    return { plan: tried, probes: job.media.probes };
  } finally {
    await job.close();
  }
}
