/** Seeded random choices: the same seed gives the same sequence. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  random(): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Any number that a form or pointer may produce: usually small, sometimes NaN, infinite or absurd. */
  number(): number;
  /** A finite pointer movement in pixels. */
  way(): number;
}

/** Creates dice from a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const way = (): number => Math.round((random() * 2 - 1) * 150_000) / 100;
  const strange = [Number.NaN, Infinity, -Infinity, -0, 0, 1e12, -1e12, 1e-7, 0.1 + 0.2];
  return {
    random,
    chance: (share) => random() < share,
    pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
    number: () => {
      if (random() < 0.15) return strange[Math.floor(random() * strange.length)] as number;
      return random() < 0.5 ? Math.round(random() * 40) / 4 : way();
    },
    way,
  };
}
