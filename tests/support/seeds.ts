/**
 * Returns the seeds of random projects: PATH_SEEDS if set, else `long` with CUTROOM_LONG=1, else `usual`. Lists look like
 * `3,7` or `1-50`.
 */
export function seedsOf({ usual, long }: { usual: string; long: string }): number[] {
  const chosen = process.env.PATH_SEEDS ?? (process.env.CUTROOM_LONG ? long : usual);
  return chosen.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}
