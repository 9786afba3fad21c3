import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImageSourceId } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';

/** Days that a found image can be loaded. */
const DAYS = 30;

/** An image on the network. */
export interface RemotePicture {
  source: ImageSourceId;
  /** URL of the image. */
  url: string;
  /** URL of a thumbnail; the image itself if the collection has none. */
  thumbnail: string;
}

/** URLs of images that searches have found: no other URLs are ever fetched. */
export interface FoundImages {
  remember(pictures: readonly RemotePicture[]): Promise<void>;
  find(source: ImageSourceId, id: string): Promise<(RemotePicture & { id: string }) | undefined>;
  /** Deletes URLs that no search has found for a month. */
  sweep(): Promise<void>;
}

/** Returns the id of an image on this server. */
export function idOfPicture({ source, url }: RemotePicture): string {
  return createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 32);
}

/** Stores found images in the database, so that all processes can fetch them. */
export function createFoundImages({ db }: Pick<Database, 'db'>): FoundImages {
  return {
    async remember(pictures) {
      const rows = new Map(pictures.map((picture) => [idOfPicture(picture), picture]));
      if (rows.size === 0) return;
      await db
        .insertInto('found_images')
        .values([...rows].map(([id, picture]) => ({ id, ...picture })))
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ found_at: sql`now()` }))
        .execute();
    },
    async find(source, id) {
      if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
      const row = await db.selectFrom('found_images').selectAll().where('id', '=', id).executeTakeFirst();
      return row?.source === source ? { id, source, url: row.url, thumbnail: row.thumbnail } : undefined;
    },
    async sweep() {
      await db
        .deleteFrom('found_images')
        .where('found_at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`)
        .execute();
    },
  };
}
