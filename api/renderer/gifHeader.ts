import { open } from 'node:fs/promises';
import { type GifFacts, walkGif } from '../../engine/project/gifBlocks.ts';

/** Reads the blocks of a GIF file. @returns undefined when the file is no GIF. */
export async function readGif(path: string): Promise<GifFacts | undefined> {
  const file = await open(path);
  try {
    const data = new Uint8Array((await file.stat()).size);
    await file.read(data, 0, data.length, 0);
    return walkGif(data);
  } finally {
    await file.close();
  }
}
