import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Project } from '../../engine/project/project.ts';
import { perSecond } from '../../engine/timeline/frameRate.ts';
import { ensureFonts } from '../fonts/ensure.ts';
import { environment } from '../system/environment.ts';
import { ProcessError, renderLimits, runProcess } from '../system/process.ts';
import { publish } from '../system/publish.ts';
import type { Command, RenderFiles } from './command.ts';
import { printCommands } from './commands.ts';
import { compileRender } from './compile.ts';
import { explainFailure } from './explain.ts';
import { memoryBudget } from './ffmpegArgs.ts';
import { type Media, openMedia } from './media.ts';
import { outputRecipes } from './outputs.ts';
import { paintApart } from './paintApart.ts';
import type { PaintJob } from './paintJob.ts';
import type { RenderPlan } from './plan.ts';
import type { Progress, RenderOptions, RenderResult } from './types.ts';

/**
 * Renders a project to a file: find and probe its media, compile the plan, paint its bitmaps, run ffmpeg, publish.
 * The file appears whole or not at all.
 * @throws ProblemError for what a user can mend; the signal's reason when aborted; any other error is a fault of ours.
 */
export async function renderProject(project: Project, options: RenderOptions): Promise<RenderResult> {
  const report = reporter(options.onProgress);
  const work = await mkdtemp(join(options.workDir ?? tmpdir(), 'cutroom-'));
  const out = resolve(options.out);
  const part = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  try {
    report(0, 'Reading media');
    const media = await openMedia(project, work, options);
    const plan = compileRender(project, media.probes, options.stillAt);
    const paint = painterOf(options.paintProgram);
    const { signal, fontsDir, memory = memoryBudget } = options;
    const notes = await ensureFonts(
      plan.bitmaps.flatMap(({ layers }) => layers),
      fontsDir,
      signal,
    );
    for (const note of notes) options.onNote?.(note);
    await runRender(plan, { media, work, fontsDir, out: part, signal, paint, memory, report });
    report(0.99, 'Finishing');
    await publish(part, out);
    return await resultOf(plan, out);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(part, { force: true });
  }
}

type Paint = (job: PaintJob, options: Parameters<typeof paintApart>[2]) => Promise<void>;

/** Painting here needs Skia in this process, so it is only loaded where nobody else paints. */
function painterOf(program: string | undefined): Paint {
  if (program !== undefined) return (job, options) => paintApart(program, job, options);
  return async (job, options) => (await import('./paintJob.ts')).paintJob(job, options);
}

interface Job {
  media: Media;
  work: string;
  fontsDir: string | undefined;
  out: string;
  signal: AbortSignal | undefined;
  paint: Paint;
  memory: number;
  report: (ratio: number, text: string) => void;
}

/** Carries out a plan: paints its bitmaps, then runs its commands. */
async function runRender(plan: RenderPlan, job: Job): Promise<void> {
  const { media, work, fontsDir, signal, report } = job;
  const isImage = outputRecipes[plan.output.format].kind === 'image';
  await job.paint(
    { plan, media, work, fontsDir, ...(isImage ? { still: job.out } : {}) },
    { signal, onProgress: (share) => report(0.02 + share * 0.06, 'Painting') },
  );
  if (isImage) return;
  const pathOf = (url: string) => media.paths.get(url) as string;
  const files: RenderFiles = {
    media: (input) => pathOf(input.url),
    channels: (input) => media.probes.get(input.url)?.channels ?? 2,
    work,
    out: job.out,
    memory: job.memory,
  };
  await runCommands(plan, printCommands(plan, files), job);
}

async function runCommands(plan: RenderPlan, commands: readonly Command[], job: Job): Promise<void> {
  const { signal, report, work } = job;
  const total = commands.reduce((sum, command) => sum + command.frames, 0);
  let before = 0;
  for (const { args, frames, lists = [], drops = [] } of commands) {
    for (const { path, text } of lists) await writeFile(path, text);
    const onFrame = (frame: number) => {
      const share = (before + Math.min(frame, frames)) / total;
      report(0.08 + share * 0.9, `Rendering ... ${Math.round(share * 100)}%`);
    };
    try {
      await runProcess(environment().ffmpeg, args, {
        limits: renderLimits,
        signal,
        cwd: work,
        onOutput: frameReader(onFrame, plan),
      });
    } catch (error) {
      throw error instanceof ProcessError ? await explainFailure(error, plan, job.media, signal) : error;
    }
    for (const path of drops) await rm(path, { force: true });
    before += frames;
  }
}

/** Reads what ffmpeg's -progress prints: `frame=` lines, or, of sound alone, the time that is done. */
function frameReader(onFrame: (frame: number) => void, { output }: RenderPlan): (text: string) => void {
  const isSound = outputRecipes[output.format].kind === 'audio';
  const perStep = isSound ? perSecond(output.rate) / 1e6 : 1;
  return (text) => {
    const last = [...text.matchAll(isSound ? /^out_time_us=(\d+)$/gm : /^frame=\s*(\d+)$/gm)].at(-1);
    if (last) onFrame(Number(last[1]) * perStep);
  };
}

async function resultOf({ output }: RenderPlan, path: string): Promise<RenderResult> {
  const { mime, kind } = outputRecipes[output.format];
  const { width, height } = kind === 'audio' ? { width: 0, height: 0 } : (output.scaled ?? output);
  const duration = kind === 'image' ? 0 : output.frames / perSecond(output.rate);
  return { path, mime, width, height, duration, size: (await stat(path)).size };
}

function reporter(onProgress: ((progress: Progress) => void) | undefined): (ratio: number, text: string) => void {
  let highest = 0;
  return (ratio, text) => {
    highest = Math.max(highest, ratio);
    onProgress?.({ ratio: highest, text });
  };
}
