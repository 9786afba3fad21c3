import type { ProjectMedia } from '../../../api/contract/project.ts';
import type { StudioDatabase } from '../../state/database.ts';

/** Notes where the server has files: they are fetched when they are needed. */
export async function noteRemotes(database: StudioDatabase, media: readonly ProjectMedia[]): Promise<void> {
  const change = database.transaction('remotes', 'readwrite');
  await Promise.all([...media.map((one) => change.store.put({ ...one })), change.done]);
}
