import { execFileSync } from 'node:child_process';

/** Returns the arguments that a real shell passes to each call of a program in a script. */
export function argumentsIn(script: string, program: string): string[][] {
  const echo = `${program}() { printf '%s\\0' $#; for one do printf '%s\\0' "$one"; done; }`;
  const printed = execFileSync('/bin/sh', ['-c', `${echo}\n${script}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const calls: string[][] = [];
  while (printed.length > 0) calls.push(printed.splice(0, Number(printed.shift())));
  return calls;
}
