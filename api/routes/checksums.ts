import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createCrc32c } from '../system/crc32c.ts';

/** A checksum that a sender gave. */
export interface Checksum {
  algorithm: string;
  /** In base64. */
  value: string;
}

/** What sums bytes up and compares. */
export interface Checking {
  update(bytes: Uint8Array): void;
  /** The checksums that the bytes so far do not have. */
  wrong(): Checksum[];
}

/** Names of algorithms in headers, and as Node calls them. */
const algorithms: Record<string, string> = {
  md5: 'md5',
  sha: 'sha1',
  sha1: 'sha1',
  'sha-256': 'sha256',
  sha256: 'sha256',
  'sha-512': 'sha512',
  sha512: 'sha512',
  crc32c: 'crc32c',
};

/**
 * The checksums that a request has: `Content-MD5`, `Digest` (RFC 3230), `Content-Digest` and `Repr-Digest` (RFC 9530),
 * `X-Goog-Hash`, `Upload-Checksum` (tus). Those of unknown algorithms are passed over.
 */
export function readChecksums(headers: IncomingHttpHeaders): Checksum[] {
  const listed = ['digest', 'content-digest', 'repr-digest', 'x-goog-hash'].flatMap((name) =>
    textOf(headers[name]).split(','),
  );
  const written = [
    ...listed.map((entry) => /^\s*([\w-]+)\s*=\s*:?([^:]*):?\s*$/.exec(entry)),
    /^\s*()(\S+)\s*$/.exec(textOf(headers['content-md5'])),
    /^\s*([\w-]+)\s+(\S+)\s*$/.exec(textOf(headers['upload-checksum'])),
  ];
  return written.flatMap((found) => {
    const algorithm = found && algorithms[found[1]?.toLowerCase() || 'md5'];
    return algorithm ? [{ algorithm, value: found[2] ?? '' }] : [];
  });
}

/** Begins to check bytes. */
export function checkBytes(checksums: readonly Checksum[]): Checking {
  const sums = checksums.map(({ algorithm }) => (algorithm === 'crc32c' ? createCrc32c() : createHash(algorithm)));
  return {
    update: (bytes) => {
      for (const sum of sums) sum.update(bytes);
    },
    wrong: () => checksums.filter(({ value }, i) => sums[i]?.digest().compare(Buffer.from(value, 'base64')) !== 0),
  };
}

/** Whether a file has all of some checksums. */
export async function hasChecksums(file: string, checksums: readonly Checksum[]): Promise<boolean> {
  const checking = checkBytes(checksums);
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) checking.update(piece as Buffer);
  return checking.wrong().length === 0;
}

function textOf(header: string | string[] | undefined): string {
  return header === undefined ? '' : String(header);
}
