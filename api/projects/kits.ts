import { type Kysely, sql } from 'kysely';
import { KIT_LIMITS, type KitItem } from '../contract/kit.ts';
import type { Database } from '../db/database.ts';
import { storableJson } from '../db/storable.ts';
import type { Tables } from '../db/tables.ts';
import { type ExpectRoom, ownMedia } from './changes.ts';

/** What accounts have at hand in all their projects. */
export type Kits = ReturnType<typeof createKits>;

/** What adding an item came to: the paths of files that are not there; 'full': there is no room. */
export type Added = { missing: string[] } | 'full';

/** For so many days it is known what was taken out: other machines take it out too when they come back within them. */
const REMOVED_DAYS = 365;

/** Makes the store of them. @param expectRoom lets an owner store so many more bytes; throws where they may not. */
export function createKits({ db }: Pick<Database, 'db'>, expectRoom: ExpectRoom = async () => undefined) {
  const of = (owner: string, id: string) => ({ owner, id });
  return {
    /** Ids of all items, in the order in which they came. */
    async list(owner: string): Promise<string[]> {
      const rows = db.selectFrom('kit_items').select('id').where('owner', '=', owner).orderBy('added_at').orderBy('id');
      return (await rows.execute()).map(({ id }) => id);
    },

    /** Ids of those that were taken out and not added again. */
    async removed(owner: string): Promise<string[]> {
      const rows = db.selectFrom('kit_removals').select('id').where('owner', '=', owner).orderBy('id');
      return (await rows.execute()).map(({ id }) => id);
    },

    async find(owner: string, id: string): Promise<KitItem | undefined> {
      const row = db
        .selectFrom('kit_items')
        .select('body')
        .where((eb) => eb.and(of(owner, id)));
      const found = await row.executeTakeFirst();
      return found && JSON.parse(found.body);
    },

    /** Adds an item; one that is there stays as it is. @param named uploads that it names by their own addresses. */
    add: (owner: string, id: string, item: KitItem, named: string[]): Promise<Added> =>
      db.transaction().execute(async (change) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`kit of ${owner}`}))`.execute(change);
        const there = change
          .selectFrom('kit_items')
          .select('id')
          .where((eb) => eb.and(of(owner, id)));
        if (await there.executeTakeFirst()) return { missing: [] };
        const { media, missing } = await ownMedia(change, { owner, named, media: 'media' in item ? item.media : [] });
        if (missing.length > 0) return { missing };
        const body = storableJson(item);
        const size = Buffer.byteLength(body);
        const held = await heldBy(change, owner);
        if (held.count >= KIT_LIMITS.items || held.bytes + size > KIT_LIMITS.heldBytes) return 'full';
        await expectRoom(change, { owner, bytes: size });
        const row = { owner, id, body, size, upload_ids: JSON.stringify(media.ids) };
        await change.insertInto('kit_items').values(row).execute();
        await change
          .deleteFrom('kit_removals')
          .where((eb) => eb.and(of(owner, id)))
          .execute();
        return { missing };
      }),

    /** @returns whether there was one. */
    remove: (owner: string, id: string): Promise<boolean> =>
      db.transaction().execute(async (change) => {
        const gone = change.deleteFrom('kit_items').where((eb) => eb.and(of(owner, id)));
        if ((await gone.executeTakeFirst()).numDeletedRows === 0n) return false;
        const removal = change.insertInto('kit_removals').values(of(owner, id));
        await removal.onConflict((one) => one.columns(['owner', 'id']).doNothing()).execute();
        return true;
      }),

    /** Forgets what was taken out long ago. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('kit_removals')
        .where('removed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVED_DAYS})`)
        .execute();
    },
  };
}

async function heldBy(change: Kysely<Tables>, owner: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, coalesce(sum(size), 0) as bytes from kit_items where owner = ${owner}`.execute(change);
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}
