import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOT_READY, registerDropHandler, watchDrops } from '../../../ui/client/media/drops.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import { openFiles } from '../../../ui/pages/home/homeProject.ts';
import { addDropped } from '../../../ui/studio/rows/manyFiles.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  end = watchDrops();
});
afterEach(() => {
  end();
  closeAllNotices();
  vi.useRealTimers();
});

const said = () => notices.list.map(({ message }) => message);

/** Drops a file on the page. @returns whether the browser would open it. */
function drop(name: string): boolean {
  const file = new File(['x'], name);
  const event = new Event('drop', { cancelable: true });
  return dispatchEvent(Object.assign(event, { dataTransfer: { types: ['Files'], items: [], files: [file] } }));
}

it('holds files dropped during page load until a part of the page accepts them', async () => {
  expect(drop('early.mp4')).toBe(false);
  const take = vi.fn();
  const stop = registerDropHandler(take);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([take.mock.calls.map(([files]) => files.map(({ name }: File) => name)), said()]).toEqual([
    [['early.mp4']],
    [],
  ]);
  // From now on, the part handles drops itself.
  expect(drop('later.mp4')).toBe(true);
  stop();
  drop('late.mp4');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([take.mock.calls.length, said()]).toEqual([1, [NOT_READY]]);
});

it('reports dropped files that no part of the page accepts', async () => {
  drop('early.mp4');
  registerDropHandler()();
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual([NOT_READY]);
  closeAllNotices();
  await openFiles([]);
  addDropped([new File(['x'], 'a.mp4')]);
  expect(said()).toEqual([
    'Please choose a file!',
    'This project has no file to replace. Add a video, an image or audio first.',
  ]);
});
