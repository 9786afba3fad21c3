let count = 0;

/** How often this page has changed a project that the Studio did not have open: what it remembers is older then. */
export function changesOutside(): number {
  return count;
}

/** Counts one more. */
export function noteChangeOutside(): void {
  count += 1;
}
