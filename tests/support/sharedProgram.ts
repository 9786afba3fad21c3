import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { onceInSuite } from './onceInSuite.ts';

/** A program that the test files of a suite share, as the first of them started it. */
export interface SharedProgram<Address> {
  /** How to reach it, as JSON. */
  address: Address;
  pids: number[];
  /** Signal that ends it. */
  signal: 'SIGKILL' | 'SIGQUIT';
  /** Folders outside of the suite's that are removed when it has ended. */
  folders?: readonly string[];
}

const kind = '-program';

/**
 * Returns the address of a program that all processes of the suite share. It ends with the suite, also if that is
 * killed.
 * @param name unique in the suite
 * @param start called once, with a path for the program's folder, which is removed with the suite
 */
export async function sharedProgram<Address>(
  name: string,
  start: (folder: string) => Promise<SharedProgram<Address>>,
): Promise<Address> {
  const suiteFolder = inject('suiteFolder');
  const { address } = await onceInSuite(`${name}${kind}`, async () => {
    const program = await start(join(suiteFolder, name));
    endAfterSuite(suiteFolder, program);
    return program;
  });
  return address;
}

/** Ends all shared programs of a suite. */
export async function endSharedPrograms(suiteFolder: string): Promise<void> {
  for (const file of readdirSync(suiteFolder).filter((name) => name.endsWith(`${kind}.json`))) {
    const { value } = JSON.parse(readFileSync(join(suiteFolder, file), 'utf8')) as { value?: SharedProgram<unknown> };
    if (!value) continue;
    const { pids, signal, folders = [] } = value;
    const end = (pid: number) => {
      try {
        return process.kill(pid, signal);
      } catch {
        return false;
      }
    };
    while (pids.map(end).some(Boolean)) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** A killed suite cannot end the program itself. */
function endAfterSuite(suiteFolder: string, { pids, signal }: SharedProgram<unknown>): void {
  if (pids.length === 0) return;
  const isRunning = `[ -e '${suiteFolder}' ] && kill -0 ${process.ppid}`;
  const watch = `while ${isRunning}; do sleep 2; done 2>/dev/null; kill -s ${signal.slice(3)} ${pids.join(' ')} 2>/dev/null`;
  spawn('sh', ['-c', watch], { stdio: 'ignore', detached: true }).unref();
}
