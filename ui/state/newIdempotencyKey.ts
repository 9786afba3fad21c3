import { newId } from '../../engine/project/id.ts';

/** A new Idempotency-Key, long enough that the server takes it for this browser's before it has a session. */
export function newIdempotencyKey(): string {
  return newId(24);
}
