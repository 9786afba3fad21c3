import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process in kernel ticks, since process ids are reused. Reads fields 3 and 22 of
 * /proc/PID/stat; the name before them may contain spaces and parentheses.
 * @returns undefined if the process does not exist or is not visible. Zombies count as not existing.
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
