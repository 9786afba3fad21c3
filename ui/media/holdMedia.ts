/** Lock held by every tab that works on projects. */
export const MEDIA_LOCK = 'cutroom-studio-open';

/**
 * Marks this tab as working on projects, so that no other tab deletes files that only its undo history uses. To be
 * called once, when the Studio opens.
 */
export function holdMedia(): void {
  navigator.locks?.request(MEDIA_LOCK, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined);
}
