import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cutroom } from '../cli/command.ts';
import { expectStored } from '../support/expectStored.ts';

const folder = resolve('fixtures/projects');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const stored = resolve('tests/golden/plans');

// Store plans that changed on purpose with UPDATE_GOLDEN=1 npm test -- tests/golden/plans.
it.each(names)('prints the stored plan of %s and its ffmpeg runs', async (name) => {
  const { code, stdout, stderr } = await cutroom(['plan', name, '--commands'], { cwd: folder });
  expect(code, stderr).toBe(0);
  expectStored(stdout, `${stored}/${name.replace('.json', '.txt')}`);
});

it('stores no plan of a deleted project', () => {
  expect(readdirSync(stored)).toEqual(names.map((name) => name.replace('.json', '.txt')));
});
