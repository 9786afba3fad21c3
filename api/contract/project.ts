import * as z from 'zod';
import { MAX_PROJECT_BYTES } from '../../engine/project/limits.ts';

/** How much an account may keep; bytes are those of projects as text. */
export const PROJECT_LIMITS = {
  projects: 1000,
  projectBytes: MAX_PROJECT_BYTES,
  /** Of one project. */
  versions: 200,
  versionBytes: 40_000_000,
  /** Of all projects and versions. */
  heldBytes: 1_000_000_000,
  /** Of a small picture, characters. */
  picture: 200_000,
} as const;

/** Header that names the account which a call is about: it is refused (403) where another one is signed in. */
export const ACCOUNT_HEADER = 'cutroom-account';

const id = z.string().regex(/^[\w-]{1,64}$/);
const picture = z
  .string()
  .max(PROJECT_LIMITS.picture)
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/);

/** A file that a project names by a path of the browser it was added in, and the upload that it became. */
const projectMedia = z.object({ path: z.string().max(400), url: z.string().max(2000) });

/** Path of a project: its id is chosen by whoever makes it. */
export const projectParams = z.object({ id });
/** Path of a version. */
export const versionParams = z.object({ id, revision: z.coerce.number().int().positive() });

/**
 * Body of a save. `project` is a project file; what it names by paths of a browser stands in `media` once it is uploaded.
 * `savedAt`: when it was the newest, ISO 8601; default now. `picture`: a small picture as a data URL.
 */
export const saveProjectBody = z.object({
  project: z.record(z.string(), z.unknown()),
  savedAt: z.iso.datetime().optional(),
  media: z.array(projectMedia).max(2000).default([]),
  picture: picture.optional(),
});

const shape = {
  /** Grows with every change; it is the ETag too. */
  revision: z.number(),
  name: z.string(),
  savedAt: z.string(),
  /** Pixels of the canvas. */
  width: z.number(),
  height: z.number(),
  sceneCount: z.number(),
  /** Bytes of its text. */
  size: z.number(),
  /** Address of its small picture; null where there is none. */
  picture: z.string().nullable(),
};
const content = { project: z.record(z.string(), z.unknown()), media: z.array(projectMedia) };

/** A project without its content. */
export const projectHead = z.object({ id: z.string(), ...shape });
/** The projects of an account, the newest first, and the ids of those that were deleted in the last thirty days. */
export const projectList = z.object({ projects: z.array(projectHead), removed: z.array(z.string()) });
/** A project that was deleted; for thirty days it can be had back. */
export const deletedProject = projectHead.extend({ deletedAt: z.string() });
/** The deleted projects of an account, the newest first. */
export const deletedList = z.object({ projects: z.array(deletedProject) });
/** How many projects are read at once. */
export const MOST_READ = 50;
/** Body of a reading of several projects. */
export const readProjectsBody = z.object({ ids: z.array(id).min(1).max(MOST_READ) });
/** A project. */
export const projectRecord = z.object({ id: z.string(), ...shape, ...content });
/** Those of the projects that there are; fewer than were asked for where they are large. */
export const projectRecords = z.object({ projects: z.array(projectRecord) });
/** Answer to a save: `missing` are the paths of `media` whose uploads are not there, or are not the account's. */
export const savedProject = z.object({ id: z.string(), ...shape, missing: z.array(z.string()) });

/** How a project was before; `isApart`: what came after it may not have all that is in it. */
export const versionHead = z.object({ ...shape, isApart: z.boolean() });
/** The versions of a project, the newest first. */
export const versionList = z.object({ versions: z.array(versionHead) });
/** A version with its content. */
export const versionRecord = z.object({ ...shape, isApart: z.boolean(), ...content });

/** A file that a project names by a path of a browser, and the upload that it became. */
export type ProjectMedia = z.infer<typeof projectMedia>;
/** Body of a save. */
export type SaveProjectBody = z.input<typeof saveProjectBody>;
/** A project that an account keeps on the server, without its content. */
export type ProjectHead = z.infer<typeof projectHead>;
/** The projects of an account, and what was deleted. */
export type ProjectList = z.infer<typeof projectList>;
/** A project that was deleted. */
export type DeletedProject = z.infer<typeof deletedProject>;
/** A project that an account keeps on the server. */
export type ProjectRecord = z.infer<typeof projectRecord>;
/** Answer to a save. */
export type SavedProject = z.infer<typeof savedProject>;
/** How a project was before, without its content. */
export type ProjectVersion = z.infer<typeof versionHead>;
/** How a project was before. */
export type VersionRecord = z.infer<typeof versionRecord>;
