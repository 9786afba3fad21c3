import { open } from 'node:fs/promises';
import { webpWalk } from '../../../engine/formats/animatedPicture.ts';
import { walkFile } from '../media/walkFile.ts';

/** Position of the flags in the header of an extended WebP, and the flag that announces alpha. */
const flagsAt = 20;
const alphaFlag = 0x10;

/**
 * Sets the alpha flag of an animated WebP whose frames leave parts of its canvas transparent. The encoder crops frames
 * to their visible pixels and sets the flag only if a cropped frame has an alpha channel.
 */
export async function markWebpAlpha(path: string): Promise<void> {
  const animation = await walkFile(webpWalk(), path);
  if (!animation?.hasAlpha) return;
  const file = await open(path, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, flagsAt);
    await file.write(Buffer.of((buffer[0] as number) | alphaFlag), 0, 1, flagsAt);
  } finally {
    await file.close();
  }
}
