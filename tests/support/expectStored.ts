import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/**
 * Expects a text to be the stored one. With UPDATE_GOLDEN=1, or where none is stored yet outside CI, it is stored
 * instead: look at the difference that git shows before you commit it.
 */
export function expectStored(text: string, file: string): void {
  if (process.env.UPDATE_GOLDEN === '1' || (!existsSync(file) && !process.env.CI)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}
