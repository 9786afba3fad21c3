import { writeSync } from 'node:fs';

/** Name of the variable in which a process is told what happens to it. */
export const FAULT = 'CUTROOM_TEST_FAULT';

/** What happens to a process the first time that it comes to a place. */
export interface Fault {
  /** Such as "segments.finish", see `placeOf`. */
  place: string;
  when: 'before' | 'after';
  signal: 'SIGKILL' | 'SIGSTOP';
}

/** What is asked of parts of a service where something may happen. */
const places = {
  store: ['claim', 'finish', 'requeue'],
  segments: ['claim', 'handOver', 'finish', 'requeue'],
  queue: ['take', 'complete'],
  storage: ['put', 'fetchLocal'],
};
/** A part of a service. */
export type Part = keyof typeof places;

let isOver = false;

/** A part of a service in whose work a process dies, or stands still, where FAULT says so. */
export function faulty<T extends object>(part: Part, real: T): T {
  const wrapped = places[part].map((name) => {
    const work = (real as Record<string, (...given: unknown[]) => Promise<unknown>>)[name];
    const faultyWork = async (...given: unknown[]) => {
      const place = placeOf(part, name, given);
      strike(place, 'before');
      const result = await work?.apply(real, given);
      // Nothing was delivered: nobody would have anything to lose.
      if (!(name === 'take' && result === undefined)) strike(place, 'after');
      if (isOver && name === 'finish') writeSync(1, `said ${place} ${result}\n`);
      return result;
    };
    return [name, faultyWork] as const;
  });
  return { ...real, ...Object.fromEntries(wrapped) };
}

/** Files that are stored are told apart: segments, posters and results. */
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
