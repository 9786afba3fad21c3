import type { ProjectLayer } from './layers.ts';

/** Returns the version of the format that a project needs. */
export function versionOf(layers: readonly ProjectLayer[] | undefined): 1 | 2 {
  return layers?.length ? 2 : 1;
}
