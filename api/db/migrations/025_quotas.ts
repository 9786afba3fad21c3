import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds individual quotas, the requested length of videos, and rendered seconds per owner and day. A trigger counts
 * finished videos in the transaction that publishes them: each counts once, whatever process finishes it, and even if
 * it is deleted later.
 */
export const quotas: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column quota jsonb`.execute(db);
    await sql`alter table videos add column seconds double precision not null default 0`.execute(db);
    await sql`create table rendered (
      owner text not null,
      day date not null,
      seconds double precision not null,
      primary key (owner, day)
    )`.execute(db);
    await sql`create function count_rendered() returns trigger language plpgsql as $$
      begin
        insert into rendered (owner, day, seconds)
        values (new.owner, (now() at time zone 'utc')::date, coalesce(new.duration, 0))
        on conflict (owner, day) do update set seconds = rendered.seconds + excluded.seconds;
        return null;
      end $$`.execute(db);
    await sql`create trigger videos_rendered after update of status on videos for each row
      when (new.status = 'done' and old.status <> 'done') execute function count_rendered()`.execute(db);
  },
};
