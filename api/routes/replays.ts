import type { FastifyRequest } from 'fastify';
import type { VideoRow } from '../db/tables.ts';
import type { VideoStore } from '../jobs/store.ts';
import { hashSecret } from '../sources/ids.ts';
import { clientOf } from './addresses.ts';
import { HttpError } from './httpError.ts';
import { knownOwner } from './session.ts';

/** Characters of a key that nobody else happens to use, and how many of them differ. */
const UNGUESSABLE = { characters: 16, different: 8 };

/**
 * What a request without a session can be recognized by when it is sent again: its address, and its Idempotency-Key.
 * Many people may share an address, and a key such as "1", so only a key that nobody else happens to use counts.
 * @returns as it is stored; null if nothing does.
 */
export function replayedFrom(request: FastifyRequest, key: string | undefined): string | null {
  if (key === undefined || knownOwner(request) !== undefined) return null;
  const isGuessable = key.length < UNGUESSABLE.characters || new Set(key).size < UNGUESSABLE.different;
  return isGuessable ? null : hashSecret(clientOf(request.ip));
}

/** The video that a request asked for before under its key; undefined for a new one. @throws HttpError 422 for another body */
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

/** A key stands for one request; with another body it is a mistake of the caller's, and the earlier video is not the answer. */
export function ofSameRequest(row: VideoRow, requestHash: string): VideoRow {
  if (row.request_hash === null || row.request_hash === requestHash) return row;
  throw new HttpError(422, 'invalid', 'This Idempotency-Key was used with another body. Please send a new key.');
}

/** Ends replays of videos without a session, once their owner has shown that it got the answer: it comes with the session. */
export async function endReplays(
  store: Pick<VideoStore, 'endReplays'>,
  request: FastifyRequest,
  rows: readonly VideoRow[],
): Promise<void> {
  const owner = knownOwner(request);
  const isOpen = rows.some((row) => row.asked_from !== null && row.owner === owner);
  if (owner !== undefined && isOpen) await store.endReplays(owner);
}
