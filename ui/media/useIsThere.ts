import { useSnapshot } from 'valtio';
import { localUrlOf, mediaTable } from './mediaTable.ts';

/** Whether a file can be loaded from somewhere now; changes when it arrives. */
export function useIsThere(url: string): boolean {
  const { byUrl } = useSnapshot(mediaTable);
  return url in byUrl || localUrlOf(url) !== undefined;
}
