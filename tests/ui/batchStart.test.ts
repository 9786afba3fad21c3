import { expect, it, vi } from 'vitest';
import { addToBatch, batches, cancelItem, clearBatch, startBatch } from '../../ui/batch/batch.ts';

it('starts files by a call of its own, and lets go of one that was not started', async () => {
  const given = ['a', 'b', 'c'].map((name) => new File([name], `${name}.mp4`, { type: 'video/mp4' }));
  const make = vi.fn(async ({ name }: File) => `${name} is not a video.`);
  const states = () => batches.tool?.items.map(({ name, state }) => `${name} ${state}`);
  addToBatch('tool', given);
  await Promise.resolve();
  expect([make.mock.calls.length, states()]).toEqual([0, ['a.mp4 chosen', 'b.mp4 chosen', 'c.mp4 chosen']]);
  cancelItem('tool', batches.tool?.items[1]?.id ?? '');
  startBatch({ id: 'tool', make });
  await vi.waitFor(() => expect(states()).toEqual(['a.mp4 failed', 'c.mp4 failed']));
  // Those that ran are not started again.
  addToBatch('tool', given.slice(0, 1));
  startBatch({ id: 'tool', make });
  await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(3));
  clearBatch('tool');
  expect(states()).toEqual([]);
});
