import { type Kysely, sql } from 'kysely';
import { KIT_LIMITS } from '../contract/kit.ts';
import type { ProjectMedia } from '../contract/project.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { type ExpectRoom, ownMedia } from './projectChanges.ts';

/** Templates, logos, fonts and colors of accounts. */
export type Kits = ReturnType<typeof createKits>;

/** An item to store. */
export interface NewKitItem {
  /** The item as JSON text that the database can store. */
  body: string;
  /** Local browser files that it refers to, with their uploads. */
  media: ProjectMedia[];
  /** Uploads that it refers to by URL. */
  named: string[];
}

/** Result of adding an item: paths of missing files; or 'full' if there is no space. */
export type Added = { missing: string[] } | 'full';

/** Days that removals are remembered, so that other devices also remove the items when they sync. */
const REMOVED_DAYS = 365;

/** Creates the store of kits. @param expectRoom checks that an owner may store more bytes; throws otherwise. */
export function createKits({ db }: Pick<Database, 'db'>, expectRoom: ExpectRoom = async () => undefined) {
  const of = (owner: string, id: string) => ({ owner, id });
  return {
    /** Returns the ids of all items, in order of addition. */
    async list(owner: string): Promise<string[]> {
      const rows = db.selectFrom('kit_items').select('id').where('owner', '=', owner).orderBy('added_at').orderBy('id');
      return (await rows.execute()).map(({ id }) => id);
    },

    /** Returns the ids of removed items that were not added again. */
    async removed(owner: string): Promise<string[]> {
      const rows = db.selectFrom('kit_removals').select('id').where('owner', '=', owner).orderBy('id');
      return (await rows.execute()).map(({ id }) => id);
    },

    /** Finds an item. @returns it as JSON text. */
    async find(owner: string, id: string): Promise<string | undefined> {
      const row = db
        .selectFrom('kit_items')
        .select('body')
        .where((eb) => eb.and(of(owner, id)));
      return (await row.executeTakeFirst())?.body;
    },

    /** Adds an item; an existing one stays unchanged. */
    add: (owner: string, id: string, item: NewKitItem): Promise<Added> =>
      db.transaction().execute(async (change) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`kit of ${owner}`}))`.execute(change);
        const there = change
          .selectFrom('kit_items')
          .select('id')
          .where((eb) => eb.and(of(owner, id)));
        if (await there.executeTakeFirst()) return { missing: [] };
        const { media, missing } = await ownMedia(change, { owner, named: item.named, media: item.media });
        if (missing.length > 0) return { missing };
        const { body } = item;
        const size = Buffer.byteLength(body);
        const stored = await storedBy(change, owner);
        if (stored.count >= KIT_LIMITS.items || stored.bytes + size > KIT_LIMITS.storedBytes) return 'full';
        await expectRoom(change, { party: owner, bytes: size });
        const row = { owner, id, body, size, upload_ids: JSON.stringify(media.ids) };
        await change.insertInto('kit_items').values(row).execute();
        await change
          .deleteFrom('kit_removals')
          .where((eb) => eb.and(of(owner, id)))
          .execute();
        return { missing };
      }),

    /** Removes an item. @returns whether it existed. */
    remove: (owner: string, id: string): Promise<boolean> =>
      db.transaction().execute(async (change) => {
        const gone = change.deleteFrom('kit_items').where((eb) => eb.and(of(owner, id)));
        if ((await gone.executeTakeFirst()).numDeletedRows === 0n) return false;
        const removal = change.insertInto('kit_removals').values(of(owner, id));
        await removal.onConflict((one) => one.columns(['owner', 'id']).doNothing()).execute();
        return true;
      }),

    /** Deletes old records of removals. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('kit_removals')
        .where('removed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVED_DAYS})`)
        .execute();
    },
  };
}

async function storedBy(change: Kysely<Tables>, owner: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, coalesce(sum(size), 0) as bytes from kit_items where owner = ${owner}`.execute(change);
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}
