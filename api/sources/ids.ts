import { createHash, randomBytes } from 'node:crypto';

/** A new unguessable id: 128 bits, 32 hex digits. */
export function newSecretId(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a text has the form of such an id; anything else is never looked up. */
export function isSecretId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** One-way hash of a session's secret: what is stored does not give the session away. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
