import type { Command } from 'commander';
import { parseProjectText } from '../../engine/project/parse.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { type Call, type Context, runs } from '../context.ts';
import { locateFrom, readProjectText } from '../files.ts';
import { exitCodes, printerOf, printFailure } from '../output.ts';

/** Adds `cutroom plan`. */
export function addPlan(program: Command, context: Context): void {
  const command = program
    .command('plan')
    .description('Prints what a render of a project would do, as JSON: inputs, pictures, scenes, sounds, output.')
    .argument('<project>', 'a project file, or - for standard input');
  runs(context, command, plan);
}

async function plan([file]: [string], { output, signal }: Call<object>): Promise<number> {
  const { compileRender } = await import('../../api/renderer/compile.ts');
  const { probeMedia } = await import('../../api/renderer/media.ts');
  try {
    const { text, folder } = await readProjectText(file);
    const parsed = parseProjectText(text);
    if (!parsed.ok) throw new ProblemError(parsed.problems);
    const { probes } = await probeMedia(parsed.value, { locate: locateFrom(folder), signal });
    const compiled = compileRender(parsed.value, probes);
    output.line(JSON.stringify(compiled, null, 2));
    output.data(compiled);
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}
