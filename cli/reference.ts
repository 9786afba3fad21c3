import type { Argument, Command, Option } from 'commander';
import type { ReferenceBlock } from '../engine/tools/reference.ts';
import { exitCodes } from './output.ts';

/**
 * Returns the reference of the command line: every command with its arguments and options, from the program's own
 * descriptions.
 */
export function commandReference(program: Command): ReferenceBlock[] {
  const codes = [
    [`\`${exitCodes.good}\``, 'all is good'],
    [`\`${exitCodes.failed}\``, 'the work failed, or the input is invalid'],
    [`\`${exitCodes.usage}\``, 'wrong usage'],
    [`\`${exitCodes.stopped}\``, 'stopped by Ctrl-C'],
  ];
  return [
    { kind: 'heading', level: 1, text: 'Command line' },
    {
      kind: 'text',
      text: 'Results go to standard output, progress and notes to standard error. `cutroom --help` lists the commands, `--help` behind a command tells the same as this page.',
    },
    ...program.commands.flatMap((command) => sectionOf(program, command)),
    { kind: 'heading', level: 2, text: 'Exit codes' },
    { kind: 'table', head: ['code', 'means'], rows: codes },
  ];
}

function sectionOf(program: Command, command: Command): ReferenceBlock[] {
  const help = command.createHelp();
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...help.visibleOptions(command).filter(isNoHelp).map(optionRow),
  ];
  const tools = command.commands.map((one) => `\`${one.name()}\``).join(', ');
  return [
    { kind: 'heading', level: 2, text: `${program.name()} ${command.name()}` },
    { kind: 'text', text: command.description() },
    { kind: 'text', text: `\`${help.commandUsage(command)}\`` },
    { kind: 'table', head: ['argument or option', 'does', 'left out'], rows },
    ...(tools
      ? [{ kind: 'text' as const, text: `Behind it: ${tools}. [Each with all its settings](/reference).` }]
      : []),
  ];
}

function argumentRow(argument: Argument): string[] {
  const { description, required, variadic, defaultValue } = argument;
  const shown = `${argument.name()}${variadic ? '…' : ''}`;
  return [`\`${shown}\``, description, leftOut(required, defaultValue)];
}

function optionRow({ flags, description, mandatory, defaultValue }: Option): string[] {
  return [`\`${flags}\``, description, leftOut(mandatory, defaultValue)];
}

function leftOut(isRequired: boolean, usual: unknown): string {
  if (isRequired) return 'must be there';
  const isNone = usual === undefined || (Array.isArray(usual) && usual.length === 0);
  return isNone ? '' : `\`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\``;
}

function isNoHelp({ long }: Option): boolean {
  return long !== '--help';
}
