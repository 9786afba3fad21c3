import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addPlan } from './commands/plan.ts';
import { addProbe } from './commands/probe.ts';
import { addRender } from './commands/render.ts';
import { addSchema } from './commands/schema.ts';
import { addServe } from './commands/serve.ts';
import { addStatus } from './commands/status.ts';
import { addSubmit } from './commands/submit.ts';
import { addTool } from './commands/tool.ts';
import { addValidate } from './commands/validate.ts';
import type { Context } from './context.ts';
import { exitCodes } from './output.ts';

/**
 * Runs the command line.
 * @param args without the names of the runtime and the program.
 * @returns the exit code: 0 good, 1 the work failed or the input is invalid, 2 wrong usage, 130 stopped.
 */
export async function main(args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const context: Context = { signal: stop.signal, code: exitCodes.good };
  const unlisten = stopOnSignals(stop);
  ignoreClosedPipes();
  try {
    await createProgram(context).parseAsync([...args], { from: 'user' });
    return context.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.code === 'commander.helpDisplayed' || error.code === 'commander.version';
    return isHelp ? exitCodes.good : exitCodes.usage;
  } finally {
    unlisten();
  }
}

function createProgram(context: Context): Command {
  const program = new Command('cutroom')
    .description('Validates and renders video projects, runs single-purpose tools, talks to a Cutroom server.')
    .version(manifest.version)
    .exitOverride()
    // An option belongs to the command that it stands behind, so `tool` and its tools can both have --json.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for how to call it)');
  for (const add of [addValidate, addRender, addTool, addSubmit, addStatus, addPlan, addSchema, addProbe, addServe]) {
    add(program, context);
  }
  return program;
}

/** The first signal stops the work in good order; a second one ends the process as it is. */
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

/** A reader that went away, as in `cutroom … | head`, is no fault. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') > 0) continue;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
