import { randomInt } from 'node:crypto';
import { hashSecret } from '../sources/ids.ts';

/** How many a person gets. */
const COUNT = 10;
/** Letters and digits that nobody mistakes for each other. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 5;

/** Makes recovery codes of 74 random bits each, such as "k3vxa-9mdpq-tw2hf". */
export function makeRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** A recovery code as it was made, however it was typed. */
export function plainRecoveryCode(written: string): string {
  const letters = written.toLowerCase().replace(/[^a-z0-9]/g, '');
  return (letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/** What is stored of a recovery code. One that is a hash already stays: the library stores the rest of a list again after each use. */
export function hashedCode(code: string): string {
  return /^[0-9a-f]{64}$/.test(code) ? code : hashSecret(code);
}
