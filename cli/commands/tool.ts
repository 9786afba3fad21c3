import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { environment } from '../../api/system/environment.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { commonFields, compileToolBody } from '../../engine/tools/body.ts';
import { formSchema } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { type Call, type Context, runs } from '../context.ts';
import { exitCodes, printFailure, UsageError } from '../output.ts';
import { defaultName, describeResult, madeAs, renderTo } from '../renderOut.ts';
import { flagsOf, kebabCase } from '../toolFlags.ts';

interface ToolFlags extends Record<string, unknown> {
  source?: string[];
  out?: string;
  project?: boolean;
}

/** Adds `cutroom tool`, with a command for each tool. */
export function addTool(program: Command, context: Context): void {
  const group = program
    .command('tool')
    .description(
      'Runs a single-purpose tool on a file: cutroom tool trim --source clip.mp4 --start-time 2 --out cut.mp4',
    )
    .option('--list', 'list the tools');
  runs<[], { list?: boolean }>(context, group, async (_args, { options, output }) => {
    if (!options.list) {
      const unknown = group.args[0];
      throw new UsageError(
        unknown === undefined ? 'Say which tool; --list names them.' : `There is no tool "${unknown}".`,
      );
    }
    const width = Math.max(...tools.map(({ id }) => id.length));
    for (const { id, summary } of tools) output.line(`${id.padEnd(width)}  ${summary}`);
    output.data(tools.map(describeTool));
    return exitCodes.good;
  });
  group.allowExcessArguments();
  for (const tool of tools) group.addCommand(toolCommand(tool, context).exitOverride());
}

function describeTool({ settings, flags, id, title, route, summary, inputs }: Tool) {
  return { id, title, route, summary, inputs, flags, settings: formSchema(settings) };
}

function toolCommand(tool: Tool, context: Context): Command {
  const command = new Command(tool.id).description(tool.summary);
  command
    .addOption(sourceFlag(tool))
    .option('-o, --out <file>', "file to write; default: the source's name and the tool's, in this folder")
    .option('--project', 'print the project that the tool makes, and render nothing');
  command.optionsGroup('Settings:');
  for (const flag of flagsOf(tool.settings)) command.addOption(flag);
  command.optionsGroup('Settings of every tool:');
  for (const flag of flagsOf(commonFields)) command.addOption(flag);
  command.optionsGroup('Options:');
  return runs<[], ToolFlags>(context, command, (_args, call) => runTool(tool, call));
}

/** Given once for each source; of a tool that takes one, the last counts. */
function sourceFlag({ inputs: { min, max } }: Tool): Option {
  const words = max > 1 ? 'a file to work on; may be given several times' : 'the file to work on';
  return new Option('-s, --source <file>', min > 0 ? `${words} (required)` : words).argParser(
    (file: string, before: string[] = []) => [...before, file],
  );
}

async function runTool(tool: Tool, call: Call<ToolFlags>): Promise<number> {
  const { options, output, signal } = call;
  const { source: sources = [], out: asked, project: printOnly, ...settings } = options;
  if (sources.length < tool.inputs.min) throw new UsageError('Say which file to work on: --source FILE.');
  try {
    const compiled = compileToolBody(bodyOf(tool, sources, settings), await factsOf(sources, signal));
    if (!compiled.ok) throw new ProblemError(compiled.problems);
    if (printOnly) return printProject(compiled.value, call);
    const out = asked ?? defaultName(sources[0] ?? tool.id, compiled.value, `-${tool.id}`);
    const project = madeAs(out, compiled.value);
    if (sources.some((source) => resolve(out) === resolve(source)))
      throw new UsageError('--out and --source are the same file.');
    const result = await renderTo(project, { out, folder: process.cwd() }, call);
    output.line(out);
    output.note(describeResult(result));
    output.data({ ok: true, outputs: [result] });
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printAsFlag);
  }
}

/** A setting is called what it is called on the command line. */
function printAsFlag({ pointer, message, code }: Problem): string {
  const [name] = pointer.split('/').slice(1);
  if (name === undefined) return `${message} (${code})`;
  const flag = name === 'sourceVideo' || name === 'clips' ? '--source' : `--${kebabCase(name)}`;
  return `${flag}: ${message.replaceAll(`"${name}"`, `"${flag}"`)} (${code})`;
}

function printProject(project: Project, { output }: Call<ToolFlags>): number {
  output.line(JSON.stringify(project, null, 2));
  output.data(project);
  return exitCodes.good;
}

/** The createVideo body that asks for the same work. A watermark that is described is wanted. */
function bodyOf(tool: Tool, sources: string[], settings: Record<string, unknown>): Record<string, unknown> {
  const wantsWatermark = settings.watermarkText !== undefined || settings.watermarkImg !== undefined;
  const medium = settings.watermarkImg === undefined ? 'text' : 'image';
  return {
    ...(wantsWatermark ? { withCustomWatermark: true, watermarkMedium: medium } : {}),
    ...settings,
    ...Object.fromEntries(tool.flags.map((flag) => [flag, true])),
    ...(tool.inputs.max > 1 ? { clips: sources } : { sourceVideo: sources.at(-1) }),
  };
}

async function factsOf(sources: string[], signal: AbortSignal): Promise<Map<string, MediaFacts>> {
  const { openProbeCache } = await import('../../api/renderer/media/probeCache.ts');
  const measured = openProbeCache(join(environment().cacheDir, 'probes'));
  const probe = async (source: string) => [source, await measured(resolve(source), { signal })] as const;
  return new Map(await Promise.all([...new Set(sources)].map(probe)));
}
