import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { OnProgress } from '../stoppable.ts';

/** A file to add to a zip. */
export interface ZipFile {
  /** Path in the zip, with / between folders. */
  name: string;
  blob: Blob;
  /** false: stored uncompressed, for media, which do not get smaller. */
  compress: boolean;
}

/** Bytes per Blob that packed data is moved into, so that the page's own memory stays small. */
const PORTION = 16_000_000;

/**
 * Packs files into a zip one by one, in small steps that leave the page responsive.
 * @throws the signal's reason if aborted; errors of reading a file.
 */
export async function writeZip(
  files: readonly ZipFile[],
  { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<Blob> {
  const total = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const sink = createSink();
  const zip = new Zip(sink.receive);
  let done = 0;
  for (const { name, blob, compress } of files) {
    const packer = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    zip.add(packer);
    const reader = blob.stream().getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      signal?.throwIfAborted();
      packer.push(chunk.value);
      done += chunk.value.length;
      onProgress?.(done, total);
    }
    packer.push(new Uint8Array(0), true);
  }
  zip.end();
  return sink.whole();
}

function createSink() {
  const portions: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let failure: Error | null = null;
  const close = (): void => {
    portions.push(new Blob(chunks));
    chunks = [];
    bytes = 0;
  };
  return {
    receive(error: Error | null, chunk: Uint8Array<ArrayBuffer>): void {
      failure ??= error;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= PORTION) close();
    },
    whole(): Blob {
      if (failure) throw failure;
      close();
      return new Blob(portions, { type: 'application/zip' });
    },
  };
}
