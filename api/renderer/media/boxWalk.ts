import { open } from 'node:fs/promises';
import { partLimitExceeded } from './limitExceeded.ts';
import { shownName } from './unreadable.ts';

/** Far more boxes than a file of single-frame fragments has. A million empty boxes keep ffprobe busy for seconds. */
const MOST_BOXES = 500_000;
/** Boxes that contain other boxes. */
const containers = new Set('moov trak mdia minf stbl edts udta dinf moof traf mvex meta mfra ilst'.split(' '));
/** Bytes per read: boxes are often far apart. */
const WINDOW = 16 * 1024;

/**
 * Counts the boxes of an MP4-like file before a decoder walks them. Ignores damage, which is left to the decoder.
 * @param most maximum number of boxes. @throws ProblemError caused by TooMuchError.
 */
export async function expectFewBoxes(path: string, most = MOST_BOXES): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const window = Buffer.alloc(WINDOW);
    let [from, to] = [0, 0];
    let count = 0;
    for (let at = 0; at + 8 <= size; count += 1) {
      if (count >= most) throw partLimitExceeded(shownName(path));
      if (at < from || at + 16 > to) {
        const { bytesRead } = await file.read(window, 0, WINDOW, at);
        [from, to] = [at, at + bytesRead];
        if (bytesRead < 8) return;
      }
      const place = at - from;
      const short = window.readUInt32BE(place);
      const isLong = short === 1 && place + 16 <= to - from;
      const length = isLong ? Number(window.readBigUInt64BE(place + 8)) : short;
      const type = window.toString('latin1', place + 4, place + 8);
      // The last box may extend to the end of the file.
      if (length < 8) return;
      at += containers.has(type) ? (isLong ? 16 : 8) : length;
    }
  } finally {
    await file.close();
  }
}
