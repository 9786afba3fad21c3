import type { SourceKind } from './tool.ts';

const types = { video: 'video/*', animation: 'image/gif', image: 'image/*', audio: 'audio/*' };

/** Which files a file picker offers for files of some kinds, as in an input's accept. */
export function acceptOf({ kinds }: { readonly kinds: readonly SourceKind[] }): string {
  return [...new Set(kinds.map((kind) => types[kind]))].join();
}
