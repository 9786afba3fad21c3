import { vi } from 'vitest';

/** Repeats a check until it passes. @returns its value. @throws its error after 20 s, enough for a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}
