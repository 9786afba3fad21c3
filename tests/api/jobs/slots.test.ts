import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runSlots, type Taken } from '../../../api/jobs/slots.ts';

/** Slots over a list of jobs, with the order in which they ran. */
function open(count: number) {
  const stopping = new AbortController();
  const [jobs, ran, errors]: [Taken[], string[], unknown[]] = [[], [], []];
  let [running, most] = [0, 0];
  const working = async (what: string) => {
    ran.push(what);
    running += 1;
    most = Math.max(most, running);
    await delay(2);
    running -= 1;
  };
  const { wake, ended } = runSlots(
    count,
    {
      ready: async () => undefined,
      fetchJob: async () => jobs.shift(),
      onError: (error) => errors.push(error),
    },
    stopping.signal,
  );
  return {
    ...{ jobs, ran, errors },
    most: () => most,
    /**
     * A job with several steps and a pause between them. @param signal aborts it. @param onPiece called after each
     * step.
     */
    job:
      (name: string, pieces: number, signal = stopping.signal, onPiece?: (piece: number) => void): Taken =>
      async (pause) => {
        for (let piece = 1; piece <= pieces; piece += 1) {
          if (piece > 1) await pause(signal);
          await working(`${name}${piece}`);
          onPiece?.(piece);
        }
      },
    stop: async () => {
      stopping.abort(new Error('stopped'));
      await ended;
    },
    isThere(what: string) {
      wake();
      return expect.poll(() => ran.includes(what)).toBe(true);
    },
  };
}

it('starts a new job after one step of a long one, and alternates between long jobs', async () => {
  const { jobs, ran, errors, job, most, stop, isThere } = open(1);
  jobs.push(
    job('a', 4, undefined, (piece) => void (piece === 2 && jobs.push(job('short', 1)))),
    job('b', 4),
  );
  await isThere('b4');
  expect(ran).toEqual(['a1', 'b1', 'a2', 'short1', 'b2', 'a3', 'b3', 'a4', 'b4']);
  expect([most(), errors]).toEqual([1, []]);
  await stop();
});

it('continues a job without delay if no other waits or another slot is free', async () => {
  const { jobs, ran, job, stop, isThere } = open(2);
  jobs.push(job('a', 3));
  await isThere('a3');
  expect(ran).toEqual(['a1', 'a2', 'a3']);
  await stop();
});

it('ends a paused job that is aborted, and keeps the number of slots', async () => {
  const { jobs, ran, errors, job, most, stop, isThere } = open(1);
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort(new Error('cancelled'));
  jobs.push(job('a', 3, cancelling.signal), job('b', 2, undefined, cancel), job('c', 1), job('d', 1));
  await isThere('d1');
  await isThere('b2');
  expect(ran).not.toContain('a2');
  expect(errors).toEqual([new Error('cancelled')]);
  expect(most()).toBe(1);
  await stop();
});

it('ends paused jobs when it stops', async () => {
  const { jobs, ran, errors, job, stop, isThere } = open(1);
  jobs.push(
    job('a', 2),
    job('b', 1, undefined, () => void stop()),
  );
  await isThere('b1');
  await stop();
  expect(ran).toEqual(['a1', 'b1']);
  expect(errors).toEqual([new Error('stopped')]);
});
