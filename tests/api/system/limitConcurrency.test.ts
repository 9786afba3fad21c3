import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../api/system/limitConcurrency.ts';

it.each([
  ['oldest', ['a', 'b', 'c', 'd']],
  ['newest', ['a', 'd', 'c', 'b']],
] as const)('runs the %s waiting work next, one at a time', async (next, order) => {
  const limited = limitConcurrency(1, next);
  const done: string[] = [];
  let running = 0;
  const work = (name: string) =>
    limited(async () => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
      done.push(name);
    });
  await Promise.all(['a', 'b', 'c', 'd'].map(work));
  expect(done).toEqual(order);
});
