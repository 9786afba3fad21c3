import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';

/** Devices of one account that are remembered, the last ones. */
const MOST_DEVICES = 50;
/** Days that a device is remembered that does not sign in again. */
const DEVICE_DAYS = 400;

/** Devices on which people have signed in: each has a secret, of which a hash is stored. They prove nothing else. */
export interface Devices {
  /** Whether the account of an email address has been signed in to on the device with this secret. */
  know(secret: string, email: string): Promise<boolean>;
  /** Remembers that an account is signed in to on a device. @returns its new secret: the one before, which others may have planted, ends. */
  remember(secret: string | undefined, userId: string): Promise<string>;
  /** Deletes devices that were not used for long. */
  sweep(): Promise<void>;
}

/** Opens the devices of a database. */
export function openDevices({ db }: Pick<Database, 'db'>): Devices {
  return {
    async know(secret, email) {
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
