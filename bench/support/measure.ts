import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What one run of a command took. */
export interface Usage {
  /** Seconds of CPU of the command and everything it started. */
  cpu: number;
  /** Seconds on the clock. */
  wall: number;
  /** Most memory that its processes held at once, bytes (sampled every 25 ms). */
  memory: number;
}

/**
 * Runs a command and measures it. What its processes took is read every 25 ms, to a hundredth of a second: those of a sandbox are
 * not waited for by what started them, so that no sum of the system has them.
 * @throws when it fails.
 */
export async function measure(command: string, args: readonly string[]): Promise<Usage> {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  let memory = 0;
  const cpu = new Map<number, number>();
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const timer = setInterval(() => {
    const tree = treeOf(child.pid as number);
    memory = Math.max(memory, memoryOf(tree));
    for (const one of tree) cpu.set(one.pid, one.cpu);
  }, 25);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${text}`);
  const wall = (performance.now() - began) / 1000;
  return { cpu: [...cpu.values()].reduce((sum, one) => sum + one, 0), wall, memory };
}

/**
 * Measures the command line with a cache of its own, a folder, so that nothing is taken from the user's; and without further
 * certificates that this machine may have Node read at each start.
 */
export function measureCutroom(cache: string, ...args: string[]): Promise<Usage> {
  return measure('env', ['-u', 'NODE_EXTRA_CA_CERTS', `CUTROOM_CACHE=${cache}`, 'node', 'cli/bin.mjs', ...args]);
}

/** A process: bytes of memory that it holds, and seconds of CPU that it has taken. */
interface ProcessUsage {
  pid: number;
  memory: number;
  cpu: number;
}

/** Memory that a process and all that it started hold, bytes. */
export function treeMemory(root: number): number {
  return memoryOf(treeOf(root));
}

function memoryOf(tree: readonly ProcessUsage[]): number {
  return tree.reduce((sum, { memory }) => sum + memory, 0);
}

/** A process and all that it started. */
function treeOf(root: number): ProcessUsage[] {
  const children = new Map<number, number[]>();
  const usages = new Map<number, ProcessUsage>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      const pid = Number(name);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
      const [user = 0, system = 0] = fields.slice(11, 13);
      usages.set(pid, { pid, memory: (fields[21] ?? 0) * 4096, cpu: (user + system) / 100 });
    } catch {
      // It has ended meanwhile.
    }
  }
  const all = (pid: number): ProcessUsage[] => [
    ...[usages.get(pid) ?? []].flat(),
    ...(children.get(pid) ?? []).flatMap(all),
  ];
  return all(root);
}

/** Middle value of a list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Medians of each quantity over several runs. */
export function medianUsage(runs: readonly Usage[]): Usage {
  return {
    cpu: median(runs.map((run) => run.cpu)),
    wall: median(runs.map((run) => run.wall)),
    memory: median(runs.map((run) => run.memory)),
  };
}

/** Two works that were measured one after the other. */
export interface Pair {
  ours: Usage;
  theirs: Usage;
}

/** Medians of what was used, and of the ratios to the reference. */
export function columnsOf(usages: readonly Pair[]): string[] {
  const us = medianUsage(usages.map((pair) => pair.ours));
  const them = medianUsage(usages.map((pair) => pair.theirs));
  const ratio = (pick: (usage: Usage) => number) =>
    median(usages.map((pair) => pick(pair.ours) / pick(pair.theirs))).toFixed(2);
  return [
    us.cpu.toFixed(2),
    ratio((usage) => usage.cpu),
    us.wall.toFixed(2),
    ratio((usage) => usage.wall),
    (us.memory / 1e6).toFixed(0),
    (us.memory / them.memory).toFixed(2),
  ];
}
