import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addSettingFlags, commandSettings, printAsFlag, toolBody } from '../../../cli/toolBody.ts';
import { namedFiles, sourceFlags } from '../../../cli/toolSources.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { compileToolBody, toolOfBody } from '../../../engine/tools/body.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { tools } from '../../../engine/tools/index.ts';
import { inputsOf, sourceFlagOf } from '../../../engine/tools/inputs.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { good } from '../make.ts';
import { factsOf, type Refusal, type Row } from './facts.ts';
import { facts } from './make.ts';
import { refusals } from './refusals.ts';
import { rows as changingRows } from './rows.ts';
import { joinedRows } from './rowsJoined.ts';

const rows = [...changingRows, ...joinedRows];

/** The body that the arguments of a command produce. */
function bodyOfCommand(tool: Tool, args: readonly string[]): Record<string, unknown> {
  const command = new Command(tool.id).exitOverride();
  for (const flag of sourceFlags(tool)) command.addOption(flag);
  addSettingFlags(command, tool);
  const options = command.parse([...args], { from: 'user' }).opts();
  return toolBody(tool, commandSettings(tool, options), namedFiles(tool, options));
}

const toolOf = (id: string) => tools.find((tool) => tool.id === id) as Tool;

describe('a body and the equivalent command', () => {
  it.each(rows.map((row) => [`${row.id} ${row.args.join(' ')}`, row] as const))(
    'produce the same project: %s',
    (_name, row: Row) => {
      expect(toolOfBody(row.body)?.id).toBe(row.id);
      const project = good(compileToolBody(row.body, facts));
      expect(good(compileToolBody(bodyOfCommand(toolOf(row.id), row.args), facts))).toEqual(project);
      expect(factsOf(project)).toEqual(row.makes);
      expect(parseProject(JSON.parse(JSON.stringify(project)))).toEqual({ ok: true, value: project });
    },
  );

  it('cover every tool', () => {
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(tools.map(({ id }) => id)));
  });
});

describe('rejected bodies and commands', () => {
  it.each(refusals.map((row) => [`${row.id} ${row.args.join(' ')}`, row] as const))(
    'have the same message: %s',
    (_name, row: Refusal) => {
      const tool = toolOf(row.id);
      const compiled = compileToolBody(bodyOfCommand(tool, row.args), facts);
      const [problem] = compiled.ok ? [] : compiled.problems;
      expect([problem?.pointer, problem?.message]).toEqual([row.pointer, row.says]);
      if (problem) expect(printAsFlag(tool, problem)).toContain(`${row.flag}: `);
    },
  );

  it.each(tools.map((tool) => [tool.id, tool] as const))('include every number out of range: %s', (_id, tool) => {
    const files = { video: 'clip.mp4', animation: 'moving.gif', image: 'photo.jpg', audio: 'song.mp3' };
    const given = inputsOf(tool).flatMap((inputs) => {
      const [kind] = inputs.kinds;
      return kind && inputs.min > 0 ? [`--${sourceFlagOf(inputs)}`, files[kind]] : [];
    });
    for (const { name, flag, minimum, maximum } of fieldsOf(tool.settings)) {
      const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
      for (const value of beyond) {
        const compiled = compileToolBody(bodyOfCommand(tool, [...given, `--${flag}=${value}`]), facts);
        const found = compiled.ok ? [] : compiled.problems.filter(({ pointer }) => pointer === `/${name}`);
        const limit = value === Number(minimum) - 1 ? `at least ${minimum}` : `at most ${maximum}`;
        expect(found[0]?.message).toBe(`"${name}" must be ${limit}.`);
      }
    }
  });

  it('include an item that is not a URL among several files', () => {
    const compiled = compileToolBody({ isMaker: true, isMontage: true, clips: ['photo.jpg', 42] }, facts);
    const says = '"clips.1" must be the address of a media file.';
    expect(compiled).toMatchObject({ ok: false, problems: [{ pointer: '/clips/1', message: says }] });
  });

  it('include every missing file', () => {
    for (const tool of tools) {
      const body = Object.fromEntries([
        ...inputsOf(tool).flatMap(({ min, max, keys }) =>
          min === 0 ? [] : max > 1 ? [['clips', ['lost.mp4']]] : [[keys?.[0] ?? 'sourceVideo', 'lost.mp4']],
        ),
        [tool.flags[0], true],
      ]);
      const compiled = compileToolBody(body, facts);
      if (tool.inputs.min > 0)
        expect(compiled, tool.id).toMatchObject({
          problems: inputsOf(tool)
            .filter(({ min }) => min > 0)
            .map(() => ({ code: 'media.missing' })),
        });
    }
  });
});
