import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { PROJECT_LIMITS, type ProjectMedia } from '../contract/project.ts';
import type { ProjectRow } from '../db/projectTables.ts';
import type { Tables } from '../db/tables.ts';
import { type Storable, uploadIdOf } from './storable.ts';
import { thinned } from './thinned.ts';

/** A project or version without its content; `picture` tells whether a thumbnail exists. */
export type HeadOf<T> = Omit<T, 'body' | 'media' | 'upload_ids' | 'picture' | 'kept_at'> & { picture: boolean };

/** A project to save. */
export interface Save {
  owner: string;
  id: string;
  project: Storable;
  savedAt: Date;
  media: readonly ProjectMedia[];
  picture: string | undefined;
}

/** Precondition of a save or deletion: a revision, that the project does not exist, or none. */
export type Condition = number | 'none' | 'any';

/** Why a save was rejected. */
export type Refusal = 'changed' | 'full';

/** Result of a save. */
export interface Saved {
  head: HeadOf<ProjectRow>;
  /** Paths of media whose uploads are missing or belong to another owner. */
  missing: string[];
}

/** Columns that projects and versions share, except contents. */
export const shared = ['revision', 'name', 'width', 'height', 'scene_count', 'size', 'saved_at'] as const;
/** Whether a thumbnail exists; lists do not load it. */
export const hasPicture = sql<boolean>`picture is not null`.as('picture');

const headColumns = ['owner', 'id', 'removed_at', ...shared, hasPicture] as const;

/** Checks, inside the transaction, that an owner may store more bytes. Throws otherwise. */
export type ExpectRoom = (change: Change, room: { party: string; bytes: number }) => Promise<void>;

/** Creates the operations that change projects of accounts. @param expectRoom checks quotas before a save. */
export function changesOf(db: Change, expectRoom: ExpectRoom) {
  return {
    /**
     * Saves a project; the previous content becomes a version. Saving identical content only updates media and
     * thumbnail, whatever the condition, since the client may have missed the first answer.
     */
    save: (save: Save, condition: Condition): Promise<Saved | Refusal> =>
      withOwnerLock(db, save.owner, async (change) => {
        const { owner, id } = save;
        const { media, missing } = await ownMedia(change, { ...save, named: save.project.named });
        const former = await rowOf(change, owner, id);
        const present = former && former.removed_at === null ? former : undefined;
        if (present?.body === save.project.body) return { head: await touch(change, present, save, media), missing };
        if (!isMet(condition, present)) return 'changed';
        if (!(await hasRoom(change, owner, { bytes: bytesOf(save), count: present ? 0 : 1 }))) return 'full';
        await expectRoom(change, { party: owner, bytes: save.project.size });
        const row = former && (await rowOf(change, owner, id));
        if (row) await keepVersion(change, row, false);
        const head = await write(change, save, media, row);
        await thin(change, owner, id);
        return { head, missing };
      }),

    /**
     * Stores content as a separate version, which the project may not include. @returns undefined if the project does
     * not exist.
     */
    keepApart: (save: Save): Promise<Saved | Refusal | undefined> =>
      withOwnerLock(db, save.owner, async (change) => {
        const { owner, id } = save;
        const former = await rowOf(change, owner, id);
        if (!former || former.removed_at !== null) return undefined;
        const { media, missing } = await ownMedia(change, { ...save, named: save.project.named });
        if (!(await hasRoom(change, owner, { bytes: bytesOf(save), count: 0 }))) return 'full';
        await expectRoom(change, { party: owner, bytes: save.project.size });
        const [{ revision } = { revision: 0 }] = (
          await sql<{ revision: number | string }>`select nextval('project_revisions') as revision`.execute(change)
        ).rows;
        const row = { ...former, ...columnsOf(save, media), picture: save.picture ?? null, revision };
        await keepVersion(change, row, true);
        await thin(change, owner, id);
        return { head: { ...row, picture: row.picture !== null }, missing };
      }),

    /** Deletes a project; for a while it can be restored. @returns undefined if it does not exist. */
    remove: (owner: string, id: string, condition: Condition): Promise<'removed' | Refusal | undefined> =>
      withOwnerLock(db, owner, async (change) => {
        const row = await rowOf(change, owner, id);
        if (!row || row.removed_at !== null) return undefined;
        if (!isMet(condition, row)) return 'changed';
        await change
          .updateTable('projects')
          .set({ removed_at: sql`now()`, revision: nextRevision })
          .where('owner', '=', owner)
          .where('id', '=', id)
          .execute();
        return 'removed';
      }),

    /** Restores a deleted project; leaves an existing one unchanged. @returns undefined if it does not exist. */
    restore: (owner: string, id: string): Promise<HeadOf<ProjectRow> | Refusal | undefined> =>
      withOwnerLock(db, owner, async (change) => {
        const row = await rowOf(change, owner, id);
        if (!row) return undefined;
        if (row.removed_at === null) return { ...row, picture: row.picture !== null };
        const { count, live } = await storageOf(change, owner);
        const { projects, storedBytes } = PROJECT_LIMITS;
        if (count + 1 > projects || live + Number(row.size) > storedBytes) return 'full';
        return change
          .updateTable('projects')
          .set({ removed_at: null, revision: nextRevision })
          .where('owner', '=', owner)
          .where('id', '=', id)
          .returning(headColumns)
          .executeTakeFirstOrThrow();
      }),
  };
}

type Change = Kysely<Tables>;

const nextRevision = sql<number>`nextval('project_revisions')`;

/** Serializes changes of one owner's projects. */
function withOwnerLock<T>(db: Change, owner: string, run: (change: Change) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`projects of ${owner}`}))`.execute(change);
    return run(change);
  });
}

function rowOf(change: Change, owner: string, id: string): Promise<ProjectRow | undefined> {
  const row = change.selectFrom('projects').selectAll().where('owner', '=', owner).where('id', '=', id);
  return row.executeTakeFirst();
}

function isMet(condition: Condition, present: Pick<ProjectRow, 'revision'> | undefined): boolean {
  if (condition === 'any') return true;
  return condition === 'none' ? !present : Number(present?.revision) === condition;
}

/** Whether more may be stored. Deletes removed projects permanently if that frees the space. */
async function hasRoom(change: Change, owner: string, added: { bytes: number; count: number }): Promise<boolean> {
  const { count, live, bytes } = await storageOf(change, owner);
  if (count + added.count > PROJECT_LIMITS.projects || live + added.bytes > PROJECT_LIMITS.storedBytes) return false;
  if (bytes + added.bytes > PROJECT_LIMITS.storedBytes)
    await change.deleteFrom('projects').where('owner', '=', owner).where('removed_at', 'is not', null).execute();
  return true;
}

/** Counts an owner's projects and all their stored bytes, including thumbnails; `live` excludes deleted projects. */
async function storageOf(change: Change, owner: string): Promise<{ count: number; live: number; bytes: number }> {
  const { rows } = await sql<{ count: number | string; live: number | string; bytes: number | string }>`
    with stored as (
      select 1 as project, removed_at is null as is_live, ${sizeOf('projects')} as bytes
        from projects where owner = ${owner}
      union all
      select 0, projects.removed_at is null, ${sizeOf('project_versions')}
        from project_versions join projects on projects.owner = project_versions.owner and projects.id = project_id
        where project_versions.owner = ${owner})
    select
      coalesce(sum(project) filter (where is_live), 0) as count,
      coalesce(sum(bytes) filter (where is_live), 0) as live,
      coalesce(sum(bytes), 0) as bytes
    from stored`.execute(change);
  const { count = 0, live = 0, bytes = 0 } = rows[0] ?? {};
  return { count: Number(count), live: Number(live), bytes: Number(bytes) };
}

const sizeOf = (table: 'projects' | 'project_versions') => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column('size')}::bigint + coalesce(octet_length(${column('picture')}), 0) + pg_column_size(${column('media')})`;
};

/** Returns the bytes that a save adds. */
function bytesOf({ project, picture = '', media }: Save): number {
  return project.size + picture.length + JSON.stringify(media).length;
}

/**
 * Filters media to those whose uploads belong to the owner; the project then retains these uploads. @param from.named
 * further uploads that the project names.
 */
export async function ownMedia(
  change: Change,
  { owner, named, media }: { owner: string; named: readonly string[]; media: readonly ProjectMedia[] },
) {
  const ids = [...new Set([...named, ...media.flatMap((one) => uploadIdOf(one) ?? [])])];
  const found = ids.length
    ? await change.selectFrom('uploads').select('id').where('owner', '=', owner).where('id', 'in', ids).execute()
    : [];
  const own = new Set(found.map(({ id }) => id));
  const isOwn = (one: ProjectMedia) => own.has(uploadIdOf(one) ?? '');
  return {
    media: { rows: media.filter(isOwn), ids: [...own].sort() },
    missing: media.filter((one) => !isOwn(one)).map(({ path }) => path),
  };
}

type OwnMedia = Awaited<ReturnType<typeof ownMedia>>['media'];

function columnsOf({ project: { named: _, ...project }, savedAt }: Save, { rows, ids }: OwnMedia) {
  return { ...project, saved_at: savedAt, media: JSON.stringify(rows), upload_ids: JSON.stringify(ids) };
}

/** For identical content: a new revision announces files that were added since. */
async function touch(change: Change, present: ProjectRow, save: Save, media: OwnMedia): Promise<HeadOf<ProjectRow>> {
  // The database orders keys differently.
  const isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(media.rows)), present.media);
  return change
    .updateTable('projects')
    .set({
      media: JSON.stringify(media.rows),
      upload_ids: JSON.stringify(media.ids),
      ...(save.picture === undefined ? {} : { picture: save.picture }),
      ...(isSame ? {} : { revision: nextRevision }),
    })
    .where('owner', '=', save.owner)
    .where('id', '=', save.id)
    .returning(headColumns)
    .executeTakeFirstOrThrow();
}

async function write(change: Change, save: Save, media: OwnMedia, former: ProjectRow | undefined) {
  const { owner, id, picture } = save;
  const columns = { ...columnsOf(save, media), ...(picture === undefined ? {} : { picture }), removed_at: null };
  const written = former
    ? change
        .updateTable('projects')
        .set({ ...columns, revision: nextRevision })
        .where('owner', '=', owner)
        .where('id', '=', id)
        .returning(headColumns)
    : change
        .insertInto('projects')
        .values({ ...columns, owner, id })
        .returning(headColumns);
  return written.executeTakeFirstOrThrow();
}

async function keepVersion(change: Change, row: Omit<ProjectRow, 'media' | 'upload_ids'> & KeptJson, isApart: boolean) {
  const { id, removed_at: _, media, upload_ids, ...rest } = row;
  const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  await change
    .insertInto('project_versions')
    .values({ ...rest, media: json(media), upload_ids: json(upload_ids), project_id: id, is_apart: isApart })
    .execute();
}

interface KeptJson {
  media: unknown;
  upload_ids: unknown;
}

async function thin(change: Change, owner: string, id: string): Promise<void> {
  const of = change.selectFrom('project_versions').where('owner', '=', owner).where('project_id', '=', id);
  const rows = await of.select(['revision', 'kept_at', 'size', 'is_apart']).execute();
  const gone = thinned(
    rows.map(({ revision, kept_at, size, is_apart }) => ({
      revision: Number(revision),
      keptAt: new Date(kept_at).getTime(),
      size,
      isApart: is_apart,
    })),
    Date.now(),
  );
  if (gone.length === 0) return;
  await change
    .deleteFrom('project_versions')
    .where('owner', '=', owner)
    .where('project_id', '=', id)
    .where('revision', 'in', gone)
    .execute();
}
