import { stat } from 'node:fs/promises';
import os from 'node:os';
import { DiskFullError, roomIn } from './diskFull.ts';

/** What a step of work takes while it runs; what is left out counts as nothing. */
export interface Need {
  /** Bytes. */
  memory?: number;
  /** Decoders that are open at a time. */
  decoders?: number;
  /** Bytes that it writes, and the folder that it writes to. */
  disk?: { bytes: number; folder: string };
}

/** What steps of work may take together in this process. */
export interface Budget {
  /**
   * Does a step when there is room for it beside those that run; in the order of asking. A step that needs more memory
   * or decoders than there are runs alone.
   * @throws DiskFullError where its files find no room though nobody else is writing; the signal's reason when aborted.
   */
  run<T>(need: Need, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Reserves room on a disk at once. @throws DiskFullError */
  reserve(bytes: number, folder: string): Promise<Reservation>;
  /** Whether there is room for so many bytes more, above the floor and what is reserved. */
  hasRoom(bytes: number, folder: string): Promise<boolean>;
}

/** Room on a disk that nobody else gets. */
export interface Reservation {
  /** So many of its bytes are written: they count as taken from the disk now. */
  spend(bytes: number): void;
  release(): void;
}

/** How much there is. */
export interface BudgetLimits {
  /** Bytes. */
  memory: number;
  decoders: number;
  /** Free space of a disk that is never given away, bytes. */
  floor: number;
}

/** Free space that a service never gives away, bytes: its database must be able to write. */
export const diskFloor = 64 * 1024 * 1024;

/** Makes a budget. The defaults: four fifths of the memory that this process may use, 64 decoders, no floor. */
export function createBudget(limits: Partial<BudgetLimits> = {}): Budget {
  const { memory, decoders, floor } = { memory: 0.8 * machineMemory(), decoders: 64, floor: 0, ...limits };
  const taken = { memory: 0, decoders: 0, steps: 0 };
  const reserved = new Map<number, number>();
  const waiting: (() => void)[] = [];

  const hasRoom = async (bytes: number, folder: string) =>
    (await roomIn(folder)) - floor - (reserved.get(await diskOf(folder)) ?? 0) >= bytes;

  const hold = (disk: number, bytes: number): Reservation => {
    const add = (more: number) => reserved.set(disk, (reserved.get(disk) ?? 0) + more);
    let left = bytes;
    add(left);
    const spend = (written: number) => {
      const less = Math.min(left, written);
      left -= less;
      add(-less);
    };
    return { spend, release: () => spend(left) };
  };

  const reserve = async (bytes: number, folder: string) => {
    const disk = await diskOf(folder);
    if (!(await hasRoom(bytes, folder))) throw new DiskFullError(folder);
    return hold(disk, bytes);
  };

  /** @returns the reservation of its files, nothing while it has to wait. */
  const begin = async (need: Need): Promise<Reservation | undefined> => {
    const [bytes, open] = [Math.min(need.memory ?? 0, memory), Math.min(need.decoders ?? 0, decoders)];
    if (taken.memory + bytes > memory || taken.decoders + open > decoders) return undefined;
    const { disk } = need;
    if (disk && !(await hasRoom(disk.bytes, disk.folder))) {
      // Those that run now may give some back.
      if (taken.steps > 0) return undefined;
      throw new DiskFullError(disk.folder);
    }
    const files = disk ? hold(await diskOf(disk.folder), disk.bytes) : undefined;
    taken.memory += bytes;
    taken.decoders += open;
    taken.steps += 1;
    const release = () => {
      files?.release();
      taken.memory -= bytes;
      taken.decoders -= open;
      taken.steps -= 1;
    };
    return { spend: () => undefined, release };
  };

  // One at a time looks whether it fits, so that two never count on the same room, and the first in line stays it.
  let line: Promise<unknown> = Promise.resolve();
  const enter = (need: Need, signal: AbortSignal | undefined) => {
    const turn = line.then(async () => {
      for (;;) {
        signal?.throwIfAborted();
        const held = await begin(need);
        if (held) return held;
        await nextRelease(waiting, signal);
      }
    });
    line = turn.catch(() => undefined);
    return turn;
  };

  return {
    reserve,
    hasRoom,
    async run(need, work, signal) {
      const held = await enter(need, signal);
      try {
        return await work();
      } finally {
        held.release();
        for (const wake of waiting.splice(0)) wake();
      }
    },
  };
}

function nextRelease(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function diskOf(folder: string): Promise<number> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => -1,
  );
}

/** Memory that this process may use, bytes: that of its container where there is one. */
function machineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}
