import { readFileSync } from 'node:fs';

/**
 * When a process began, in the kernel's ticks: it tells two processes of one number apart. From fields 3 and 22 of
 * /proc/PID/stat; the name before them may hold spaces and brackets.
 * @returns undefined where it is not there or not to be known. A process that ended and whose parent did not ask for it
 * yet (a zombie) is not there.
 */
export function processStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
