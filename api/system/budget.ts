import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import { DiskFullError, freeBytesIn } from './diskFull.ts';
import { freeSpace } from './freeSpace.ts';

/** Resources of a step of work while it runs; default: none. */
export interface Need {
  /** Bytes. */
  memory?: number;
  /** Concurrently open decoders. */
  decoders?: number;
  /** Bytes written, and the folder. */
  disk?: { bytes: number; folder: string };
}

/** Resources that the work of this process shares. */
export interface Budget {
  /**
   * Runs a step when there are enough resources, in order of request. A step that needs more memory or decoders than
   * the limit runs alone. Steps wait for other steps, which end, but not for reservations, whose end depends on others.
   * @throws ProblemError render.memory if it needs more memory than the machine has; DiskFullError if there is no disk
   * space even without other steps; the signal's reason when aborted, immediately.
   */
  run<T>(need: Need, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Reserves disk space immediately, on top of other reservations and running steps.
   * @param bytes undefined if the size is unknown: then space is reserved in increments as bytes arrive.
   * @throws DiskFullError
   */
  reserve(bytes: number | undefined, folder: string): Promise<Reservation>;
  /**
   * Whether there is space for more bytes, beyond the floor and what running steps have reserved. Deletes spare files
   * if needed.
   */
  hasRoom(bytes: number, folder: string): Promise<boolean>;
}

/**
 * Reserved disk space for data from outside, which arrives at any speed. Other reservations cannot use it; a step may.
 */
export interface Reservation {
  /**
   * Counts bytes as written, no longer as reserved.
   * @throws DiskFullError if steps have used up the space down to the floor; or if an upload of unknown size finds no
   * more space.
   */
  spend(bytes: number): Promise<void>;
  release(): void;
}

/** Limits of a budget. */
export interface BudgetLimits {
  /** Bytes. */
  memory: number;
  decoders: number;
  /** Memory of the machine plus swap, in bytes: the kernel would kill a step that needs more, and maybe others. */
  machine: number;
  /** Disk space that is never used, in bytes. */
  floor: number;
  /** Folders of caches, which are deleted before anything is rejected for lack of space, see giveWay. */
  spare: readonly string[];
}

/** Disk space that a service leaves free for its database, in bytes. */
export const diskFloor = 64 * 1024 * 1024;

/** Creates a budget. Defaults: 80 % of the memory available to this process, 64 decoders, no floor, no caches. */
export function createBudget(limits: Partial<BudgetLimits> = {}): Budget {
  const most = {
    memory: 0.8 * machineMemory(),
    decoders: 64,
    machine: machineMemory() + swapMemory(),
    floor: 0,
    spare: [],
    ...limits,
  };
  const disks = createDisks(most.floor, most.spare);
  const taken = { memory: 0, decoders: 0, steps: 0 };

  /** Starts a step. @returns a function that releases its resources; undefined if it must wait. */
  const begin = async (need: Need): Promise<(() => void) | undefined> => {
    // Whole bytes, so that sums stay exact.
    const bytes = Math.min(Math.ceil(need.memory ?? 0), most.memory);
    const open = Math.min(need.decoders ?? 0, most.decoders);
    if (taken.memory + bytes > most.memory || taken.decoders + open > most.decoders) return undefined;
    // Without running steps, waiting frees nothing.
    const isLast = taken.steps === 0;
    const files = need.disk ? await disks.holdForStep(need.disk, isLast) : undefined;
    if (need.disk && !files) {
      if (!isLast) return undefined;
      throw new DiskFullError(need.disk.folder);
    }
    taken.memory += bytes;
    taken.decoders += open;
    taken.steps += 1;
    return () => {
      taken.memory -= bytes;
      taken.decoders -= open;
      taken.steps -= 1;
      files?.();
      line.look();
    };
  };
  const line = createLine(begin);

  return {
    hasRoom: (bytes, folder) => disks.hasRoom(bytes, folder),
    reserve: (bytes, folder) => disks.reserve(bytes, folder),
    async run(need, work, signal) {
      refuseTooMuch(need, most.machine);
      const release = await line.enter(need, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** Rejects a step that needs too much memory. @param machine bytes. @throws ProblemError render.memory */
function refuseTooMuch({ memory = 0 }: Need, machine: number): void {
  if (memory <= machine) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const message = `This takes about ${gigabytes(memory)} of memory, and the machine has ${gigabytes(machine)}. Please make it smaller, or show fewer or smaller videos at a time.`;
  throw new ProblemError([problem('render.memory', [], message)]);
}

/** Bytes of a reservation between checks of the disk. */
const lookEvery = 8 * 1024 * 1024;

/** For unknown sizes, the reservation grows by as much as has arrived, within these bounds in bytes. */
const [leastStep, mostStep] = [lookEvery, 8 * lookEvery];

/** Tracks reserved space per disk. @param floor,spare see BudgetLimits. */
function createDisks(floor: number, spare: readonly string[]) {
  const promised = { steps: new Map<number, number>(), reservations: new Map<number, number>() };
  const freeIn = async (folder: string) => {
    const [disk, room] = await Promise.all([diskOf(folder), freeBytesIn(folder)]);
    const steps = room - floor - (promised.steps.get(disk) ?? 0);
    return { disk, room, available: { steps, all: steps - (promised.reservations.get(disk) ?? 0) } };
  };
  type Free = Awaited<ReturnType<typeof freeIn>>;
  /** Returns the free space, after deleting spare files if it would be too little. */
  const freedIn = async (folder: string, isEnough: (free: Free) => boolean): Promise<Free> => {
    let free = await freeIn(folder);
    if (!isEnough(free))
      await freeSpace(spare, free.disk, async () => {
        free = await freeIn(folder);
        return isEnough(free);
      });
    return freeIn(folder);
  };
  const add = (to: Map<number, number>, disk: number, bytes: number) => to.set(disk, (to.get(disk) ?? 0) + bytes);
  return {
    hasRoom: async (bytes: number, folder: string) =>
      (await freedIn(folder, ({ available }) => available.steps >= bytes)).available.steps >= bytes,
    /**
     * Reserves space for a step. @param isLast whether spare files may be deleted for it. @returns a function that
     * releases it; undefined if there is too little.
     */
    async holdForStep(
      { bytes, folder }: NonNullable<Need['disk']>,
      isLast: boolean,
    ): Promise<(() => void) | undefined> {
      const isEnough = ({ available }: Free) => available.steps >= bytes;
      const { disk, available } = isLast ? await freedIn(folder, isEnough) : await freeIn(folder);
      if (available.steps < bytes) return undefined;
      add(promised.steps, disk, bytes);
      return () => void add(promised.steps, disk, -bytes);
    },
    async reserve(bytes: number | undefined, folder: string): Promise<Reservation> {
      let [left, spent, unseen] = [0, 0, 0];
      let disk = -1;
      const returnUnits = (back: number) => {
        left -= back;
        add(promised.reservations, disk, -back);
      };
      /** Reserves between the least and the most bytes. */
      const acquireUnits = async (least: number, most: number) => {
        const free = await freedIn(folder, ({ available }) => available.all >= least);
        if (free.available.all < least) throw new DiskFullError(folder);
        disk = free.disk;
        returnUnits(-Math.min(most, free.available.all));
      };
      await acquireUnits(bytes ?? 1, bytes ?? leastStep);
      return {
        async spend(written) {
          spent += written;
          if (bytes === undefined && written > left)
            await acquireUnits(written - left, Math.max(written, Math.min(Math.max(leastStep, spent), mostStep)));
          returnUnits(Math.min(left, written));
          unseen += written;
          if (unseen < lookEvery) return;
          unseen = 0;
          if ((await freedIn(folder, ({ room }) => room > floor)).room <= floor) throw new DiskFullError(folder);
        },
        release: () => returnUnits(left),
      };
    },
  };
}

interface Waiter {
  need: Need;
  enter: (release: () => void) => void;
  refuse: (error: unknown) => void;
}

/** Starts steps in order of request. @param begin see createBudget. */
function createLine(begin: (need: Need) => Promise<(() => void) | undefined>) {
  const waiters: Waiter[] = [];
  // Checks are serialized, so that no two count on the same space; a release during a check triggers another one.
  let [isLooking, isAsked] = [false, false];
  const removeWaiter = (waiter: Waiter) => {
    const place = waiters.indexOf(waiter);
    if (place >= 0) waiters.splice(place, 1);
    return place >= 0;
  };
  /** Tries to start the first step. @returns whether it has left the queue. */
  const lookAtFirst = async (first: Waiter): Promise<boolean> => {
    try {
      const release = await begin(first.need);
      if (!release) return !waiters.includes(first);
      if (removeWaiter(first)) first.enter(release);
      else release();
    } catch (error) {
      if (removeWaiter(first)) first.refuse(error);
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
  const startNext = () => {
    isAsked = true;
    if (!isLooking) void lookOn();
  };
  return {
    /** Checks whether the first step can start now. */
    look: startNext,
    /** Queues a step. @returns a function that releases its resources. */
    enter(need: Need, signal: AbortSignal | undefined): Promise<() => void> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          removeWaiter(waiter);
          reject(signal?.reason);
          startNext();
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
        startNext();
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

/** Memory available to this process in bytes: that of its container, if any. */
function machineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** Swap space in bytes; 0 if unknown, or if a container has its own limit. */
function swapMemory(): number {
  if (machineMemory() < os.totalmem()) return 0;
  try {
    return 1024 * Number(/^SwapTotal:\s*(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
