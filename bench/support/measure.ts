import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Resources used by one run of a command. */
export interface Usage {
  /** CPU seconds of the command and all its descendants. */
  cpu: number;
  /** Wall-clock seconds. */
  wall: number;
  /** Peak memory of its processes together, in bytes (sampled every 25 ms). */
  memory: number;
}

/**
 * Runs a command and measures it. Reads the usage of its processes every 25 ms, with a resolution of 10 ms: sandboxed
 * processes are not waited for by their parents, so no system total includes them.
 * @throws if it fails.
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
 * Measures the command line with a separate cache folder, and without extra certificates that Node would load at each
 * start.
 */
export function measureCutroom(cache: string, ...args: string[]): Promise<Usage> {
  return measure('env', ['-u', 'NODE_EXTRA_CA_CERTS', `CUTROOM_CACHE=${cache}`, 'node', 'cli/bin.mjs', ...args]);
}

/** A process: memory in bytes, CPU in seconds. */
interface ProcessUsage {
  pid: number;
  memory: number;
  cpu: number;
}

/** Returns the memory of a process and its descendants, in bytes. */
export function treeMemory(root: number): number {
  return memoryOf(treeOf(root));
}

function memoryOf(tree: readonly ProcessUsage[]): number {
  return tree.reduce((sum, { memory }) => sum + memory, 0);
}

/** Returns a process and its descendants. */
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
      // The process has ended.
    }
  }
  const all = (pid: number): ProcessUsage[] => [
    ...[usages.get(pid) ?? []].flat(),
    ...(children.get(pid) ?? []).flatMap(all),
  ];
  return all(root);
}

/** Returns the median of a list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Returns medians of each quantity over several runs. */
export function medianUsage(runs: readonly Usage[]): Usage {
  return {
    cpu: median(runs.map((run) => run.cpu)),
    wall: median(runs.map((run) => run.wall)),
    memory: median(runs.map((run) => run.memory)),
  };
}

/** Two works measured one after the other. */
export interface Pair {
  ours: Usage;
  theirs: Usage;
}

/** Formats medians of usage, and of ratios to the reference. */
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
