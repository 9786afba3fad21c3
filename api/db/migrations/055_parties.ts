import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds the party whose turns and quotas a row uses: its account or, for anonymous owners, their network. Rows from
 * earlier releases use the owner as party, and so do rows that a process of an earlier release adds.
 */
export const parties: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create function party_is_owner() returns trigger language plpgsql as $$
      begin
        new.party := coalesce(new.party, new.owner);
        return new;
      end $$`.execute(db);
    for (const name of ['videos', 'uploads', 'conversions', 'transcriptions']) {
      const table = sql.table(name);
      await sql`alter table ${table} add column party text`.execute(db);
      await sql`update ${table} set party = owner`.execute(db);
      await sql`alter table ${table} alter column party set not null`.execute(db);
      await sql`create trigger ${sql.ref(`${name}_party`)} before insert on ${table}
        for each row execute function party_is_owner()`.execute(db);
    }
    await sql`drop index videos_open_of`.execute(db);
    await sql`create index videos_open_of_party on videos (party, turn) where status in ('queued', 'rendering')`.execute(
      db,
    );
    await sql`create index videos_of_party on videos (party)`.execute(db);
    await sql`create index uploads_of_party on uploads (party, created_at)`.execute(db);
    await sql`alter table derivations add column party text not null default ''`.execute(db);
    await sql`alter table derivations add column turn integer not null default 0`.execute(db);
    await countByParty(db);
  },
};

/** A new table replaces "rendered", because processes of an earlier release still read and change that one. */
async function countByParty(db: Kysely<unknown>): Promise<void> {
  await sql`create table rendered_seconds (
    party text not null,
    owner text not null,
    day date not null,
    seconds double precision not null,
    primary key (party, owner, day)
  )`.execute(db);
  await sql`create index rendered_seconds_of_owner on rendered_seconds (owner)`.execute(db);
  await sql`insert into rendered_seconds (party, owner, day, seconds)
    select owner, owner, day, seconds from rendered`.execute(db);
  await sql`create or replace function count_rendered() returns trigger language plpgsql as $$
    begin
      insert into rendered_seconds (party, owner, day, seconds)
      values (new.party, new.owner, (now() at time zone 'utc')::date, coalesce(new.duration, 0))
      on conflict (party, owner, day) do update set seconds = rendered_seconds.seconds + excluded.seconds;
      return null;
    end $$`.execute(db);
}
