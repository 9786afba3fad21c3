import { open } from 'node:fs/promises';

/** Maximum size of an Ogg page with its header (RFC 3533, §6), in bytes. */
const mostPage = 65_307;
/** Offsets in a page header of its flags and of its stream's serial number, and the length of the header. */
const [flagsAt, serialAt, headLength] = [5, 14, 27];
const beginning = 2;

/**
 * Whether an Ogg is several concatenated files (RFC 3533, §4): its last page belongs to a stream that is not among the
 * first ones. The times of such a stream start again.
 * @throws system errors.
 */
export async function isChainedOgg(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (at: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(mostPage), 0, mostPage, Math.max(0, at));
      return pagesIn(buffer.subarray(0, bytesRead));
    };
    const first = await read(0);
    const others = first.findIndex(({ begins }) => !begins);
    const streams = first.slice(0, others < 0 ? undefined : others).map(({ serial }) => serial);
    const last = (await read(size - mostPage)).at(-1);
    return last !== undefined && streams.length > 0 && !streams.includes(last.serial);
  } finally {
    await file.close();
  }
}

/** Returns the pages that begin in some bytes. */
function pagesIn(bytes: Buffer): { serial: number; begins: boolean }[] {
  const pages: { serial: number; begins: boolean }[] = [];
  for (
    let at = bytes.indexOf('OggS\0');
    at >= 0 && at + headLength <= bytes.length;
    at = bytes.indexOf('OggS\0', at + 1)
  )
    pages.push({
      serial: bytes.readUInt32LE(at + serialAt),
      begins: ((bytes[at + flagsAt] as number) & beginning) !== 0,
    });
  return pages;
}
