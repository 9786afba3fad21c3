import { extname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { environment } from '../../api/system/environment.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { compileToolBody, sourcesOf } from '../../engine/tools/body.ts';
import { formSchema } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { type Call, type Context, runs } from '../context.ts';
import { locateIn, type MediaPlace } from '../mediaPlace.ts';
import { exitCodes, printFailure, UsageError } from '../output.ts';
import { defaultName, describeResult, madeAs, openPainter, renderTo } from '../renderOut.ts';
import { addSettingFlags, printAsFlag, toolBody } from '../toolBody.ts';
import { sourceFlags } from '../toolSources.ts';

interface ToolFlags extends Record<string, unknown> {
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

function describeTool({ settings, flags, id, title, route, summary, inputs, beside }: Tool) {
  return { id, title, route, summary, inputs, ...(beside ? { beside } : {}), flags, settings: formSchema(settings) };
}

function toolCommand(tool: Tool, context: Context): Command {
  const command = new Command(tool.id).description(tool.summary);
  for (const flag of sourceFlags(tool)) command.addOption(flag);
  command
    .option('-o, --out <file>', "file to write; default: the source's name and the tool's, in this folder")
    .option('--project', 'print the project that the tool makes, and render nothing');
  addSettingFlags(command, tool);
  command.optionsGroup('Options:');
  return runs<[], ToolFlags>(context, command, (_args, call) => runTool(tool, call));
}

async function runTool(tool: Tool, call: Call<ToolFlags>): Promise<number> {
  const { options, output, signal } = call;
  const { out: asked, project: printOnly } = options;
  const body = toolBody(tool, options);
  const files = sourcesOf(body).flatMap(({ url }) => url ?? []);
  // What a tool that takes several says of none is its own sentence.
  if (files.length < tool.inputs.min && tool.inputs.missing === undefined && tool.inputs.max === 1)
    throw new UsageError('Say which file to work on: --source FILE.');
  try {
    const facts = await factsOf(files, signal);
    const named = tool.named?.(extname(asked ?? '').slice(1), [...facts.values()]);
    const compiled = compileToolBody({ ...named, ...body }, facts);
    if (!compiled.ok) throw new ProblemError(compiled.problems);
    if (printOnly) return printProject(compiled.value, call);
    const out = asked ?? defaultName(files[0] ?? tool.id, compiled.value, files.length > 0 ? `-${tool.id}` : '');
    const project = madeAs(out, compiled.value);
    if (files.some((file) => resolve(out) === resolve(file)))
      throw new UsageError('--out and --source are the same file.');
    const result = await renderTo(project, { out, locate: locateIn(anywhere()), painter: await openPainter(1) }, call);
    output.line(out);
    output.note(describeResult(result));
    output.data({ ok: true, outputs: [result] });
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, (found) => printAsFlag(tool, found));
  }
}

/** Every file that a tool works on was named by its caller. */
function anywhere(): MediaPlace {
  return { folder: process.cwd(), allowed: ['/'] };
}

function printProject(project: Project, { output }: Call<ToolFlags>): number {
  output.line(JSON.stringify(project, null, 2));
  output.data(project);
  return exitCodes.good;
}

async function factsOf(sources: string[], signal: AbortSignal): Promise<Map<string, MediaFacts>> {
  const { openProbeCache } = await import('../../api/renderer/media/probeCache.ts');
  const measured = openProbeCache(join(environment().cacheDir, 'probes'));
  const probe = async (source: string) => [source, await measured(resolve(source), { signal })] as const;
  return new Map(await Promise.all([...new Set(sources)].map(probe)));
}
