import type { FastifyRequest } from 'fastify';
import type { VideoRow } from '../db/tables.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import { hashSecret } from '../sources/ids.ts';
import { fail } from '../system/serviceError.ts';
import { clientOf } from './addresses.ts';
import { knownOwner } from './session.ts';

/** Minimum length of an idempotency key that is unique in practice, and its minimum number of distinct characters. */
const UNGUESSABLE = { characters: 16, different: 8 };

/**
 * Identifies a repeated request without a session by its address and Idempotency-Key. Many people may share an address
 * and a key such as "1", so only keys that are unique in practice count.
 * @returns the hash to store; null if the request cannot be identified.
 */
export function replayedFrom(request: FastifyRequest, key: string | undefined): string | null {
  if (key === undefined || knownOwner(request) !== undefined) return null;
  const isGuessable = key.length < UNGUESSABLE.characters || new Set(key).size < UNGUESSABLE.different;
  return isGuessable ? null : hashSecret(clientOf(request.ip));
}

/**
 * Finds the video that an earlier request with the same key created; undefined for a new key. @throws ServiceError 422 for
 * a different body
 */
export async function findReplayed(
  store: Pick<VideoStore, 'byKey' | 'byKeyFrom'>,
  request: FastifyRequest,
  key: string | undefined,
  requestHash: string,
): Promise<VideoRow | undefined> {
  if (key === undefined) return undefined;
  const owner = knownOwner(request);
  const from = replayedFrom(request, key);
  const row =
    owner !== undefined ? await store.byKey(owner, key) : from === null ? undefined : await store.byKeyFrom(from, key);
  return row && ofSameRequest(row, requestHash);
}

/** Returns the video if its request body was the same. A reused key with another body is an error of the client. */
export function ofSameRequest(row: VideoRow, requestHash: string): VideoRow {
  if (row.request_hash === null || row.request_hash === requestHash) return row;
  throw fail('invalid', 'This Idempotency-Key was used with another body. Please send a new key.');
}

/** Ends replays without a session once the owner has proven, by using its session, that it received the answer. */
export async function endReplays(
  store: Pick<VideoStore, 'endReplays'>,
  request: FastifyRequest,
  rows: readonly VideoRow[],
): Promise<void> {
  const owner = knownOwner(request);
  const isOpen = rows.some((row) => row.asked_from !== null && row.owner === owner);
  if (owner !== undefined && isOpen) await store.endReplays(owner);
}
