import type { Generated, Selectable } from 'kysely';
import type { ProjectMedia } from '../contract/project.ts';
import type { Instant, Json } from './columns.ts';

/** Columns of a stored project or version. */
interface StoredProjectTable {
  /** An account's owner id, see ownerOfAccount. */
  owner: string;
  /** Unique among all projects and versions of all owners. */
  revision: Generated<number | string>;
  name: string;
  /** Canvas size in pixels. */
  width: number;
  height: number;
  scene_count: number;
  /** Project as JSON text, and its size in bytes. */
  body: string;
  size: number;
  /** Uploads of its local browser files. */
  media: Json<readonly ProjectMedia[]>;
  /** All uploads that it uses; they are retained while it exists. */
  upload_ids: Json<readonly string[]>;
  /** Thumbnail as a data URL. */
  picture: string | null;
  saved_at: Instant;
}

/** A project of an account; `removed_at` is set while its deletion can be undone. */
export interface ProjectTable extends StoredProjectTable {
  id: string;
  removed_at: Instant | null;
}

/** An earlier version of a project. */
export interface ProjectVersionTable extends StoredProjectTable {
  project_id: string;
  /** true: later versions may lack some of its content. */
  is_apart: Generated<boolean>;
  /** When it became a version, by the database's clock; `saved_at` uses the clock of the machine that saved it. */
  kept_at: Generated<Date>;
}

/** A template, logo, font or color of an account. */
export interface KitItemTable {
  owner: string;
  /** Kind and name. */
  id: string;
  /** A KitItem as JSON text, and its size in bytes. */
  body: string;
  size: number;
  /** All uploads that it uses; they are retained while it exists. */
  upload_ids: Json<readonly string[]>;
  added_at: Generated<Date>;
}

/** A removed kit item. */
export interface KitRemovalTable {
  owner: string;
  id: string;
  removed_at: Generated<Date>;
}

/** A project row as read. */
export type ProjectRow = Selectable<ProjectTable>;
/** A version row as read. */
export type ProjectVersionRow = Selectable<ProjectVersionTable>;
