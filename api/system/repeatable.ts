import { readFileSync } from 'node:fs';

/**
 * Has x264 make the same bytes of the same frames each time. Its code for AVX-512 does not: with its lookahead in a thread of its
 * own, as it is by itself, 10 of 100 runs beside each other gave other bytes (x264 r3095); none of 400 did with what it has for
 * AVX2, which makes what most of the others made, in the same time.
 * @param args of ffmpeg. @param hasAvx512 whether the processor has it. Default: what Linux says of it; elsewhere not.
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
