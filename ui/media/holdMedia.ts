/** The lock that every tab holds that works on projects. */
export const MEDIA_LOCK = 'cutroom-studio-open';

/**
 * Says that this tab works on projects, so that no other tab throws files away that only its undo history names.
 * Call it once, when the Studio opens.
 */
export function holdMedia(): void {
  navigator.locks?.request(MEDIA_LOCK, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined);
}
