/** How much is compared at a time, bytes. */
const STEP = 4_000_000;

/** Whether two files have the same content. */
export async function sameBytes(a: Blob, b: Blob, signal?: AbortSignal): Promise<boolean> {
  if (a.size !== b.size) return false;
  for (let from = 0; from < a.size; from += STEP) {
    signal?.throwIfAborted();
    const [one, other] = await Promise.all([bytesOf(a, from), bytesOf(b, from)]);
    if (one.some((byte, index) => byte !== other[index])) return false;
  }
  return true;
}

async function bytesOf(file: Blob, from: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, from + STEP).arrayBuffer());
}
