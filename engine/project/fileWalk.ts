/**
 * A walk through a file, of which little need be read: it asks for some bytes at a place, and goes on with them. At the
 * end of the file it gets fewer.
 */
export type FileWalk<T> = Generator<{ at: number; length: number }, T, Uint8Array>;

/** Does a walk through a file that is in memory. */
export function walkBytes<T>(walk: FileWalk<T>, data: Uint8Array): T {
  let step = walk.next(data);
  while (!step.done) step = walk.next(data.subarray(step.value.at, step.value.at + step.value.length));
  return step.value;
}

/** Numbers and tags in a piece of a file. */
export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
