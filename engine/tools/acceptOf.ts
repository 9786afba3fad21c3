import type { SourceKind } from './tool.ts';

const types = { video: 'video/*', animation: 'image/gif', image: 'image/*', audio: 'audio/*' };

/** Returns the `accept` of a file input for a tool's kinds of files. */
export function acceptOf({ kinds }: { readonly kinds: readonly SourceKind[] }): string {
  return [...new Set(kinds.map((kind) => types[kind]))].join();
}
