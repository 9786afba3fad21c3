import type { StoredAgreement, StudioDatabase } from '../../state/database.ts';

/** Notes that the server and this browser agree on a project. @param body the project as JSON text. */
export async function noteAgreement(database: StudioDatabase, agreement: StoredAgreement, body: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').put(agreement),
    change.objectStore('agreed').put(body, agreement.id),
    change.done,
  ]);
}

/** Forgets that there was one. */
export async function dropAgreement(database: StudioDatabase, id: string): Promise<void> {
  const change = database.transaction(['agreements', 'agreed'], 'readwrite');
  await Promise.all([
    change.objectStore('agreements').delete(id),
    change.objectStore('agreed').delete(id),
    change.done,
  ]);
}
