import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { encodeGif, type GifSettings } from '../../../engine/gif/encodeGif.ts';

/** Describes a GIF to encode from a file of raw RGBA frames. */
export interface GifWork extends GifSettings {
  /** Path of the raw frames; `out` is the path of the GIF. */
  frames: string;
  out: string;
}

/** Options of an encoding run. */
export interface GifRun {
  signal?: AbortSignal | undefined;
  /** @param share of the finished work, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Encodes a GIF from a file of frames.
 * @throws the signal's reason when aborted; system errors.
 */
export async function encodeGifFile({ frames, out, ...settings }: GifWork, run: GifRun): Promise<void> {
  const { signal, onProgress } = run;
  const source = await open(frames);
  try {
    const target = await open(out, 'w');
    try {
      await encodeGif(settings, {
        async read(index, into) {
          signal?.throwIfAborted();
          await readFrame(source, index, into);
          // Yields, so that aborts and messages are handled between two frames.
          await breathe();
        },
        // Unlike a single write, `appendFile` continues until everything is written or the disk is full.
        write: (bytes) => target.appendFile(bytes),
        ...(onProgress ? { onProgress } : {}),
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function readFrame(file: FileHandle, index: number, into: Uint32Array): Promise<void> {
  const bytes = new Uint8Array(into.buffer);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, index * bytes.length + at);
    if (bytesRead === 0) throw new Error(`Frame ${index} is missing.`);
    at += bytesRead;
  }
}
