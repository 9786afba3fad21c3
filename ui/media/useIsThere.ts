import { useSnapshot } from 'valtio';
import { localUrlOf, mediaTable } from './mediaTable.ts';

/** Whether a file can be loaded from somewhere now; changes when it arrives. */
export function useIsThere(url: string): boolean {
  const { byUrl, shownFrom } = useSnapshot(mediaTable);
  return url in byUrl || url in shownFrom || localUrlOf(url) !== undefined;
}

/** Whether a file of this device has come to the server; changes when it does. */
export function useIsUploaded(url: string): boolean {
  return useSnapshot(mediaTable).byUrl[url]?.readUrl !== undefined;
}
