import { expect, it } from 'vitest';
import { ApiError } from '../../api/contract/errors.ts';
import { failedEntry, printEntry } from '../../cli/submit/report.ts';

it('counts the problems that the server found beyond those it lists', () => {
  const problems = [{ code: 'range', pointer: '/scenes', message: 'Too many.' }];
  const entry = failedEntry('a.json', new ApiError(422, 'invalid', 'Too many.', problems, undefined, 7900));
  expect(entry).toMatchObject({ problems, moreProblems: 7900 });
  expect(printEntry(entry)).toBe('a.json#/scenes: Too many. (range)\na.json: and 7900 more problems');
  const all = failedEntry('a.json', new ApiError(422, 'invalid', 'Too many.', problems));
  expect(printEntry(all)).toBe('a.json#/scenes: Too many. (range)');
});
