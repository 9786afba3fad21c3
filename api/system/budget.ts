import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import { DiskFullError, roomIn } from './diskFull.ts';
import { giveWay } from './giveWay.ts';

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
   * or decoders than may be taken runs alone. It waits for other steps only, which end by themselves, never for a
   * reservation, whose end lies with somebody else.
   * @throws ProblemError render.memory where it needs more memory than the machine has; DiskFullError where its files find no
   * room though no other step runs; the signal's reason when aborted, at once.
   */
  run<T>(need: Need, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Reserves room on a disk at once, beside other reservations and the steps that run.
   * @param bytes undefined where nobody knows how many will come: then some are reserved, and ever more as they come.
   * @throws DiskFullError
   */
  reserve(bytes: number | undefined, folder: string): Promise<Reservation>;
  /** Whether there is room for so many bytes more, above the floor and what the steps that run were promised; spare files go for it. */
  hasRoom(bytes: number, folder: string): Promise<boolean>;
}

/** Room on a disk for what comes from outside, as fast or slowly as it likes. No other reservation gets it; a step may. */
export interface Reservation {
  /**
   * So many of its bytes are written: they count as taken from the disk now.
   * @throws DiskFullError where steps took the rest, so that the disk is at its floor; where there is no room for more than
   * was reserved, and nobody knew how many would come.
   */
  spend(bytes: number): Promise<void>;
  release(): void;
}

/** How much there is. */
export interface BudgetLimits {
  /** Bytes. */
  memory: number;
  decoders: number;
  /** Memory of the machine with what it may swap out, bytes: a step that needs more would be killed by the system, maybe with others. */
  machine: number;
  /** Free space of a disk that is never given away, bytes. */
  floor: number;
  /** Folders of files that can be made again: before anything is refused for want of room they go, see giveWay. */
  spare: readonly string[];
}

/** Free space that a service never gives away, bytes: its database must be able to write. */
export const diskFloor = 64 * 1024 * 1024;

/** Makes a budget. The defaults: four fifths of the memory that this process may use, 64 decoders, no floor, nothing spare. */
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

  /** @returns what gives back what the step takes; nothing while it has to wait. */
  const begin = async (need: Need): Promise<(() => void) | undefined> => {
    // Whole bytes: what comes back is then exactly what was taken.
    const bytes = Math.min(Math.ceil(need.memory ?? 0), most.memory);
    const open = Math.min(need.decoders ?? 0, most.decoders);
    if (taken.memory + bytes > most.memory || taken.decoders + open > most.decoders) return undefined;
    // Those that run now may give theirs back.
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

/** @param machine bytes. @throws ProblemError render.memory */
function refuseTooMuch({ memory = 0 }: Need, machine: number): void {
  if (memory <= machine) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const message = `This takes about ${gigabytes(memory)} of memory, and the machine has ${gigabytes(machine)}. Please make it smaller, or have fewer or smaller videos at a time.`;
  throw new ProblemError([problem('render.memory', [], message)]);
}

/** After so many bytes of a reservation it is looked again whether the disk still has room. */
const lookEvery = 8 * 1024 * 1024;

/** Of what nobody knows the length of, as much is reserved again as has come, but at least and at most so many bytes. */
const [leastStep, mostStep] = [lookEvery, 8 * lookEvery];

/** What is promised of disks. @param floor,spare see BudgetLimits. */
function createDisks(floor: number, spare: readonly string[]) {
  const promised = { steps: new Map<number, number>(), reservations: new Map<number, number>() };
  const freeIn = async (folder: string) => {
    const [disk, room] = await Promise.all([diskOf(folder), roomIn(folder)]);
    const steps = room - floor - (promised.steps.get(disk) ?? 0);
    return { disk, room, beside: { steps, all: steps - (promised.reservations.get(disk) ?? 0) } };
  };
  type Free = Awaited<ReturnType<typeof freeIn>>;
  /** What is free once spare files have gone, where it would be too little with them. */
  const freedIn = async (folder: string, isEnough: (free: Free) => boolean): Promise<Free> => {
    let free = await freeIn(folder);
    if (!isEnough(free))
      await giveWay(spare, free.disk, async () => {
        free = await freeIn(folder);
        return isEnough(free);
      });
    return freeIn(folder);
  };
  const add = (to: Map<number, number>, disk: number, bytes: number) => to.set(disk, (to.get(disk) ?? 0) + bytes);
  return {
    hasRoom: async (bytes: number, folder: string) =>
      (await freedIn(folder, ({ beside }) => beside.steps >= bytes)).beside.steps >= bytes,
    /** @param isLast whether spare files go for it. @returns what gives the room back; nothing where there is too little. */
    async holdForStep(
      { bytes, folder }: NonNullable<Need['disk']>,
      isLast: boolean,
    ): Promise<(() => void) | undefined> {
      const isEnough = ({ beside }: Free) => beside.steps >= bytes;
      const { disk, beside } = isLast ? await freedIn(folder, isEnough) : await freeIn(folder);
      if (beside.steps < bytes) return undefined;
      add(promised.steps, disk, bytes);
      return () => void add(promised.steps, disk, -bytes);
    },
    async reserve(bytes: number | undefined, folder: string): Promise<Reservation> {
      let [left, spent, unseen] = [0, 0, 0];
      let disk = -1;
      const give = (back: number) => {
        left -= back;
        add(promised.reservations, disk, -back);
      };
      /** Takes so many bytes, or fewer, but never less than the least. */
      const take = async (least: number, most: number) => {
        const free = await freedIn(folder, ({ beside }) => beside.all >= least);
        if (free.beside.all < least) throw new DiskFullError(folder);
        disk = free.disk;
        give(-Math.min(most, free.beside.all));
      };
      await take(bytes ?? 1, bytes ?? leastStep);
      return {
        async spend(written) {
          spent += written;
          if (bytes === undefined && written > left)
            await take(written - left, Math.max(written, Math.min(Math.max(leastStep, spent), mostStep)));
          give(Math.min(left, written));
          unseen += written;
          if (unseen < lookEvery) return;
          unseen = 0;
          if ((await freedIn(folder, ({ room }) => room > floor)).room <= floor) throw new DiskFullError(folder);
        },
        release: () => give(left),
      };
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

/** What the system may put out of memory onto a disk, bytes; 0 where that is not known, or a container has a bound of its own. */
function swapMemory(): number {
  if (machineMemory() < os.totalmem()) return 0;
  try {
    return 1024 * Number(/^SwapTotal:\s*(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
