import { Inflate } from 'fflate';
import { addCrc, CRC_START, crcOf } from './crc.ts';

/** A file in a zip, not unpacked yet. */
export interface ZipEntry {
  /** Path in the zip. */
  name: string;
  /** Unpacked size in bytes, as declared in the zip. */
  size: number;
  /** Unpacks the file. @throws ZipError if it does not match its declared size or checksum. */
  read(signal?: AbortSignal): Promise<Blob>;
}

/** Limits of a zip. */
export interface ZipLimits {
  entries: number;
  /** Unpacked bytes of one file, and of all together. */
  fileBytes: number;
  totalBytes: number;
}

/** A zip that cannot be used; `message` is meant for the user. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const broken = 'This zip file is damaged or incomplete.';
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Maximum size of the central directory, in bytes. */
const MAX_LIST = 4_000_000;

/**
 * Reads the central directory of a zip (APPNOTE 4.3). The file is never in memory as a whole: stored files are sliced
 * from it, compressed files are unpacked as a stream. Folders are omitted.
 * @throws ZipError if the file is no zip, exceeds a limit, has a duplicate name, or has overlapping entries.
 */
export async function readZip(file: Blob, limits: ZipLimits): Promise<ZipEntry[]> {
  const { count, size, offset } = await findList(file);
  if (count > limits.entries) throw new ZipError(`This zip file has more than ${limits.entries} files.`);
  if (size > MAX_LIST || offset + size > file.size) throw new ZipError(broken);
  const found = parseList(await viewOf(file, offset, offset + size), count);
  const files = found.filter(({ name }) => !name.endsWith('/'));
  checkList(files, offset, limits);
  return files.map((entry) => ({ name: entry.name, size: entry.size, read: (signal) => unpack(file, entry, signal) }));
}

interface Listed {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

async function findList(file: Blob): Promise<{ count: number; size: number; offset: number }> {
  const from = Math.max(0, file.size - END_BYTES - 0xffff);
  const view = await viewOf(file, from, file.size);
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const count = view.getUint16(at + 10, true);
    if (count === 0xffff) throw new ZipError('This zip file is too large to open here.');
    return { count, size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
  }
  throw new ZipError('This is not a zip file, or it is incomplete.');
}

function parseList(view: DataView, count: number): Listed[] {
  const found: Listed[] = [];
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new ZipError(broken);
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number];
    const next = at + ENTRY_BYTES + lengths[0] + lengths[1] + lengths[2];
    if (next > view.byteLength) throw new ZipError(broken);
    if (view.getUint16(at + 8, true) & 1) throw new ZipError('This zip file has a password.');
    const [crc, packed, size, offset] = [16, 20, 24, 42].map((place) => view.getUint32(at + place, true)) as [
      number,
      number,
      number,
      number,
    ];
    if (packed === 0xffffffff || size === 0xffffffff || offset === 0xffffffff) {
      throw new ZipError('This zip file is too large to open here.');
    }
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, lengths[0]);
    const name = new TextDecoder().decode(bytes);
    found.push({ name, method: view.getUint16(at + 10, true), crc, packed, size, offset });
    at = next;
  }
  return found;
}

function checkList(files: readonly Listed[], end: number, limits: ZipLimits): void {
  let total = 0;
  let packed = 0;
  const names = new Set<string>();
  for (const file of files) {
    if (names.has(file.name)) throw new ZipError(`This zip file contains "${file.name}" twice.`);
    names.add(file.name);
    if (file.method !== 0 && file.method !== 8)
      throw new ZipError(`"${file.name}" uses an unknown compression method.`);
    if (file.method === 0 && file.packed !== file.size) throw new ZipError(broken);
    if (file.size > limits.fileBytes) {
      throw new ZipError(`"${file.name}" is larger than ${megabytes(limits.fileBytes)} MB.`);
    }
    total += file.size;
    packed += file.packed + LOCAL_BYTES;
  }
  if (total > limits.totalBytes) throw new ZipError(`The files exceed ${megabytes(limits.totalBytes)} MB in total.`);
  // Overlapping entries are typical of zip bombs.
  if (packed > end) throw new ZipError(broken);
}

async function unpack(file: Blob, entry: Listed, signal: AbortSignal | undefined): Promise<Blob> {
  const head = await viewOf(file, entry.offset, entry.offset + LOCAL_BYTES);
  if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL) throw new ZipError(broken);
  const start = entry.offset + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = file.slice(start, start + entry.packed);
  if (packed.size !== entry.packed) throw new ZipError(broken);
  const [blob, crc] =
    entry.method === 0 ? [packed, await crcOf(packed, signal)] : await inflate(packed, entry.size, signal);
  if (blob.size !== entry.size || crc !== entry.crc) throw new ZipError(broken);
  return blob;
}

/** Unpacks a stream and stops at the first byte beyond the declared size. */
async function inflate(packed: Blob, size: number, signal: AbortSignal | undefined): Promise<[Blob, number]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let crc = CRC_START;
  const unpacker = new Inflate((chunk) => {
    bytes += chunk.length;
    if (bytes > size) throw new ZipError(broken);
    crc = addCrc(crc, chunk);
    // The unpacker reuses the memory of its chunks.
    chunks.push(chunk.slice() as Uint8Array<ArrayBuffer>);
  });
  const reader = packed.stream().getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      signal?.throwIfAborted();
      // Small steps: 64 kB may unpack to 64 MB before the limit is checked.
      for (let at = 0; at < chunk.value.length; at += STEP) unpacker.push(chunk.value.subarray(at, at + STEP));
    }
    unpacker.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof ZipError || signal?.aborted) throw error;
    throw new ZipError(broken);
  }
  return [new Blob(chunks), (crc ^ CRC_START) >>> 0];
}

const STEP = 4096;

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
