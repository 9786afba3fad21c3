import * as z from 'zod';
import { MAX_PROJECT_BYTES } from '../../engine/project/limits.ts';

/** Limits per account; bytes count projects as text. */
export const PROJECT_LIMITS = {
  projects: 1000,
  projectBytes: MAX_PROJECT_BYTES,
  /** Per project. */
  versions: 200,
  versionBytes: 40_000_000,
  /** For all projects and versions. */
  storedBytes: 1_000_000_000,
  /** Of a thumbnail, in characters. */
  picture: 200_000,
} as const;

/** Header with the account that a call is meant for: it is rejected (403) if another one is signed in. */
export const ACCOUNT_HEADER = 'cutroom-account';

const id = z.string().regex(/^[\w-]{1,64}$/);
const picture = z
  .string()
  .max(PROJECT_LIMITS.picture)
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/);

/** A file that a project refers to by a browser's local path, and its upload. */
const projectMedia = z.object({ path: z.string().max(400), url: z.string().max(2000) });

/** Path of a project: its creator chooses the id. */
export const projectParams = z.object({ id });
/** Path of a version. */
export const versionParams = z.object({ id, revision: z.coerce.number().int().positive() });

/**
 * Body of a save. `project` is a project file; `media` maps its local browser paths to uploads. `savedAt`: time of the
 * edit, ISO 8601; default: now. `picture`: thumbnail as a data URL.
 */
export const saveProjectBody = z.object({
  project: z.record(z.string(), z.unknown()),
  savedAt: z.iso.datetime().optional(),
  media: z.array(projectMedia).max(2000).default([]),
  picture: picture.optional(),
});

const shape = {
  /** Increases with every change; also the ETag. */
  revision: z.number(),
  name: z.string(),
  savedAt: z.string(),
  /** Canvas size in pixels. */
  width: z.number(),
  height: z.number(),
  sceneCount: z.number(),
  /** Bytes of its text. */
  size: z.number(),
  /** URL of its thumbnail, or null. */
  picture: z.string().nullable(),
};
const content = { project: z.record(z.string(), z.unknown()), media: z.array(projectMedia) };

/** A project without its content. */
export const projectHead = z.object({ id: z.string(), ...shape });
/** Projects of an account, newest first, and ids of those deleted within thirty days. */
export const projectList = z.object({ projects: z.array(projectHead), removed: z.array(z.string()) });
/** A deleted project, which can be restored for thirty days. */
export const deletedProject = projectHead.extend({ deletedAt: z.string() });
/** Deleted projects of an account, newest first. */
export const deletedList = z.object({ projects: z.array(deletedProject) });
/** Most projects per read. */
export const MOST_READ = 50;
/** Body of a read of several projects. */
export const readProjectsBody = z.object({ ids: z.array(id).min(1).max(MOST_READ) });
/** A project. */
export const projectRecord = z.object({ id: z.string(), ...shape, ...content });
/** The existing projects; fewer than requested if they are large. */
export const projectRecords = z.object({ projects: z.array(projectRecord) });
/** Answer to a save: `missing` lists the paths of `media` whose uploads do not exist or belong to another owner. */
export const savedProject = z.object({ id: z.string(), ...shape, missing: z.array(z.string()) });

/** An earlier version; `isApart`: later versions may lack some of its content. */
export const versionHead = z.object({ ...shape, isApart: z.boolean() });
/** Versions of a project, newest first. */
export const versionList = z.object({ versions: z.array(versionHead) });
/** A version with its content. */
export const versionRecord = z.object({ ...shape, isApart: z.boolean(), ...content });

/** A file that a project refers to by a browser's local path, and its upload. */
export type ProjectMedia = z.infer<typeof projectMedia>;
/** Body of a save. */
export type SaveProjectBody = z.input<typeof saveProjectBody>;
/** A project of an account, without its content. */
export type ProjectHead = z.infer<typeof projectHead>;
/** Projects of an account, and deleted ones. */
export type ProjectList = z.infer<typeof projectList>;
/** A deleted project. */
export type DeletedProject = z.infer<typeof deletedProject>;
/** A project of an account. */
export type ProjectRecord = z.infer<typeof projectRecord>;
/** Answer to a save. */
export type SavedProject = z.infer<typeof savedProject>;
/** A version of a project, without its content. */
export type ProjectVersion = z.infer<typeof versionHead>;
/** A version of a project. */
export type VersionRecord = z.infer<typeof versionRecord>;
