import { expect, it, vi } from 'vitest';
import { addToBatch, batches, cancelItem, clearBatch, startBatch } from '../../../ui/client/renders/batch.ts';
import { eventually } from '../../support/eventually.ts';

it('starts files only on request and drops a file that was canceled before the start', async () => {
  const given = ['a', 'b', 'c'].map((name) => new File([name], `${name}.mp4`, { type: 'video/mp4' }));
  const make = vi.fn(async ({ name }: File) => `${name} is not a video.`);
  const states = () => batches.tool?.items.map(({ name, state }) => `${name} ${state}`);
  addToBatch('tool', given);
  await Promise.resolve();
  expect([make.mock.calls.length, states()]).toEqual([0, ['a.mp4 chosen', 'b.mp4 chosen', 'c.mp4 chosen']]);
  cancelItem('tool', batches.tool?.items[1]?.id ?? '');
  startBatch({ id: 'tool', make });
  await eventually(() => expect(states()).toEqual(['a.mp4 failed', 'c.mp4 failed']));
  // Files that already ran are not started again.
  addToBatch('tool', given.slice(0, 1));
  startBatch({ id: 'tool', make });
  await eventually(() => expect(make).toHaveBeenCalledTimes(3));
  clearBatch('tool');
  expect(states()).toEqual([]);
});
