import { writeSync } from 'node:fs';

/** Environment variable with the fault of a process. */
export const FAULT = 'CUTROOM_TEST_FAULT';

/** A fault that hits a process the first time it reaches a place. */
export interface Fault {
  /** For example "segments.finish"; see `placeOf`. */
  place: string;
  when: 'before' | 'after';
  signal: 'SIGKILL' | 'SIGSTOP';
}

/** Methods of service parts where a fault may occur. */
const places = {
  store: ['claim', 'finish', 'requeue'],
  segments: ['claim', 'handOver', 'finish', 'requeue'],
  queue: ['fetchJob', 'complete'],
  storage: ['put', 'fetchLocal'],
};
export type Part = keyof typeof places;

let isOver = false;

/** Wraps a service part so that the process is killed or stopped at the place named by FAULT. */
export function faulty<T extends object>(part: Part, real: T): T {
  const wrapped = places[part].map((name) => {
    const work = (real as Record<string, (...given: unknown[]) => Promise<unknown>>)[name];
    const faultyWork = async (...given: unknown[]) => {
      const place = placeOf(part, name, given);
      strike(place, 'before');
      const result = await work?.apply(real, given);
      // Nothing was delivered, so nothing could be lost.
      if (!(name === 'fetchJob' && result === undefined)) strike(place, 'after');
      if (isOver && name === 'finish') writeSync(1, `said ${place} ${result}\n`);
      return result;
    };
    return [name, faultyWork] as const;
  });
  return { ...real, ...Object.fromEntries(wrapped) };
}

/** Distinguishes stored segments, posters and results. */
function placeOf(part: Part, name: string, [key]: unknown[]): string {
  if (part !== 'storage') return `${part}.${name}`;
  const what = /\.segment-/.test(String(key)) ? 'segment' : /\.poster\./.test(String(key)) ? 'poster' : 'result';
  return `${part}.${name} ${what}`;
}

function strike(place: string, when: Fault['when']): void {
  const text = process.env[FAULT];
  const fault = text ? (JSON.parse(text) as Fault) : undefined;
  if (isOver || fault?.place !== place || fault.when !== when) return;
  isOver = true;
  writeSync(1, `struck ${place} ${when}\n`);
  process.kill(process.pid, fault.signal);
}
