import { sql } from 'kysely';
import type { StorageUsed } from '../contract/account.ts';
import type { Database } from '../db/database.ts';

type Kind = 'video' | 'upload' | 'project' | 'kit_item';
type Counted = `${Kind}s` | `${Kind}_bytes`;

/** Returns what an owner stores on the server. @param limit for the bytes of uploads; 0: none. */
export async function storageOf({ db }: Database, owner: string, limit: number): Promise<Omit<StorageUsed, 'quota'>> {
  const { rows } = await sql<Record<Counted, string | number>>`
    select
      (select count(*) from videos where owner = ${owner}) as videos,
      (select coalesce(sum(size), 0) from videos where owner = ${owner}) as video_bytes,
      (select count(*) from uploads where owner = ${owner} and status = 'done') as uploads,
      (select coalesce(sum(size), 0) from uploads where owner = ${owner} and status = 'done') as upload_bytes,
      (select count(*) from projects where owner = ${owner} and removed_at is null) as projects,
      (select coalesce(sum(size), 0) from projects where owner = ${owner})
        + (select coalesce(sum(size), 0) from project_versions where owner = ${owner}) as project_bytes,
      (select count(*) from kit_items where owner = ${owner}) as kit_items,
      (select coalesce(sum(size), 0) from kit_items where owner = ${owner}) as kit_item_bytes`.execute(db);
  const row = rows[0];
  return {
    videos: { count: Number(row?.videos ?? 0), bytes: Number(row?.video_bytes ?? 0) },
    projects: { count: Number(row?.projects ?? 0), bytes: Number(row?.project_bytes ?? 0) },
    kit: { count: Number(row?.kit_items ?? 0), bytes: Number(row?.kit_item_bytes ?? 0) },
    uploads: {
      count: Number(row?.uploads ?? 0),
      bytes: Number(row?.upload_bytes ?? 0),
      limit: limit > 0 ? limit : null,
    },
  };
}
