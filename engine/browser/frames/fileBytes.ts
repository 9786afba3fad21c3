/** The bytes of a file, read piece by piece; a Blob is one. */
export interface FileBytes {
  readonly size: number;
  /** @param from, to bytes; what lies beyond the end is left out. */
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** The largest file that is fetched as a whole, from a server that gives no parts of files, bytes. */
const MOST_WHOLE = 512 << 20;

/**
 * A file at an address, of which only the parts that are asked for are fetched.
 * @returns undefined when it is not there; 'large' for one that is too large to be fetched as a whole, from a server that
 * gives no parts.
 * @throws the signal's reason when it is stopped; when the network fails.
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
  // Other sites need not tell how large the whole is.
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
