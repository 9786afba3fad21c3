import { newId } from '../../engine/project/id.ts';

/** Returns a new Idempotency-Key, long enough to identify this browser to the server before it has a session. */
export function newIdempotencyKey(): string {
  return newId(24);
}
