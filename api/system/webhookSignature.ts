import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { webhookHeaders } from '../contract/webhook.ts';

const PREFIX = 'whsec_';
/** Largest age or clock difference of a message in seconds, against replays. */
const TOLERANCE = 300;

/** Whether a string is a webhook secret: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  if (!text.startsWith(PREFIX) || !/^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(PREFIX.length))) return false;
  const { length } = keyOf(text);
  return length >= 24 && length <= 64;
}

/** Generates a secret. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The signed parts of a message. */
export interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * Returns the signature headers of the Standard Webhooks specification: HMAC-SHA256 of id, time and body.
 * @param secrets one signature each.
 */
export function signatureHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    [webhookHeaders.id]: message.id,
    [webhookHeaders.timestamp]: String(message.timestamp),
    [webhookHeaders.signature]: secrets.map((secret) => `v1,${signatureOf(message, secret)}`).join(' '),
  };
}

/**
 * Explains why a received message is invalid; undefined if it is authentic and recent.
 * @param headers with lowercase names. @param now seconds since 1970.
 */
export function signatureProblem(
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  now = Date.now() / 1000,
): string | undefined {
  const [id, time, signatures] = (['id', 'timestamp', 'signature'] as const).map(
    (name) => headers[webhookHeaders[name]],
  );
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string')
    return 'The signature is missing.';
  const timestamp = /^\d+$/.test(time) ? Number(time) : Number.NaN;
  if (!(Math.abs(now - timestamp) <= TOLERANCE)) return 'The timestamp is too old, or a clock is wrong.';
  const expected = Buffer.from(signatureOf({ id, timestamp, body }, secret));
  const isRight = signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const sent = Buffer.from(value);
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  return isRight ? undefined : 'It is signed with another secret, or was changed in transit.';
}

function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
