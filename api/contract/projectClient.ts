import type { CallOptions } from './client.ts';
import { type ClientOptions, createSend, jsonInit, readJson, type Send } from './http.ts';
import {
  ACCOUNT_HEADER,
  type DeletedProject,
  deletedList,
  type ProjectList,
  type ProjectRecord,
  type ProjectVersion,
  projectList,
  projectRecord,
  projectRecords,
  type SavedProject,
  type SaveProjectBody,
  savedProject,
  type VersionRecord,
  versionList,
  versionRecord,
} from './project.ts';

/** Calls about projects that an account keeps. Every call throws ApiError, as the others do. */
export interface ProjectClient {
  list(options?: CallOptions): Promise<ProjectList>;
  get(id: string, options?: CallOptions): Promise<ProjectRecord>;
  /** Several, as many of them as fit into an answer; those that are gone are left out. @param ids at most MOST_READ. */
  getMany(ids: readonly string[], options?: CallOptions): Promise<ProjectRecord[]>;
  /** What was deleted in the last thirty days, the newest first. */
  deleted(options?: CallOptions): Promise<DeletedProject[]>;
  /** Brings back what was deleted. */
  restore(id: string): Promise<void>;
  /**
   * Saves a project. @param revision what it builds on; undefined: there is none yet.
   * @throws ApiError 412 where that is not so
   */
  save(id: string, body: SaveProjectBody, revision: number | undefined, options?: CallOptions): Promise<SavedProject>;
  /** @param revision only where it has not changed since; undefined: in any case. */
  remove(id: string, revision?: number): Promise<void>;
  versions(id: string, options?: CallOptions): Promise<ProjectVersion[]>;
  version(id: string, revision: number, options?: CallOptions): Promise<VersionRecord>;
  /** Keeps something as a version that stands apart. */
  keepApart(id: string, body: SaveProjectBody): Promise<SavedProject>;
}

/** How to reach the projects of an account. */
export interface ProjectClientOptions extends ClientOptions {
  /** Id of the account that is meant: calls are refused (403) once another one is signed in. Default, and '': whichever is. */
  account?: string;
}

/** Sends what is about one account alone. */
export function sendOf({ account, ...options }: ProjectClientOptions): Send {
  const send = createSend(options);
  const meant: Record<string, string> = account ? { [ACCOUNT_HEADER]: account } : {};
  return (path, init = {}) =>
    send(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...meant } });
}

/** Makes a client of the projects that an account keeps. */
export function createProjectClient(options: ProjectClientOptions = {}): ProjectClient {
  const send = sendOf(options);
  const pathTo = (id: string, rest = '') => `/api/v1/projects/${encodeURIComponent(id)}${rest}`;
  const read = ({ signal }: CallOptions) => (signal ? { signal } : {});
  const expecting = (revision: number | undefined): Record<string, string> =>
    revision === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${revision}"` };
  return {
    list: async (given = {}) => readJson(await send('/api/v1/projects', read(given)), projectList),
    get: async (id, given = {}) => readJson(await send(pathTo(id), read(given)), projectRecord),
    getMany: async (ids, { signal } = {}) => {
      const answer = await send('/api/v1/projects/read', jsonInit('POST', { ids }, signal));
      return (await readJson(answer, projectRecords)).projects;
    },
    deleted: async (given = {}) =>
      (await readJson(await send('/api/v1/account/deleted-projects', read(given)), deletedList)).projects,
    restore: async (id) =>
      void (await send(`/api/v1/account/deleted-projects/${encodeURIComponent(id)}`, { method: 'POST' })),
    save: async (id, body, revision, { signal } = {}) =>
      readJson(await send(pathTo(id), jsonInit('PUT', body, signal, expecting(revision))), savedProject),
    remove: async (id, revision) =>
      void (await send(pathTo(id), {
        method: 'DELETE',
        ...(revision === undefined ? {} : { headers: expecting(revision) }),
      })),
    versions: async (id, given = {}) =>
      (await readJson(await send(pathTo(id, '/versions'), read(given)), versionList)).versions,
    version: async (id, revision, given = {}) =>
      readJson(await send(pathTo(id, `/versions/${revision}`), read(given)), versionRecord),
    keepApart: async (id, body) => readJson(await send(pathTo(id, '/versions'), jsonInit('POST', body)), savedProject),
  };
}
