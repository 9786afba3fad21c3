import type { Command as Program } from 'commander';
import type { Probe } from '../../api/renderer/media/probe.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import type { Command } from '../../api/renderer/runs/command.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { shellQuoted } from '../../engine/tools/shellQuoted.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { allowOutside, locateIn, mediaPlace } from '../mediaPlace.ts';
import { exitCodes, printerOf, printFailure } from '../output.ts';
import { readProjectText } from '../projectFiles.ts';
import { defaultName } from '../renderOut.ts';

/** Adds `cutroom plan`. */
export function addPlan(program: Program, context: Context): void {
  const command = program
    .command('plan')
    .addHelpText('after', formatsHelp)
    .description('Prints the render plan of a project as JSON: inputs, images, scenes, audio, output.')
    .argument('<project>', 'a project file, or - for standard input')
    .option('--commands', 'also print the ffmpeg commands, in order')
    .option('--always-encode', 'plan to encode everything, even parts that could be copied from a source')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  setAction(context, command, plan);
}

interface PlanFlags {
  commands?: true;
  alwaysEncode?: true;
  allowOutside: string[];
}

async function plan([file]: [string], { options, output, signal }: Call<PlanFlags>): Promise<number> {
  const { planRender } = await import('../../api/renderer/job/planRender.ts');
  const { openProbeCache } = await import('../../api/renderer/media/probeCache.ts');
  try {
    const { text, folder } = await readProjectText(file);
    const parsed = parseProjectText(text);
    if (!parsed.ok) throw new ProblemError(parsed.problems);
    const locate = locateIn(await mediaPlace(folder, options.allowOutside));
    const probe = openProbeCache(await cacheFolder('probes'));
    const project = { ...parsed.value, ...(options.alwaysEncode ? { alwaysEncode: true } : {}) };
    const { plan, probes } = await planRender(project, { locate, probe, signal });
    const commands = options.commands ? await commandsOf(plan, probes, defaultName(file, project)) : undefined;
    output.line(JSON.stringify(plan, null, 2));
    for (const { args, readies, gif } of commands ?? []) {
      if (readies)
        output.line(`\n# ${readies.files[0]} gets the parameter sets of all files: ${readies.files.join(' ')}`);
      output.line(`\n${['ffmpeg', ...args].map(shellQuoted).join(' ')}`);
      if (gif)
        output.line(`\n# ${gif.frames} becomes a GIF with ${gif.places} colors, dither ${gif.dither}: ${gif.out}`);
    }
    output.data(commands ? { ...plan, commands: commands.map(({ args }) => args) } : plan);
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

/** Returns the ffmpeg runs of a render, with media named as in the project; empty for a still. */
async function commandsOf(plan: RenderPlan, probes: ReadonlyMap<string, Probe>, out: string): Promise<Command[]> {
  const { printPlan } = await import('../../api/renderer/segments/printPlan.ts');
  const { memoryBudget } = await import('../../api/renderer/print/ffmpegArgs.ts');
  return printPlan(plan, {
    media: ({ url }) => url,
    channels: ({ url }) => probes.get(url)?.channels ?? 2,
    work: 'work',
    out,
    memory: memoryBudget,
  });
}
