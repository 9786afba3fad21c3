import { expect, it } from 'vitest';
import { ApiError } from '../../api/contract/errors.ts';
import { failureOf } from '../../api/jobs/failures.ts';
import { VideoFailedError } from '../../cli/submit/batchJob.ts';
import { failedEntry, printEntry } from '../../cli/submit/report.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';

it('a report counts problems of the server beyond those it lists', () => {
  const problems = [{ code: 'range', pointer: '/scenes', message: 'Too many.' }];
  const entry = failedEntry('a.json', new ApiError(422, 'invalid', 'Too many.', problems, undefined, 7900));
  expect(entry).toMatchObject({ problems, moreProblems: 7900 });
  expect(printEntry(entry)).toBe('a.json#/scenes: Too many. (range)\na.json: and 7900 more problems');
  expect(failedEntry('a.json', new VideoFailedError('Too many.', problems, 7900))).toEqual({
    ...entry,
    error: 'Too many.',
  });
  const all = failedEntry('a.json', new ApiError(422, 'invalid', 'Too many.', problems));
  expect(printEntry(all)).toBe('a.json#/scenes: Too many. (range)');
});

it('a stored failure counts the problems it does not list', () => {
  const problems = Array.from({ length: 130 }, (_, n) => problem('range', [n], `Problem ${n}.`));
  const failed = failureOf(new ProblemError(problems));
  expect(failed).toMatchObject({ code: 'invalid', message: 'Problem 0.', moreProblems: 30 });
  expect(failed.problems).toHaveLength(100);
});
