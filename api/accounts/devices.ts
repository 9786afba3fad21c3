import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';

/** Most known devices per account; the latest ones are retained. */
const MOST_DEVICES = 50;
/** Days without a sign-in after which a device is forgotten. */
const DEVICE_DAYS = 400;

/** Devices that have signed in. Each has a secret, stored as a hash, which proves nothing else. */
export interface Devices {
  /** Whether the device with this secret has signed in to the account of an email address. */
  isKnown(secret: string, email: string): Promise<boolean>;
  /**
   * Marks a device as known to an account. @returns its new secret; the previous one, which may have been planted,
   * becomes invalid.
   */
  remember(secret: string | undefined, userId: string): Promise<string>;
  /** Deletes devices that were unused for long. */
  sweep(): Promise<void>;
}

/** Opens the known devices of a database. */
export function openDevices({ db }: Pick<Database, 'db'>): Devices {
  return {
    async isKnown(secret, email) {
      const found = db
        .selectFrom('known_devices')
        .innerJoin('users', 'users.id', 'known_devices.user_id')
        .select('users.id')
        .where('known_devices.hash', '=', hashSecret(secret))
        .where('users.email', '=', email.toLowerCase());
      return (await found.executeTakeFirst()) !== undefined;
    },
    async remember(secret, userId) {
      const next = randomBytes(32).toString('base64url');
      const hash = hashSecret(next);
      await db.transaction().execute(async (change) => {
        if (secret !== undefined)
          await change.updateTable('known_devices').set({ hash }).where('hash', '=', hashSecret(secret)).execute();
        await sql`
          insert into known_devices (hash, user_id, seen_at) values (${hash}, ${userId}, now())
          on conflict (hash, user_id) do update set seen_at = now()`.execute(change);
        await sql`
          delete from known_devices where user_id = ${userId} and hash in (
            select hash from known_devices where user_id = ${userId} order by seen_at desc offset ${MOST_DEVICES})`.execute(
          change,
        );
      });
      return next;
    },
    async sweep() {
      await sql`delete from known_devices where seen_at < now() - make_interval(days => ${DEVICE_DAYS})`.execute(db);
    },
  };
}
