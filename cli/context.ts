import type { Command } from 'commander';
import { createOutput, exitCodes, type Output, printFailure } from './output.ts';

/** State that all commands of one call share. */
export interface Context {
  /** Aborts when the call is stopped (Ctrl-C, SIGTERM). */
  signal: AbortSignal;
  /** Exit code of the command that ran. */
  code: number;
  /** Returns the program with all its commands, for commands that describe it. */
  whole(): Promise<Command>;
}

/** Context of a command. */
export interface Call<O> {
  options: O;
  output: Output;
  signal: AbortSignal;
}

/**
 * Sets the action of a command: `run` receives arguments and call, and returns the exit code. Adds --json and --verbose to every
 * command.
 * Prints thrown errors once and converts them to an exit code.
 */
export function setAction<A extends unknown[], O>(
  context: Context,
  command: Command,
  run: (args: A, call: Call<O>) => Promise<number>,
): Command {
  const described = command
    .option('--json', 'print the result as JSON')
    .option('--verbose', 'print the cause of a failure in detail');
  return described.action(async (...values: unknown[]) => {
    // The last two are the options and the command itself.
    const args = values.slice(0, -2) as A;
    const options = command.opts<O & { json?: boolean; verbose?: boolean }>();
    const output = createOutput(options.json === true, options.verbose);
    try {
      context.code = await run(args, { options, output, signal: context.signal });
    } catch (error) {
      context.code = context.signal.aborted ? stopped(output) : printFailure(error, output);
    }
  });
}

function stopped(output: Output): number {
  output.note('Stopped.');
  output.data({ ok: false, problems: [], error: { message: 'Stopped.' } });
  return exitCodes.stopped;
}
