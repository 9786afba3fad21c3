import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes a GIF whose frames have local color tables instead of the global one. With a global table, ffmpeg fills
 * uncovered and disposed areas with its background color; browsers leave them transparent, as ffmpeg does without the
 * table.
 */
export async function writeTransparentGif(from: string, out: string): Promise<void> {
  await writeFile(out, withOwnTables(await readFile(from)));
}

/** Flag of a GIF or a frame: a color table follows. */
const hasTable = 0x80;
/** Bits that hold the size of that table. */
const tableBits = 0x07;

function withOwnTables(gif: Buffer): Buffer {
  const flags = gif[10] ?? 0;
  if (!(flags & hasTable)) return gif;
  const first = 13 + tableBytes(flags);
  const common = gif.subarray(13, first);
  const header = Buffer.from(gif.subarray(0, 13));
  header[10] = flags & ~(hasTable | tableBits);
  const parts: Buffer[] = [header];
  let at = first;
  while (at + 10 <= gif.length) {
    const start = at;
    const kind = gif[at];
    if (kind === 0x21) at = afterBlocks(gif, at + 2);
    else if (kind !== 0x2c) break;
    else {
      const own = gif[at + 9] as number;
      const descriptor = Buffer.from(gif.subarray(at, at + 10));
      const table = own & hasTable ? gif.subarray(at + 10, at + 10 + tableBytes(own)) : common;
      if (!(own & hasTable)) descriptor[9] = (own & ~tableBits) | hasTable | (flags & tableBits);
      const data = at + 10 + (own & hasTable ? tableBytes(own) : 0);
      at = afterBlocks(gif, data + 1);
      parts.push(descriptor, table, gif.subarray(data, at));
      continue;
    }
    parts.push(gif.subarray(start, at));
  }
  return Buffer.concat([...parts, gif.subarray(at)]);
}

function tableBytes(flags: number): number {
  return 3 * 2 ** ((flags & tableBits) + 1);
}

function afterBlocks(gif: Buffer, from: number): number {
  let at = from;
  while (at < gif.length && gif[at] !== 0) at += (gif[at] as number) + 1;
  return Math.min(gif.length, at + 1);
}
