/** Random access to the bytes of a file, such as a Blob. */
export interface FileBytes {
  readonly size: number;
  /** @param from, to byte range; clamped to the end of the file. */
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Largest file to fetch as a whole if the server does not support ranges, in bytes. */
const MOST_WHOLE = 512 << 20;

/**
 * Opens a file at a URL and fetches only the requested ranges.
 * @returns undefined if it is missing; 'large' if it is too large to be fetched as a whole and the server supports no
 * ranges.
 * @throws the signal's reason if aborted; network errors.
 */
export async function bytesAt(address: string, signal: AbortSignal): Promise<FileBytes | 'large' | undefined> {
  const part = await fetchPart(address, 0, 1, signal);
  const size = Number(/\/(\d+)$/.exec(part.headers.get('Content-Range') ?? '')?.[1]);
  if (part.status === 206 && size > 0) {
    await part.body?.cancel();
    return {
      size,
      slice: (from: number, to: number) => ({
        arrayBuffer: () => readPart(address, from, Math.min(to, size), signal),
      }),
    };
  }
  // Other origins may hide the total size.
  const answer = part.status === 206 ? await fetch(address, { signal }) : part;
  const isLarge = Number(answer.headers.get('Content-Length')) > MOST_WHOLE;
  if (answer.status === 200 && !isLarge) return answer.blob();
  await answer.body?.cancel();
  return answer.status === 200 ? 'large' : undefined;
}

async function readPart(address: string, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  if (from >= to) return new ArrayBuffer(0);
  const answer = await fetchPart(address, from, to, signal);
  if (answer.status !== 206) throw new Error(`${answer.status} instead of a part of the file`);
  return answer.arrayBuffer();
}

function fetchPart(address: string, from: number, to: number, signal: AbortSignal): Promise<Response> {
  return fetch(address, { signal, headers: { Range: `bytes=${from}-${to - 1}` } });
}
