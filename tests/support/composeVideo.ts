import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaToRender } from '../../api/renderer/job/checkProject.ts';
import { writeWebpAsApng } from '../../api/renderer/media/apng.ts';
import { linkMedia } from '../../api/renderer/media/openMedia.ts';
import { paintJob } from '../../api/renderer/paint/paintJob.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { Output } from '../../api/renderer/plan/plan.ts';
import type { RenderFiles } from '../../api/renderer/plan/renderFiles.ts';
import { printSegment } from '../../api/renderer/runs/commands.ts';
import { runCommands } from '../../api/renderer/runs/runCommands.ts';
import { createBudget } from '../../api/system/budget.ts';
import type { Project } from '../../engine/project/project.ts';
import { sharedProbe } from './renderLab.ts';

/** The lowest CRF that H.264's high profile allows. */
const nearlyLossless = 1;

/** Replaces presets by the fastest ones, which lose as little at that CRF. */
function quickly(args: readonly string[]): string[] {
  const quick: Readonly<Record<string, string>> = { '-preset': 'ultrafast', '-deadline': 'realtime', '-cpu-used': '8' };
  return args.map((arg, i) => quick[args[i - 1] ?? ''] ?? arg);
}

/**
 * Composes a project with the commands of a render and writes its frames almost losslessly, so that comparisons exclude
 * encoding.
 * @param out file to write. @returns the output of the plan: size, rate, number of frames.
 */
export async function composeVideo(
  project: Project,
  out: string,
  locate: (url: string) => Promise<string>,
): Promise<Output> {
  const work = await mkdtemp(join(tmpdir(), 'cutroom-'));
  const [budget, signal] = [createBudget(), undefined];
  try {
    const media = await linkMedia(await mediaToRender(project, { locate, probe: sharedProbe }), work, {
      budget,
      signal,
      writeWebp: writeWebpAsApng,
    });
    const compiled = compileRender(project, media.probes);
    const plan = { ...compiled, output: { ...compiled.output, crf: nearlyLossless } };
    await paintJob({ kind: 'plan', plan, media, work }, {});
    const files: RenderFiles = {
      ...{ work, out, memory: 256_000_000 },
      media: (input) => media.paths.get(input.url) as string,
      channels: () => 2,
    };
    const commands = printSegment(plan, files).map((command) => ({ ...command, args: quickly(command.args) }));
    await runCommands(commands, plan, { media, files, budget, signal, onFrame: () => {}, onNote: () => {} });
    return plan.output;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
