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
   * @throws DiskFullError where its files find no room though nobody else is writing or was promised room; the signal's
   * reason when aborted, at once.
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
  const most = { memory: 0.8 * machineMemory(), decoders: 64, floor: 0, ...limits };
  const disks = createDisks(most.floor, () => line.look());
  const taken = { memory: 0, decoders: 0, steps: 0 };

  /** @returns what gives back what the step takes; nothing while it has to wait. */
  const begin = async (need: Need): Promise<(() => void) | undefined> => {
    // Whole bytes: what comes back is then exactly what was taken.
    const bytes = Math.min(Math.ceil(need.memory ?? 0), most.memory);
    const open = Math.min(need.decoders ?? 0, most.decoders);
    if (taken.memory + bytes > most.memory || taken.decoders + open > most.decoders) return undefined;
    const files = need.disk ? await disks.hold(need.disk) : undefined;
    if (files === 'full' || files === 'promised') {
      // Those that run now, and what is promised to others, may come back.
      if (files === 'promised' || taken.steps > 0) return undefined;
      throw new DiskFullError(need.disk?.folder as string);
    }
    taken.memory += bytes;
    taken.decoders += open;
    taken.steps += 1;
    return () => {
      taken.memory -= bytes;
      taken.decoders -= open;
      taken.steps -= 1;
      files?.release();
      line.look();
    };
  };
  const line = createLine(begin);

  return {
    hasRoom: async (bytes, folder) => (await disks.freeIn(folder)).free >= bytes,
    async reserve(bytes, folder) {
      const held = await disks.hold({ bytes, folder });
      if (typeof held === 'string') throw new DiskFullError(folder);
      return held;
    },
    async run(need, work, signal) {
      const release = await line.enter(need, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** What is promised of disks. @param floor bytes that are never given away. @param onRelease called when something comes back. */
function createDisks(floor: number, onRelease: () => void) {
  const promised = new Map<number, number>();
  const freeIn = async (folder: string) => {
    const [disk, room] = await Promise.all([diskOf(folder), roomIn(folder)]);
    const others = promised.get(disk) ?? 0;
    return { disk, others, free: room - floor - others };
  };
  return {
    freeIn,
    /** @returns "promised" where there would be room without what others were promised, "full" where not even then. */
    async hold({ bytes, folder }: NonNullable<Need['disk']>): Promise<Reservation | 'promised' | 'full'> {
      const { disk, others, free } = await freeIn(folder);
      if (free < bytes) return free + others >= bytes ? 'promised' : 'full';
      const add = (more: number) => promised.set(disk, (promised.get(disk) ?? 0) + more);
      let left = bytes;
      add(left);
      const spend = (written: number) => {
        const less = Math.min(left, written);
        left -= less;
        add(-less);
      };
      const release = () => {
        spend(left);
        onRelease();
      };
      return { spend, release };
    },
  };
}

interface Waiter {
  need: Need;
  enter: (release: () => void) => void;
  refuse: (error: unknown) => void;
}

/** Lets steps begin in the order of asking. @param begin see createBudget. */
function createLine(begin: (need: Need) => Promise<(() => void) | undefined>) {
  const waiters: Waiter[] = [];
  // One at a time looks whether it fits, so that two never count on the same room; what comes back meanwhile is looked at again.
  let [isLooking, isAsked] = [false, false];
  const leave = (waiter: Waiter) => {
    const place = waiters.indexOf(waiter);
    if (place >= 0) waiters.splice(place, 1);
    return place >= 0;
  };
  /** @returns whether the first in line is gone. */
  const lookAtFirst = async (first: Waiter): Promise<boolean> => {
    try {
      const release = await begin(first.need);
      if (!release) return !waiters.includes(first);
      if (leave(first)) first.enter(release);
      else release();
    } catch (error) {
      if (leave(first)) first.refuse(error);
    }
    return true;
  };
  const lookOn = async () => {
    isLooking = true;
    do {
      isAsked = false;
      for (let first = waiters[0]; first && (await lookAtFirst(first)); ) first = waiters[0];
    } while (isAsked);
    isLooking = false;
  };
  const look = () => {
    isAsked = true;
    if (!isLooking) void lookOn();
  };
  return {
    /** Looks whether the first in line fits now. */
    look,
    /** @returns what gives back what the step takes. */
    enter(need: Need, signal: AbortSignal | undefined): Promise<() => void> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          leave(waiter);
          reject(signal?.reason);
          look();
        };
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', stop);
            settle(value);
          };
        const waiter: Waiter = { need, enter: settled(resolve), refuse: settled(reject) };
        signal?.addEventListener('abort', stop, { once: true });
        waiters.push(waiter);
        look();
      });
    },
  };
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
