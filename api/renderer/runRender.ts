import { dirname } from 'node:path';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Budget } from '../system/budget.ts';
import { isDiskFull } from '../system/diskFull.ts';
import type { GifRun, GifWork } from './gif/encodeGifFile.ts';
import { channelsOf } from './media/audioTracks.ts';
import { expectUnchanged, type Media } from './media/openMedia.ts';
import type { FontFile } from './media/ownFonts.ts';
import type { Paint } from './painting.ts';
import type { RenderPlan } from './plan/plan.ts';
import type { RenderFiles } from './plan/renderFiles.ts';
import { encodingPlan } from './planRender.ts';
import { outputRecipes } from './print/outputs.ts';
import { checkResult } from './runs/checkResult.ts';
import { printCommands } from './runs/commands.ts';
import { paintNeed } from './runs/need.ts';
import { framesOfCommands, runCommands } from './runs/runCommands.ts';
import { cacheScenes, withCachedScenes } from './segments/cutScenes.ts';
import { openCached } from './segments/openCached.ts';
import { paintersOf } from './segments/paintersOf.ts';
import type { SegmentCache } from './segments/segmentCache.ts';
import { isSingleRun } from './segments/segmentFiles.ts';
import { renderSegments, type SegmentJob } from './segments/segments.ts';
import {
  HandedOverError,
  type HandOver,
  type MissingSegments,
  type ReadySegments,
  SegmentsDifferError,
} from './segments/sharing.ts';
import { slicesOf } from './segments/slicesOf.ts';

/** A span of the progress of a render, 0 to 1. */
export interface Share {
  from: number;
  to: number;
}

/** The whole progress of a render. */
export const wholeShare: Share = { from: 0, to: 1 };

/**
 * Renders a plan to a file and checks the result. Retries without copying, the cache and segments of other workers if
 * one of them may be at fault, and as one segment if segments cannot be joined.
 * @throws HandedOver
 */
export async function renderWithFallback(plan: RenderPlan, compiled: RenderPlan, job: RenderJob): Promise<RenderPlan> {
  const { out, media, signal, cache, ready, report } = job;
  const make = async (plan: RenderPlan, more: Partial<RenderJob> = {}) => {
    await runRender(plan, { ...job, ...more });
    report(0.99, 'Finishing');
    await checkResult(plan, out, signal);
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
    const encoded = isCopying ? encodingPlan(compiled) : plan;
    return await makeAgain(encoded).catch(inOnePiece(encoded));
  });
}

/** Everything needed to carry out a plan. */
export interface RenderJob {
  /** See CachedJob. */
  lacking: readonly string[];
  media: Media;
  work: string;
  fontsDir: string | undefined;
  fonts: readonly FontFile[];
  out: string;
  signal: AbortSignal | undefined;
  paint: Paint;
  memory: number;
  cache: SegmentCache | undefined;
  budget: Budget;
  report: (ratio: number, text: string) => void;
  onSegments: SegmentJob['onSegments'];
  /** See RenderOptions. */
  pause: () => Promise<void>;
  /** See RenderOptions. */
  handOver: HandOver | undefined;
  /** Segments that other workers encoded. The plan is then cut exactly as it was for them. */
  ready: ReadySegments | undefined;
  onNote: (text: string) => void;
}

/** Carries out a plan, whole or segment by segment: paints its bitmaps and runs its commands. */
export async function runRender(whole: RenderPlan, job: RenderJob): Promise<void> {
  const { media, work, fontsDir, fonts, signal, budget, ready, report, onNote } = job;
  const paint = (painted: RenderPlan, more: { still?: string; onProgress?: (share: number) => void } = {}) => {
    const { still, onProgress } = more;
    const what = {
      kind: 'plan' as const,
      plan: painted,
      media,
      work,
      fontsDir,
      fonts,
      ...(still === undefined ? {} : { still }),
    };
    const run = () => job.paint(what, { signal, ...(onProgress ? { onProgress } : {}) });
    const isStill = still !== undefined;
    const folder = isStill ? dirname(still) : work;
    return budget.run(paintNeed(painted, media, { folder, isStill }), run, signal);
  };
  const onPainted = (share: number) => report(0.02 + share * 0.06, 'Painting');
  if (outputRecipes[whole.output.format].kind === 'image') {
    await paint(whole, { still: job.out, onProgress: onPainted });
    return;
  }
  const files = filesOf(job);
  const cached = await openCached(whole, { ...job, files });
  const makeGif = (gif: GifWork, run: GifRun) => job.paint({ kind: 'gif', gif, work }, run);
  const onShare = (share: number) => report(0.08 + share * 0.9, `Rendering ... ${Math.round(share * 100)}%`);
  const plan = cached && !ready ? await withCachedScenes(whole, cached) : whole;
  if (!isSingleRun(plan)) {
    const onFrame = (frame: number) => onShare(frame / plan.output.frames);
    const { onSegments, lacking, handOver, pause } = job;
    const context = { media, files, signal, cached, ready, budget, paint, pause, makeGif };
    const share =
      handOver &&
      (async (missing: MissingSegments) =>
        handOver({ plan, lacking, painters: await paintersOf(slicesOf(plan), fontsDir), ...missing }));
    await renderSegments(plan, { ...context, share, onFrame, onSegments, onNote });
    return;
  }
  await paint(plan, { onProgress: onPainted });
  const commands = printCommands(plan, files);
  const onFrame = (frame: number) => onShare(frame / framesOfCommands(commands));
  let hasNotes = false;
  const noted = (text: string) => {
    hasNotes = true;
    onNote(text);
  };
  await runCommands(commands, plan, { media, files, budget, signal, makeGif, onFrame, onNote: noted });
  const [segment] = plan.segments;
  if (cached && segment && !hasNotes)
    await cacheScenes(plan, { segment, file: job.out, hasSound: true }, { media, files, budget, signal, cached });
}

/** Returns the paths of a job's files. */
export function filesOf({
  media,
  work,
  out,
  memory,
}: Pick<RenderJob, 'media' | 'work' | 'out' | 'memory'>): RenderFiles {
  return {
    media: (input) => media.paths.get(input.url) as string,
    channels: (input) => channelsOf(input, media.probes),
    work,
    out,
    memory,
  };
}
