import { useSnapshot } from 'valtio';
import { localUrlOf, mediaTable } from './mediaTable.ts';

/** Returns whether a media reference can be displayed; changes when its file arrives. */
export function useIsAvailable(url: string): boolean {
  const { byUrl, shownFrom } = useSnapshot(mediaTable);
  return url in byUrl || url in shownFrom || localUrlOf(url) !== undefined;
}

/** Returns whether a local file is uploaded; changes when it is. */
export function useIsUploaded(url: string): boolean {
  return useSnapshot(mediaTable).byUrl[url]?.readUrl !== undefined;
}
