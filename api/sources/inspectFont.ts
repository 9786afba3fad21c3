import { open } from 'node:fs/promises';
import {
  FONT_COLLECTION,
  FONT_TOO_LARGE,
  FONT_UNREADABLE,
  fontTypes,
  isFontCollection,
  isFontHead,
  MAX_FONT_BYTES,
} from '../../engine/formats/fontFormat.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { checkFont } from '../fonts/readFont.ts';

const facts: MediaFacts = { kind: 'font', width: 0, height: 0, duration: 0, hasAudio: false, animated: false };

/**
 * Inspects a font file by content.
 * @returns undefined for other files; a message for an unusable font.
 */
export async function inspectFont(
  path: string,
): Promise<{ mime: string; extension: string; facts: MediaFacts } | string | undefined> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(8);
    await file.read(start, 0, 8, 0);
    if (isFontCollection(start)) return FONT_COLLECTION;
    const head = start.subarray(0, 4);
    if (!isFontHead(head)) return undefined;
    if ((await file.stat()).size > MAX_FONT_BYTES) return FONT_TOO_LARGE;
    const content = await file.readFile();
    const isGood = await checkFont(content).then(
      () => true,
      () => false,
    );
    if (!isGood) return FONT_UNREADABLE;
    const extension = { wOF2: 'woff2', OTTO: 'otf' }[head.toString('latin1')] ?? 'ttf';
    return { mime: fontTypes[extension] as string, extension, facts };
  } finally {
    await file.close();
  }
}
