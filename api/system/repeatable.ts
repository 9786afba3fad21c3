import { readFileSync } from 'node:fs';

/**
 * Makes x264's output reproducible. Its AVX-512 code is not: with its default lookahead thread, 10 of 100 concurrent
 * runs produced other bytes (x264 r3095). None of 400 runs did with AVX2, at the same speed; their output equals that
 * of most other runs.
 * @param args of ffmpeg. @param hasAvx512 whether the CPU supports it. Default: as Linux reports; elsewhere false.
 */
export function repeatable(args: readonly string[], hasAvx512 = ownAvx512()): readonly string[] {
  if (!hasAvx512) return args;
  return args.flatMap((arg, i) =>
    arg === 'libx264' && args[i - 1] === '-c:v' ? [arg, '-x264opts', 'asm=avx2'] : [arg],
  );
}

let known: boolean | undefined;

function ownAvx512(): boolean {
  known ??= /^flags\s*:.*\bavx512/m.test(processors());
  return known;
}

function processors(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'latin1');
  } catch {
    return '';
  }
}
