import { ProblemError } from '../../../engine/project/problems.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { expectUnchanged } from '../media/openMedia.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { outputRecipes } from '../print/outputs.ts';
import { checkResult } from '../runs/checkResult.ts';
import { printCommands } from '../runs/commands.ts';
import { framesOfCommands, runCommands } from '../runs/runCommands.ts';
import { cacheScenes, withCachedScenes } from '../segments/cutScenes.ts';
import { openCached } from '../segments/openCached.ts';
import { paintersOf } from '../segments/paintersOf.ts';
import { isSingleRun } from '../segments/segmentFiles.ts';
import { renderSegments, type SegmentJob } from '../segments/segments.ts';
import { HandedOverError, type HandOver, type ReadySegments, SegmentsDifferError } from '../segments/sharing.ts';
import { slicesOf } from '../segments/slicesOf.ts';
import { type CompiledJob, encodingPlan } from './compileJob.ts';
import type { RenderJob } from './renderJob.ts';

/**
 * Renders a plan to a file and checks the result. Retries without copying, the cache and segments of other workers if
 * one of them may be at fault, and as one segment if segments cannot be joined.
 * @param encoded see CompiledJob.
 * @throws HandedOverError
 */
export async function renderWithFallback(
  plan: RenderPlan,
  encoded: CompiledJob['encoded'],
  job: RenderJob,
  run: PlanRun,
): Promise<RenderPlan> {
  const { files, media, signal, cache } = job;
  const { ready, report } = run;
  const make = async (plan: RenderPlan, more: Partial<PlanRun> = {}) => {
    await runPlan(plan, job, { ...run, ...more });
    report(0.99, 'Finishing');
    await checkResult(plan, files.out, signal);
    await expectUnchanged(media);
    return plan;
  };
  // Progress never falls: the text explains why it stands still.
  const makeAgain = (plan: RenderPlan) => {
    report(0, 'Re-encoding');
    const reportAgain = (ratio: number) => report(ratio, `Re-encoding ... ${Math.round(ratio * 100)}%`);
    return make(plan, { handOver: undefined, report: reportAgain });
  };
  const inOnePiece = (plan: RenderPlan) => (error: unknown) => {
    if (!(error instanceof SegmentsDifferError) || signal?.aborted) throw error;
    return makeAgain({ ...plan, segments: [{ from: 0, to: plan.output.frames }] });
  };
  return make(plan).catch(async (error: unknown) => {
    if (error instanceof HandedOverError) throw error;
    if (!signal?.aborted) await expectUnchanged(media);
    // A cached segment may be damaged, or frames may differ from what their container declares: encode once more.
    const isNoMatterOfThem = error instanceof ProblemError || isDiskFull(error);
    const isCopying = plan.way !== undefined && plan.way.kind !== 'encode';
    const wasTaken = [await cache?.forgetTaken(), ready?.forgetTaken()].includes(true);
    if (signal?.aborted || isNoMatterOfThem) throw error;
    if (!(wasTaken || isCopying)) return inOnePiece(plan)(error);
    const all = isCopying ? encodingPlan(await encoded()) : plan;
    return await makeAgain(all).catch(inOnePiece(all));
  });
}

/** How plans of a job are carried out. */
export interface PlanRun {
  report: (ratio: number, text: string) => void;
  /** See RenderOptions. */
  pause: () => Promise<void>;
  /** See CachedJob. */
  lacking: readonly string[];
  onSegments: SegmentJob['onSegments'];
  /** See RenderOptions. */
  handOver: HandOver | undefined;
  /** Segments that other workers encoded. The plan is then cut exactly as it was for them. */
  ready: ReadySegments | undefined;
}

/** Carries out a plan, whole or segment by segment: paints its bitmaps and runs its commands. */
export async function runPlan(whole: RenderPlan, job: RenderJob, run: PlanRun): Promise<void> {
  const { files, cache, media, fontsDir } = job;
  const { lacking, ready, report } = run;
  const onPainted = (share: number) => report(0.02 + share * 0.06, 'Painting');
  if (outputRecipes[whole.output.format].kind === 'image')
    return job.paint(whole, { still: files.out, onProgress: onPainted });
  const onShare = (share: number) => report(0.08 + share * 0.9, `Rendering ... ${Math.round(share * 100)}%`);
  const cached = await openCached(whole, { cache, lacking, media, files, fontsDir });
  const plan = cached && !ready ? await withCachedScenes(whole, cached) : whole;
  if (!isSingleRun(plan)) {
    const onFrame = (frame: number) => onShare(frame / plan.output.frames);
    return renderSegments(plan, { ...job, ...run, cached, share: sharing(plan, job, run), onFrame });
  }
  await job.paint(plan, { onProgress: onPainted });
  const commands = printCommands(plan, files);
  const onFrame = (frame: number) => onShare(frame / framesOfCommands(commands));
  let hasNotes = false;
  const onNote = (text: string) => {
    hasNotes = true;
    job.onNote(text);
  };
  await runCommands(commands, plan, { ...job, onFrame, onNote });
  const [segment] = plan.segments;
  if (cached && segment && !hasNotes)
    await cacheScenes(plan, { segment, file: files.out, hasSound: true }, { ...job, cached });
}

/** Returns a function that offers missing segments to other workers; absent if they are not offered. */
function sharing(plan: RenderPlan, { fontsDir }: RenderJob, { handOver, lacking }: PlanRun): SegmentJob['share'] {
  return (
    handOver &&
    (async (missing) => handOver({ plan, lacking, painters: await paintersOf(slicesOf(plan), fontsDir), ...missing }))
  );
}
