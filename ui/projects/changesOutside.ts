let count = 0;

/**
 * Returns how often this page has changed a project that was not open in the Studio. A higher count than before means
 * that the Studio's copy is outdated.
 */
export function changesOutside(): number {
  return count;
}

/** Counts one more change. */
export function noteChangeOutside(): void {
  count += 1;
}
