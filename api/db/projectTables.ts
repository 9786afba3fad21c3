import type { Generated, Selectable } from 'kysely';
import type { ProjectMedia } from '../contract/project.ts';
import type { Instant, Json } from './columns.ts';

/** How a project, or a version of one, is stored. */
interface StoredProjectTable {
  /** An account's, see ownerOfAccount. */
  owner: string;
  /** Unlike that of any other project or version, whoever's it is. */
  revision: Generated<number | string>;
  name: string;
  /** Pixels of the canvas. */
  width: number;
  height: number;
  scene_count: number;
  /** The project as JSON text, and its bytes. */
  body: string;
  size: number;
  /** Which uploads its files of a browser became. */
  media: Json<readonly ProjectMedia[]>;
  /** All uploads that it needs: they do not go while it is there. */
  upload_ids: Json<readonly string[]>;
  /** Its small picture as a data URL. */
  picture: string | null;
  saved_at: Instant;
}

/** A project that an account keeps here; with a time of removal for as long as that can be undone. */
export interface ProjectTable extends StoredProjectTable {
  id: string;
  removed_at: Instant | null;
}

/** How a project was before. */
export interface ProjectVersionTable extends StoredProjectTable {
  project_id: string;
  /** true: what came after it may not have all that is in it. */
  is_apart: Generated<boolean>;
  /** When it became one, by the database's clock; `saved_at` is by that of the machine that saved it. */
  kept_at: Generated<Date>;
}

/** A template, logo, font or color that an account keeps here. */
export interface KitItemTable {
  owner: string;
  /** Its kind and what it is called by there. */
  id: string;
  /** A KitItem as JSON text, and its bytes. */
  body: string;
  size: number;
  /** All uploads that it needs: they do not go while it is there. */
  upload_ids: Json<readonly string[]>;
  added_at: Generated<Date>;
}

/** One of them that was taken out. */
export interface KitRemovalTable {
  owner: string;
  id: string;
  removed_at: Generated<Date>;
}

/** A project as it is read. */
export type ProjectRow = Selectable<ProjectTable>;
/** A version of a project as it is read. */
export type ProjectVersionRow = Selectable<ProjectVersionTable>;
