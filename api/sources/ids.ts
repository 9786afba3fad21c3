import { createHash, randomBytes } from 'node:crypto';

/** Generates an unguessable id: 128 bits, 32 hex digits. */
export function newSecretId(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a string has the form of such an id; others are not looked up. */
export function isSecretId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Hashes a session's secret, so that stored data does not reveal it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
