import { DRAFTS_KEY, draftsIn, mediaOf } from './storedDrafts.ts';

/** Returns the media references of all drafts, including those of this window only, so that their files stay. */
export function draftMedia(): string[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((place) => {
    try {
      return Object.values(draftsIn(globalThis[place].getItem(DRAFTS_KEY))).flatMap(mediaOf);
    } catch {
      return [];
    }
  });
}
