import { type Kysely, type Migration, sql } from 'kysely';

/** Words of earlier releases that differ from those of all work: [state, status]. */
const videoWords = [
  ['running', 'rendering'],
  ['canceled', 'cancelled'],
] as const;
const webhookWords = [
  ['running', 'sending'],
  ['done', 'delivered'],
] as const;
const tables = { videos: videoWords, segments: videoWords, webhooks: webhookWords };
const states = ['queued', 'running', 'done', 'failed', 'canceled'];

/**
 * Gives all work the same states in a column of the same name. Videos, segments and webhooks keep the column `status`
 * with its words for processes of an earlier release, which may run during an upgrade: a trigger derives each column
 * from the other. A later release can drop the column, the trigger and its function.
 */
export const workStates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['conversions', 'transcriptions', 'derivations'])
      await sql`alter table ${sql.table(table)} rename column status to state`.execute(db);
    await sql`
      create function keep_former_status() returns trigger language plpgsql as $$
      declare pair integer;
      begin
        if (tg_op = 'UPDATE' and new.state = old.state and new.status <> old.status)
          or (tg_op = 'INSERT' and new.state in ('queued', 'waiting') and new.status not in ('queued', 'waiting')) then
          new.state := new.status;
          for pair in 0 .. tg_nargs / 2 - 1 loop
            if new.status = tg_argv[2 * pair + 1] then new.state := tg_argv[2 * pair]; end if;
          end loop;
        else
          new.status := new.state;
          for pair in 0 .. tg_nargs / 2 - 1 loop
            if new.state = tg_argv[2 * pair] then new.status := tg_argv[2 * pair + 1]; end if;
          end loop;
        end if;
        return new;
      end $$`.execute(db);
    for (const [name, words] of Object.entries(tables)) {
      const table = sql.table(name);
      const [first, allowed] = name === 'webhooks' ? ['waiting', ['waiting', ...states]] : ['queued', states];
      const cases = words.map(([state, status]) => sql`when ${sql.lit(status)} then ${sql.lit(state)}`);
      await sql`alter table ${table} add column state text not null default ${sql.lit(first)}
        check (state in (${sql.join(allowed.map(sql.lit))}))`.execute(db);
      await sql`update ${table} set state = case status ${sql.join(cases, sql` `)} else status end
        where status <> ${first}`.execute(db);
      await sql`create trigger keep_former_status before insert or update of state, status on ${table}
        for each row execute function keep_former_status(${sql.join(words.flat().map(sql.lit))})`.execute(db);
    }
    await sql`drop trigger if exists videos_rendered on videos`.execute(db);
    await sql`create trigger videos_rendered after update of state, status on videos for each row
      when (new.state = 'done' and old.state <> 'done') execute function count_rendered()`.execute(db);
    for (const index of [
      ...['videos_unfinished', 'videos_in_line', 'videos_open_of_party', 'videos_failed'],
      ...['segments_open', 'segments_in_line', 'webhooks_open'],
    ])
      await sql`drop index if exists ${sql.ref(index)}`.execute(db);
    const isOpen = sql`state in ('queued', 'running')`;
    await sql`create index videos_in_line on videos (state, turn) where ${isOpen}`.execute(db);
    await sql`create index videos_open_of_party on videos (party, turn) where ${isOpen}`.execute(db);
    await sql`create index videos_failed on videos (finished_at desc) where state = 'failed'`.execute(db);
    await sql`create index segments_in_line on segments (state, turn) where ${isOpen}`.execute(db);
    await sql`create index webhooks_open on webhooks (state) where state in ('waiting', 'queued', 'running')`.execute(
      db,
    );
  },
};
