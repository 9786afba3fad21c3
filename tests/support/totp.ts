import { createHmac } from 'node:crypto';

/**
 * Computes the code of an authenticator app (RFC 6238: SHA-1, 30 s, 6 digits).
 * @param secret base32. @param at milliseconds.
 */
export function totp(secret: string, at = Date.now()): string {
  const bits = [...secret.replace(/=+$/, '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const text = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
