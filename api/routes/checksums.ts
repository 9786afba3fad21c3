import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createCrc32c } from '../system/crc32c.ts';

/** A checksum sent by the client. */
export interface Checksum {
  algorithm: string;
  /** Base64. */
  value: string;
}

/** Computes checksums of bytes and compares them. */
export interface Checking {
  update(bytes: Uint8Array): void;
  /** Returns the checksums that do not match the bytes so far. */
  wrong(): Checksum[];
}

/** Names of algorithms in headers, and in Node. */
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
 * Reads the checksums of a request: `Content-MD5`, `Digest` (RFC 3230), `Content-Digest` and `Repr-Digest` (RFC 9530),
 * `X-Goog-Hash`, `Upload-Checksum` (tus). Ignores unknown algorithms.
 */
export function readChecksums(headers: IncomingHttpHeaders): Checksum[] {
  const listed = ['digest', 'content-digest', 'repr-digest', 'x-goog-hash'].flatMap((name) =>
    textOf(headers[name]).split(','),
  );
  const written = [
    ...listed.map((entry) => splitAt(entry, '=')),
    ['md5', textOf(headers['content-md5'])] as const,
    splitAt(textOf(headers['upload-checksum']).trim(), ' '),
  ];
  return written.flatMap(([name, value]) => {
    const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
    return algorithm && value.trim() !== '' ? [{ algorithm, value: value.trim().replace(/^:|:$/g, '') }] : [];
  });
}

/** Splits into a lowercase name and the rest. A regular expression would backtrack for minutes among many spaces. */
function splitAt(text: string, sign: string): readonly [name: string, value: string] {
  const at = text.indexOf(sign);
  return at < 0 ? ['', ''] : [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1)];
}

/** Creates a check that hashes once per algorithm, however many checksums there are. */
export function checkBytes(checksums: readonly Checksum[]): Checking {
  const names = new Set(checksums.map(({ algorithm }) => algorithm));
  const sums = new Map([...names].map((name) => [name, name === 'crc32c' ? createCrc32c() : createHash(name)]));
  return {
    update: (bytes) => {
      for (const sum of sums.values()) sum.update(bytes);
    },
    wrong() {
      const digests = new Map([...sums].map(([name, sum]) => [name, sum.digest()]));
      return checksums.filter(({ algorithm, value }) => !digests.get(algorithm)?.equals(Buffer.from(value, 'base64')));
    },
  };
}

/** Whether a file matches all checksums. */
export async function hasChecksums(file: string, checksums: readonly Checksum[]): Promise<boolean> {
  const checking = checkBytes(checksums);
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) checking.update(piece as Buffer);
  return checking.wrong().length === 0;
}

function textOf(header: string | string[] | undefined): string {
  return header === undefined ? '' : String(header);
}
