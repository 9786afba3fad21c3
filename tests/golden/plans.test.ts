import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { expectStored } from '../support/expectStored.ts';

const folder = resolve('fixtures/projects');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const stored = resolve('tests/golden/plans');

// Store plans that changed on purpose with UPDATE_GOLDEN=1 npm test -- tests/golden/plans.
it.each(names)('prints the stored plan of %s and its ffmpeg runs', async (name) => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await main(['plan', resolve(folder, name), '--commands']);
  const text = printed.mock.calls.map(([part]) => String(part)).join('');
  printed.mockRestore();
  expect(code).toBe(0);
  expectStored(text, `${stored}/${name.replace('.json', '.txt')}`);
});

it('stores no plan of a deleted project', () => {
  expect(readdirSync(stored)).toEqual(names.map((name) => name.replace('.json', '.txt')));
});
