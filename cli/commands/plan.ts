import type { Command } from 'commander';
import type { Probe } from '../../api/renderer/types.ts';
import { mediaReferences } from '../../engine/project/media.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { type Problem, ProblemError, problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
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
  try {
    const { text, folder } = await readProjectText(file);
    const parsed = parseProjectText(text);
    if (!parsed.ok) throw new ProblemError(parsed.problems);
    const compiled = compileRender(parsed.value, await probeMedia(parsed.value, folder, signal));
    output.line(JSON.stringify(compiled, null, 2));
    output.data(compiled);
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

async function probeMedia(project: Project, folder: string, signal: AbortSignal): Promise<Map<string, Probe>> {
  const { probeFile } = await import('../../api/renderer/probe.ts');
  const locate = locateFrom(folder);
  const probes = new Map<string, Probe>();
  const problems: Problem[] = [];
  for (const { url, path } of mediaReferences(project)) {
    if (probes.has(url)) continue;
    try {
      probes.set(url, await probeFile(await locate(url), { signal }));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(...error.problems.map(({ code, message }) => problem(code, path, message)));
    }
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return probes;
}
