import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImageSourceId } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';

/** How long a picture that was found can be had, days. */
const DAYS = 30;

/** A picture on the network. */
export interface RemotePicture {
  source: ImageSourceId;
  /** Address of the picture itself. */
  url: string;
  /** Address of a small one; the picture itself where the collection has none. */
  thumbnail: string;
}

/** The addresses of pictures that searches found: only those are ever fetched, whatever anybody asks for. */
export interface FoundImages {
  remember(pictures: readonly RemotePicture[]): Promise<void>;
  find(source: ImageSourceId, id: string): Promise<(RemotePicture & { id: string }) | undefined>;
  /** Forgets what nobody has found for a month. */
  sweep(): Promise<void>;
}

/** The id under which a picture is known here. */
export function idOfPicture({ source, url }: RemotePicture): string {
  return createHash('sha256').update(`${source} ${url}`).digest('hex').slice(0, 32);
}

/** Keeps what was found in the database, so that every process of the service can fetch it. */
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
