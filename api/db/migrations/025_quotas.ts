import { type Kysely, type Migration, sql } from 'kysely';

/**
 * What a person may use, where that is not what everybody may; how long what was asked for is; and how much was rendered for
 * whom on which day. The database itself counts what becomes done, in the transaction that publishes it: whatever process does
 * that, it counts once, and a video that is deleted later was rendered all the same.
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
