import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Delivery, Storage } from '../storage/storage.ts';
import { notFound } from './httpError.ts';

/** Sends a stored object, or redirects to a signed URL of the storage. Ranges (206, 416) work with every storage. */
export async function sendStored(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  delivery: Delivery,
): Promise<FastifyReply> {
  const place = storage.pathOf(key);
  if (place === undefined) {
    // A signature is valid for one method; HEAD is answered here, at no cost to the storage.
    const address = request.method === 'HEAD' ? undefined : await storage.signedGet(key, delivery);
    if (address !== undefined) return reply.header('cache-control', 'no-store').redirect(address, 302);
  }
  if (delivery.disposition !== undefined) reply.header('content-disposition', delivery.disposition);
  if (place !== undefined) return sendFile(reply, place, delivery.type, delivery.isPrivate);
  return sendStream(storage, request, asMedia(reply, delivery.type, delivery.isPrivate), key);
}

/** Sends a local file with user content. @param type MIME type. @param isPrivate see Delivery. */
export function sendFile(reply: FastifyReply, file: string, type: string, isPrivate = false): FastifyReply {
  const options = { cacheControl: false, contentType: false };
  return asMedia(reply, type, isPrivate).sendFile(path.basename(file), path.dirname(file), options);
}

/** User content is never interpreted as a page or another type, and never changes under its URL. */
function asMedia(reply: FastifyReply, type: string, isPrivate = false): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', isPrivate ? 'private, no-cache' : 'private, max-age=31536000, immutable')
    .type(type);
}

async function sendStream(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  const found = await storage.find(key);
  if (!found) throw notFound('This file');
  const etag = `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`;
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const isFresh = (request.headers['if-range'] ?? etag) === etag;
  const range = isFresh ? rangeOf(request.headers.range, found.size) : undefined;
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${found.size}`).send();
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : found.size);
  const isBare = request.method === 'HEAD' || found.size === 0;
  return reply.send(isBare ? Readable.from([]) : await storage.open(key, range));
}

/**
 * Parses a Range header. @param size of the object. @returns "none" if it is unsatisfiable; undefined for the whole
 * object: without a header, or with several ranges.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const last = size - 1;
  const range =
    from === ''
      ? { start: Math.max(0, size - Number(to)), end: last }
      : { start: Number(from), end: to === '' ? last : Math.min(last, Number(to)) };
  if (to !== '' && from !== '' && Number(to) < Number(from)) return undefined;
  return range.start > range.end ? 'none' : range;
}
