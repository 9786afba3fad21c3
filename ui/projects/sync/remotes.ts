import type { ProjectMedia } from '../../../api/contract/project.ts';
import type { StudioDatabase } from '../../state/database.ts';

/** Stores the server URLs of files, which are downloaded on demand. */
export async function noteRemotes(database: StudioDatabase, media: readonly ProjectMedia[]): Promise<void> {
  const change = database.transaction('remotes', 'readwrite');
  await Promise.all([...media.map((one) => change.store.put({ ...one })), change.done]);
}
