import type { ProjectMedia } from '../../../api/contract/project.ts';
import type { StoredAgreement, StudioDatabase } from '../../app/database.ts';

/** Records the version of a project on which server and browser agree. @param body the project as JSON. */
export async function noteAgreement(database: StudioDatabase, agreement: StoredAgreement, body: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').put(agreement),
    change.objectStore('agreed').put(body, agreement.id),
    change.done,
  ]);
}

/** Deletes the record of an agreement. */
export async function dropAgreement(database: StudioDatabase, id: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').delete(id),
    change.objectStore('agreed').delete(id),
    change.done,
  ]);
}

/** Stores the server URLs of files, which are downloaded on demand. */
export async function noteRemotes(database: StudioDatabase, media: readonly ProjectMedia[]): Promise<void> {
  const change = database.transaction('remotes', 'readwrite');
  await Promise.all([...media.map((one) => change.store.put({ ...one })), change.done]);
}
