import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ProjectRow, ProjectVersionRow } from '../db/projectTables.ts';
import { changesOf, type ExpectRoom, type HeadOf, hasPicture, shared } from './projectChanges.ts';

/** The projects of accounts. */
export type Projects = ReturnType<typeof createProjects>;

/** Days after which a deleted project is removed permanently; until then, a save restores it with its versions. */
const REMOVED_DAYS = 30;

/** Most bytes of projects read at once. */
const MOST_READ_BYTES = 8_000_000;

/** Creates the store of projects. @param expectRoom checks that an owner may store more bytes; throws otherwise. */
export function createProjects({ db }: Pick<Database, 'db'>, expectRoom: ExpectRoom = async () => undefined) {
  const live = (owner: string) => db.selectFrom('projects').where('owner', '=', owner).where('removed_at', 'is', null);
  const versionsOf = (owner: string, id: string) =>
    db.selectFrom('project_versions').where('owner', '=', owner).where('project_id', '=', id);
  return {
    list: (owner: string): Promise<HeadOf<ProjectRow>[]> =>
      live(owner)
        .select(['owner', 'id', 'removed_at', ...shared, hasPicture])
        .orderBy('saved_at', 'desc')
        .execute(),

    /** Returns the ids of deleted projects that can be restored: other devices delete them too. */
    async removed(owner: string): Promise<string[]> {
      const rows = db
        .selectFrom('projects')
        .select('id')
        .where('owner', '=', owner)
        .where('removed_at', 'is not', null);
      return (await rows.execute()).map(({ id }) => id);
    },

    /** Returns deleted projects that can be restored, latest deletion first. */
    removedHeads: (owner: string): Promise<HeadOf<ProjectRow>[]> =>
      db
        .selectFrom('projects')
        .where('owner', '=', owner)
        .where('removed_at', 'is not', null)
        .select(['owner', 'id', 'removed_at', ...shared, hasPicture])
        .orderBy('removed_at', 'desc')
        .execute(),

    /** Reads several projects with their contents, in order, as many as fit into an answer. */
    async findMany(owner: string, ids: readonly string[]): Promise<ProjectRow[]> {
      const sizes = await live(owner).where('id', 'in', ids).select(['id', 'size']).execute();
      const sizeOf = new Map(sizes.map(({ id, size }) => [id, Number(size)]));
      let bytes = 0;
      const fitting = ids.filter((id, index) => {
        bytes += sizeOf.get(id) ?? 0;
        return sizeOf.has(id) && (index === 0 || bytes <= MOST_READ_BYTES);
      });
      return fitting.length === 0 ? [] : live(owner).where('id', 'in', fitting).selectAll().execute();
    },

    /**
     * Reads only the thumbnail, since contents are large. @param revision of a version; undefined: the current project.
     */
    async picture(owner: string, id: string, revision?: number): Promise<{ picture: string | null } | undefined> {
      const present = await live(owner).where('id', '=', id).select('picture').executeTakeFirst();
      if (!present || revision === undefined) return present;
      return versionsOf(owner, id).where('revision', '=', revision).select('picture').executeTakeFirst();
    },

    find: (owner: string, id: string) => live(owner).where('id', '=', id).selectAll().executeTakeFirst(),

    /** Lists versions, newest first. @returns undefined if the project does not exist. */
    async versions(owner: string, id: string): Promise<HeadOf<ProjectVersionRow>[] | undefined> {
      if (!(await live(owner).where('id', '=', id).select('id').executeTakeFirst())) return undefined;
      return versionsOf(owner, id)
        .select(['owner', 'project_id', 'is_apart', ...shared, hasPicture])
        .orderBy('saved_at', 'desc')
        .orderBy('revision', 'desc')
        .execute();
    },

    async version(owner: string, id: string, revision: number): Promise<ProjectVersionRow | undefined> {
      const isThere = await live(owner).where('id', '=', id).select('id').executeTakeFirst();
      return isThere && versionsOf(owner, id).where('revision', '=', revision).selectAll().executeTakeFirst();
    },

    ...changesOf(db, expectRoom),

    /** Permanently removes projects that were deleted long ago. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('projects')
        .where('removed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVED_DAYS})`)
        .execute();
    },
  };
}
