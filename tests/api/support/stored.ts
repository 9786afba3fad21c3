import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { newSecretId } from '../../../api/sources/ids.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import type { Storage } from '../../../api/storage/storage.ts';
import type { S3Settings } from '../../../api/system/s3Settings.ts';

/** An arbitrary type. */
export const bin = { type: 'application/octet-stream' };

/** Writes a file to store later. */
export async function fileIn(folder: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(folder, newSecretId());
  await writeFile(file, bytes);
  return file;
}

/** All bytes of a stream. */
export async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The keys below a prefix, in order. */
export async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

/** Opens a store with its own data folder. */
export async function newStorage(folder: string, settings?: S3Settings): Promise<{ storage: Storage; root: string }> {
  const root = path.join(folder, newSecretId());
  await mkdir(root);
  return { storage: await openStorage({ root }, settings), root };
}
