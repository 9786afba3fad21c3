import { Command, CommanderError } from 'commander';
import { isDiskFull } from '../api/system/diskFull.ts';
import manifest from '../package.json' with { type: 'json' };
import type { Context } from './context.ts';
import { createOutput, exitCodes } from './output.ts';

/** Adds a command to the program. */
type Add = (program: Command, context: Context) => void;

/** The commands in the order of the help. Each is loaded on demand: loading all takes longer than rendering a still. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  validate: async () => (await import('./commands/validate.ts')).addValidate,
  render: async () => (await import('./commands/render.ts')).addRender,
  tool: async () => (await import('./commands/tool.ts')).addTool,
  submit: async () => (await import('./commands/submit.ts')).addSubmit,
  status: async () => (await import('./commands/status.ts')).addStatus,
  resend: async () => (await import('./commands/resend.ts')).addResend,
  listen: async () => (await import('./commands/listen.ts')).addListen,
  login: async () => (await import('./commands/login.ts')).addLogin,
  account: async () => (await import('./commands/account.ts')).addAccount,
  plan: async () => (await import('./commands/plan.ts')).addPlan,
  schema: async () => (await import('./commands/schema.ts')).addSchema,
  probe: async () => (await import('./commands/probe.ts')).addProbe,
  transcribe: async () => (await import('./commands/transcribe.ts')).addTranscribe,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  backup: async () => (await import('./commands/backup.ts')).addBackup,
  restore: async () => (await import('./commands/restore.ts')).addRestore,
};

/**
 * Runs the command line.
 * @param args without the names of runtime and program.
 * @returns the exit code: 0 success, 1 the work failed or the input is invalid, 2 wrong usage, 130 stopped.
 */
export async function main(args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const context = contextOf(stop.signal);
  const unlisten = stopOnSignals(stop);
  const isLost = watchStreams(stop);
  const ended = (code: number) => (isLost() ? exitCodes.failed : code);
  try {
    const program = await createProgram(context, args[0]);
    await program.parseAsync([...args], { from: 'user' });
    return ended(context.code);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return ended(codeOf(error, args));
  } finally {
    unlisten();
  }
}

/** Returns the exit code of a usage error, and prints it as JSON with --json. Commander already printed it as text. */
function codeOf({ code, message }: CommanderError, args: readonly string[]): number {
  if (code === 'commander.helpDisplayed' || code === 'commander.version') return exitCodes.good;
  const end = args.indexOf('--');
  const isJson = (end < 0 ? args : args.slice(0, end)).includes('--json');
  if (code !== 'commander.help')
    createOutput(isJson).data({ ok: false, problems: [], error: { message: message.replace(/^error: /, '') } });
  return exitCodes.usage;
}

/** Returns the command line with all its commands, to be described, not called. */
export function wholeProgram(): Promise<Command> {
  return createProgram(contextOf(new AbortController().signal));
}

function contextOf(signal: AbortSignal): Context {
  return { signal, code: exitCodes.good, whole: wholeProgram };
}

/** @param first argument of the call: if it is a command, only that one is loaded. */
async function createProgram(context: Context, first = ''): Promise<Command> {
  const program = new Command('cutroom')
    .description('Validates and renders video projects, runs single-purpose tools and calls a Cutroom server.')
    .version(manifest.version)
    .helpCommand('help [command]', 'Prints the help of a command.')
    .exitOverride()
    // An option belongs to the command before it, so both `tool` and its tools can have --json.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for usage)');
  const names = Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
  for (const add of await Promise.all(names.map((name) => commands[name]?.()))) add?.(program, context);
  return program;
}

/** The first signal stops the work in an orderly way; a second one exits at once. */
function stopOnSignals(stop: AbortController): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? exitCodes.stopped : 143);
    stop.abort(new Error('Stopped.'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
}

/**
 * Ignores a closed reader, as in `cutroom … | head`. Stops the work if output is lost for another reason.
 * @returns a function that tells whether output was lost.
 */
function watchStreams(stop: AbortController): () => boolean {
  let isLost = false;
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') > 0) continue;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || isLost) return;
      isLost = true;
      // The error may arrive only after the last line, when the command has ended.
      process.exitCode = exitCodes.failed;
      const why = isDiskFull(error) ? 'the disk is full' : (error.code ?? error.message);
      if (stream === process.stdout) process.stderr.write(`Cannot write the output: ${why}.\n`);
      stop.abort(new Error('Stopped.'));
    });
  }
  return () => isLost;
}
