import { type Kysely, type Migration, sql } from 'kysely';

/** Of a sign-in's secret only the hash is stored: those that there are go on. */
export const hashedSignIns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update sign_ins set token = encode(sha256(convert_to(token, 'UTF8')), 'hex')`.execute(db);
  },
};
