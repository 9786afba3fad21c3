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

/** Calls about projects of an account. All throw ApiError. */
export interface ProjectClient {
  list(options?: CallOptions): Promise<ProjectList>;
  get(id: string, options?: CallOptions): Promise<ProjectRecord>;
  /** Reads several projects, as many as fit into an answer; omits deleted ones. @param ids at most MOST_READ. */
  getMany(ids: readonly string[], options?: CallOptions): Promise<ProjectRecord[]>;
  /** Lists projects deleted within thirty days, newest first. */
  deleted(options?: CallOptions): Promise<DeletedProject[]>;
  /** Restores a deleted project. */
  restore(id: string): Promise<void>;
  /**
   * Saves a project. @param revision that it builds on; undefined: the project must not exist.
   * @throws ApiError 412 if the revision differs
   */
  save(id: string, body: SaveProjectBody, revision: number | undefined, options?: CallOptions): Promise<SavedProject>;
  /** @param revision deletes only if it is current; undefined: always. */
  remove(id: string, revision?: number): Promise<void>;
  versions(id: string, options?: CallOptions): Promise<ProjectVersion[]>;
  version(id: string, revision: number, options?: CallOptions): Promise<VersionRecord>;
  /** Stores content as a separate version. */
  keepApart(id: string, body: SaveProjectBody): Promise<SavedProject>;
}

/** Connection to an account's projects. */
export interface ProjectClientOptions extends ClientOptions {
  /** Id of the expected account: calls are rejected (403) if another one is signed in. Default, and '': any. */
  account?: string;
}

/** Creates a function that sends calls meant for one account. */
export function sendOf({ account, ...options }: ProjectClientOptions): Send {
  const send = createSend(options);
  const meant: Record<string, string> = account ? { [ACCOUNT_HEADER]: account } : {};
  return (path, init = {}) =>
    send(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...meant } });
}

/** Creates a client of an account's projects. */
export function createProjectClient(options: ProjectClientOptions = {}): ProjectClient {
  const send = sendOf(options);
  const pathTo = (id: string, rest = '') => `/api/v1/projects/${encodeURIComponent(id)}${rest}`;
  const read = ({ signal }: CallOptions) => (signal ? { signal } : {});
  const expecting = (revision: number | undefined): Record<string, string> =>
    revision === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${revision}"` };
  return {
    list: async (call = {}) => readJson(await send('/api/v1/projects', read(call)), projectList),
    get: async (id, call = {}) => readJson(await send(pathTo(id), read(call)), projectRecord),
    getMany: async (ids, { signal } = {}) => {
      const answer = await send('/api/v1/projects/read', jsonInit('POST', { ids }, signal));
      return (await readJson(answer, projectRecords)).projects;
    },
    deleted: async (call = {}) =>
      (await readJson(await send('/api/v1/account/deleted-projects', read(call)), deletedList)).projects,
    restore: async (id) =>
      void (await send(`/api/v1/account/deleted-projects/${encodeURIComponent(id)}`, { method: 'POST' })),
    save: async (id, body, revision, { signal } = {}) =>
      readJson(await send(pathTo(id), jsonInit('PUT', body, signal, expecting(revision))), savedProject),
    remove: async (id, revision) =>
      void (await send(pathTo(id), {
        method: 'DELETE',
        ...(revision === undefined ? {} : { headers: expecting(revision) }),
      })),
    versions: async (id, call = {}) =>
      (await readJson(await send(pathTo(id, '/versions'), read(call)), versionList)).versions,
    version: async (id, revision, call = {}) =>
      readJson(await send(pathTo(id, `/versions/${revision}`), read(call)), versionRecord),
    keepApart: async (id, body) => readJson(await send(pathTo(id, '/versions'), jsonInit('POST', body)), savedProject),
  };
}
