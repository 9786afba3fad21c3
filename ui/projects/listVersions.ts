import { openDatabase, SAVE_TABLES } from '../state/database.ts';
import { blobOfStored } from '../state/storedBlob.ts';
import { bodyOfVersion } from './versions.ts';

/** An earlier version of a project, without its content. */
export interface VersionHead {
  id: string;
  projectId: string;
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  width: number;
  height: number;
  sceneCount: number;
  /** true: later versions may lack some of its content. */
  isApart: boolean;
  thumbnail?: Blob;
}

/** Reads the JSON text of a version; undefined if it is no longer stored. */
export async function readVersion(id: string): Promise<string | undefined> {
  const change = (await openDatabase())?.transaction(SAVE_TABLES, 'readwrite');
  return change && bodyOfVersion(change, id);
}

/** Lists the earlier versions of a project, newest first. */
export async function listVersions(projectId: string): Promise<VersionHead[]> {
  const change = (await openDatabase())?.transaction(['versions', 'parts']);
  if (!change) return [];
  const versions = await change.objectStore('versions').index('byProject').getAll(projectId);
  const heads = versions.map(async ({ parts: _, picture, mediaUrls: __, ...version }) => {
    const thumbnail = picture && (await change.objectStore('parts').get(picture.key));
    return { ...version, ...(typeof thumbnail === 'object' ? { thumbnail: blobOfStored(thumbnail) } : {}) };
  });
  return (await Promise.all(heads)).sort((a, b) => b.savedAt - a.savedAt);
}
