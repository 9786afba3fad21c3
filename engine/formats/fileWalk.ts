/**
 * A parser that reads only parts of a file: it yields the byte range that it needs and receives those bytes. At the end
 * of the file it receives fewer.
 */
export type FileWalk<T> = Generator<{ at: number; length: number }, T, Uint8Array>;

/** Runs a walk over a file in memory. */
export function walkBytes<T>(walk: FileWalk<T>, data: Uint8Array): T {
  let step = walk.next(data);
  while (!step.done) step = walk.next(data.subarray(step.value.at, step.value.at + step.value.length));
  return step.value;
}

/** Returns a DataView of the same bytes. */
export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
