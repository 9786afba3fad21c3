import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { root } from '../../cli/build/paths.mjs';
import { wholeProgram } from '../../cli/main.ts';
import { commandReference } from '../../cli/reference.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { printMarkdown } from '../../engine/tools/reference.ts';
import { argumentsIn } from '../support/argumentsIn.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Lines of the README that call the command line. */
const script = [...readme.matchAll(/^(?:[A-Z_]+=\S+ )*(?:npx )?(cutroom .*)$/gm)].map((match) => match[1]).join('\n');

it('every command in the README exists and accepts the given options and number of arguments', async () => {
  const program = await wholeProgram();
  const calls = argumentsIn(script, 'cutroom');
  expect(calls.length).toBeGreaterThan(7);
  for (const words of calls) expect([words, faultOf(program, words)]).toEqual([words, undefined]);
  for (const wrong of [['nothing'], ['render', 'a', '--ou', 'b'], ['serve', 'x'], ['tool', 'loop', '--num', '1']])
    expect(faultOf(program, wrong)).toBeTypeOf('string');
});

it('the command line reference has every command with every option, and marks required ones', async () => {
  const program = await wholeProgram();
  const page = printMarkdown(commandReference(program));
  for (const command of program.commands) {
    expect(page).toContain(`## cutroom ${command.name()}\n\n${command.description()}`);
    for (const { flags } of command.options) expect(page).toContain(`| \`${flags.replaceAll('|', '\\|')}\` |`);
  }
  expect(page).toContain('| `--server <url>` | address of the server, such as http://localhost:3000 | required |');
  expect(page).toContain('| `project` | a project file, or - for standard input | required |');
});

it('the help of every tool has a flag for every field', async () => {
  const commands = (await wholeProgram()).commands.find((one) => one.name() === 'tool')?.commands ?? [];
  const told = tools.map(({ id }) => commands.find((one) => one.name() === id)?.helpInformation() ?? '');
  const flags = tools.map(({ settings }) => fieldsOf(settings).map(({ flag }) => `--${flag}`));
  const missing = flags.flatMap((all, i) =>
    all.filter((flag) => !told[i]?.includes(flag)).map((flag) => [tools[i]?.id, flag]),
  );
  expect([missing, flags.flat().length > 100]).toEqual([[], true]);
});

/** The fault of a call, if any. */
function faultOf(program: Command, [name, ...words]: readonly string[]): string | undefined {
  const command = program.commands.find((one) => one.name() === name);
  if (!command) return `there is no ${name}`;
  if (command.commands.some((one) => one.name() === words[0])) return faultOf(command, words);
  const { operands, unknown } = command.parseOptions(words);
  if (unknown.length > 0) return `${unknown[0]} is no option`;
  const [least, most] = [
    command.registeredArguments.filter(({ required }) => required).length,
    command.registeredArguments.some(({ variadic }) => variadic) ? 1000 : command.registeredArguments.length,
  ];
  return operands.length < least || operands.length > most ? 'too many or too few arguments' : undefined;
}
