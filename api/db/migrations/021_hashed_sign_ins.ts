import { type Kysely, type Migration, sql } from 'kysely';

/** Stores only the hash of a sign-in's secret; existing sign-ins stay valid. */
export const hashedSignIns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update sign_ins set token = encode(sha256(convert_to(token, 'UTF8')), 'hex')`.execute(db);
  },
};
