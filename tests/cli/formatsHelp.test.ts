import { expect, it } from 'vitest';
import { root } from '../../cli/build/paths.mjs';
import { formatsHelp } from '../../cli/formatsHelp.ts';
import { mediaFormats, unsupportedFormats } from '../../engine/formats/formatTable.ts';
import { called } from './command.ts';

it('the format help lists every format, supported or not, in lines of at most 80 columns', () => {
  const text = formatsHelp();
  const words = text.replaceAll(/\s+/g, ' ');
  for (const { name } of [...mediaFormats, ...unsupportedFormats]) expect(words).toContain(name);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it.each(['render', 'probe', 'submit', 'validate'])('%s --help ends with the format help', async (command) => {
  const { stdout } = await called([command, '--help'], { cwd: root });
  expect(stdout.trimEnd().endsWith(formatsHelp().trimEnd())).toBe(true);
});
