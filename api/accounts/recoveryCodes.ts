import { randomInt } from 'node:crypto';
import { hashSecret } from '../sources/ids.ts';

/** Number of codes per user. */
const COUNT = 10;
/** Characters that are easy to tell apart. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 5;

/** Generates recovery codes with 74 random bits each, such as "k3vxa-9mdpq-tw2hf". */
export function makeRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** Normalizes a typed recovery code. */
export function plainRecoveryCode(written: string): string {
  const letters = written.toLowerCase().replace(/[^a-z0-9]/g, '');
  return (letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/**
 * Hashes a recovery code for storage. Hashes stay unchanged: after each use, the library stores the remaining list
 * again.
 */
export function hashedCode(code: string): string {
  return /^[0-9a-f]{64}$/.test(code) ? code : hashSecret(code);
}
