import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/**
 * Compares a text with a stored one. With UPDATE_GOLDEN=1, or if none is stored outside CI, it is stored instead: check
 * the git diff before committing.
 */
export function expectStored(text: string, file: string): void {
  if (process.env.UPDATE_GOLDEN === '1' || (!existsSync(file) && !process.env.CI)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}
