import { extname, resolve } from 'node:path';
import { Command } from 'commander';
import { ProblemError } from '../../engine/project/problems.ts';
import { settingsProblems, sourcesOf } from '../../engine/tools/body.ts';
import { formSchema } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { sourceFlagOf } from '../../engine/tools/inputs.ts';
import { printMarkdown, toolReference } from '../../engine/tools/reference.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { exitCodes, printFailure, UsageError } from '../output.ts';
import { defaultName, describeResult, openPainter, withOutputFormat } from '../renderOut.ts';
import { subtitleFlags, withSubtitles, wroteSubtitles } from '../subtitleFile.ts';
import { runBatch } from '../toolBatch.ts';
import { addSettingFlags, commandSettings, printAsFlag, toolBody } from '../toolBody.ts';
import { refuseContradiction, withFormatOf } from '../toolFormat.ts';
import { folderOf, nameIn } from '../toolOut.ts';
import { compileTool, renderTool } from '../toolRun.ts';
import { expandSources, namedFiles, sourceFlags } from '../toolSources.ts';

interface ToolFlags extends Record<string, unknown> {
  out?: string;
  project?: boolean;
  overwrite?: boolean;
  concurrency?: string;
}

/** Adds `cutroom tool`, with a command for each tool. */
export function addTool(program: Command, context: Context): void {
  const group = program
    .command('tool')
    .addHelpText('afterAll', formatsHelp)
    .description('Runs a single-purpose tool on a file: cutroom tool trim clip.mp4 --start 2 --out cut.mp4')
    .option('--list', 'list the tools')
    .option('--reference', 'print all tools and their settings as Markdown');
  setAction<[], { list?: boolean; reference?: boolean }>(context, group, async (_args, { options, output }) => {
    if (options.reference) {
      output.line(printMarkdown(toolReference()).trimEnd());
      output.data(tools.map(describeTool));
      return exitCodes.good;
    }
    if (!options.list) {
      const unknown = group.args[0];
      throw new UsageError(
        unknown === undefined ? 'Name a tool. --list prints all tools.' : `There is no tool "${unknown}".`,
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

function describeTool({ settings, flags, id, title, route, summary, inputs, extra }: Tool) {
  return {
    id,
    title,
    route,
    summary,
    inputs,
    ...(extra ? { beside: extra } : {}),
    flags,
    settings: formSchema(settings),
  };
}

function toolCommand(tool: Tool, context: Context): Command {
  const command = new Command(tool.id).description(tool.summary);
  if (tool.inputs.max > 0) command.argument('[files...]', `as --${sourceFlagOf(tool.inputs)}`);
  for (const flag of [...sourceFlags(tool), ...subtitleFlags(tool)]) command.addOption(flag);
  command
    .option(
      '-o, --out <file>',
      'output file; its extension sets the format; a folder for several results; default: a name from source and tool, in this folder',
    )
    .option('--overwrite', 'with several results: replace existing files')
    .option('--project', 'print the project of the tool instead of rendering it');
  if (tool.inputs.max === 1)
    command.option('--concurrency <number>', 'with several files: number of files at a time', '1');
  addSettingFlags(command, tool);
  command.optionsGroup('Options:');
  return setAction<[string[]?], ToolFlags>(context, command, ([files = []], call) => runTool(tool, files, call));
}

async function runTool(tool: Tool, plain: readonly string[], call: Call<ToolFlags>): Promise<number> {
  const { options, output, signal } = call;
  const { sources, extra } = namedFiles(tool, options, plain);
  const { files, isMany } = await expandSources(tool, sources);
  try {
    const settings = await withSubtitles(
      commandSettings(tool, options),
      options.srt,
      (text) => output.note(text),
      () => rateOf(files[0], signal),
    );
    const compile = () => compileTool(tool, toolBody(tool, settings, { sources: files, extra }), { signal });
    if (await wroteSubtitles(tool, settings, options, compile)) {
      output.line(options.out as string);
      output.data({ ok: true, outputs: [{ out: options.out }] });
      return exitCodes.good;
    }
    if (tool.inputs.max === 1 && (isMany || files.length > 1)) {
      const problems = settingsProblems(tool, settings);
      if (problems.length > 0) throw new ProblemError(problems);
      if (options.project) throw new UsageError('--project prints one project. Name one file.');
      return await runBatch(tool, { settings, files, extra: extra }, call);
    }
    return await runOnce(tool, { settings, files, extra: extra }, call);
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, (found) => printAsFlag(tool, found));
  }
}

/** The requested work. */
interface Asked {
  settings: Record<string, unknown>;
  files: readonly string[];
  extra: readonly string[];
}

async function runOnce(tool: Tool, { settings, files, extra }: Asked, call: Call<ToolFlags>): Promise<number> {
  const { options, output, signal } = call;
  const { out: asked } = options;
  const folder = asked === undefined ? undefined : await folderOf(asked);
  const isNamed = asked !== undefined && folder === undefined;
  const chosen = isNamed ? withFormatOf(tool, settings, asked) : settings;
  const body = toolBody(tool, chosen, { sources: files, extra });
  const urls = sourcesOf(body).flatMap(({ url }) => url ?? []);
  // Tools with several inputs have a message of their own.
  if (urls.length < tool.inputs.min && tool.inputs.missing === undefined && tool.inputs.max === 1)
    throw new UsageError('Name a source file: --source FILE.');
  const compiled = await compileTool(tool, body, { ending: extname(asked ?? '').slice(1), signal });
  if (isNamed) refuseContradiction(tool, settings, asked, compiled);
  const own = () => defaultName(urls[0] ?? tool.id, compiled, urls.length > 0 ? `-${tool.id}` : '');
  const out = isNamed ? asked : nameIn(folder, own());
  if (options.project && !isNamed) return printProject(compiled, call);
  const project = withOutputFormat(out, compiled);
  if (options.project) return printProject(project, call);
  if (urls.some((url) => resolve(out) === resolve(url))) throw new UsageError('--out and --source are the same file.');
  const painter = await openPainter(1);
  const result = await renderTool(project, { out, painter }, call).finally(() => painter?.close());
  output.line(out);
  output.note(describeResult(result));
  output.data({ ok: true, outputs: [result] });
  return exitCodes.good;
}

function printProject(project: unknown, { output }: Call<ToolFlags>): number {
  output.line(JSON.stringify(project, null, 2));
  output.data(project);
  return exitCodes.good;
}

/** Returns the frame rate of a video; undefined if it cannot be measured. */
async function rateOf(file: string | undefined, signal: AbortSignal): Promise<number | undefined> {
  if (file === undefined) return undefined;
  const { probeFile } = await import('../../api/renderer/media/probe.ts');
  const probe = await probeFile(file, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return probe && probe.fps > 0 ? probe.fps : undefined;
}
