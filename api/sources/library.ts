import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFacts } from '../../engine/project/media.ts';
import { hasScheme, isHttpAddress } from '../../engine/project/mediaAddress.ts';
import { type Problem, type ProblemCode, ProblemError, problem } from '../../engine/project/problems.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import { fileIdentity } from '../renderer/media/fileIdentity.ts';
import { videoKey } from '../storage/keys.ts';
import { type LocalFile, NotStoredError, type Storage } from '../storage/storage.ts';
import { isBelow } from '../system/isBelow.ts';
import { isSecretId } from './ids.ts';
import { factsOf } from './inspectFile.ts';
import { probeOwn } from './probing.ts';
import { nameByContent } from './uploadNames.ts';
import type { Uploads } from './uploads.ts';

/** Path of uploaded files. */
export const UPLOADS_PATH = '/api/v1/uploads/';
/** Returns the path of an upload. The name is for people: files are found by id alone. */
export function uploadPath({ id, name, file = null }: { id: string; name: string; file?: string | null }): string {
  return `${UPLOADS_PATH}${id}/${encodeURIComponent(nameByContent({ name, file }))}`;
}

/** Path of the sample projects' media. */
export const SAMPLES_PATH = '/samples/media/';

/** Path of finished videos: id, then "file". */
const RESULT = /^\/api\/v1\/videos\/([^/]+)\/file$/;

/** A media file that a project may use. */
export interface FoundMedia {
  /** URL without an origin, as stored in projects. */
  url: string;
  facts: MediaFacts;
  /** Returns its local file. @throws NotStoredError if it is gone. */
  open(signal?: AbortSignal): Promise<LocalFile>;
}

/** Finds files on this server that projects refer to; never fetches a URL. */
export interface Library {
  /**
   * @param origins of this server. @param by owner of the request: other owners' private videos count as missing;
   * without it, all videos are visible. @returns the file, or the URL's problem.
   */
  find(url: string, origins: readonly string[], by?: { asker: string | undefined }): Promise<FoundMedia | Problem>;
  /** Returns the local file of a URL from `find`. @throws ProblemError */
  locate(url: string, signal?: AbortSignal): Promise<LocalFile>;
}

/**
 * Creates the library of uploads, finished videos and samples.
 * @param samplesDir folder of the sample media; default: no samples.
 */
export function createLibrary(
  uploads: Pick<Uploads, 'find' | 'keyOf'>,
  results: Pick<VideoStore, 'get'>,
  storage: Pick<Storage, 'fetchLocal'>,
  samplesDir: string | undefined,
): Library {
  const measureOnce = createFactsCache();
  const stored = (key: string) => (signal?: AbortSignal) => storage.fetchLocal(key, signal);
  const findUpload = async (url: string, id: string) => {
    const upload = isSecretId(id) ? await uploads.find(id) : undefined;
    if (!upload?.file || !upload.facts) return missing(url);
    // The canonical URL, whatever name was requested.
    return { url: uploadPath(upload), facts: upload.facts, open: stored(uploads.keyOf(upload)) };
  };
  const findResult = async (url: string, id: string, by: Parameters<Library['find']>[2]) => {
    const row = isSecretId(id) ? await results.get(id) : undefined;
    if (row?.state !== 'done' || !row.file) return missing(url);
    if (by && row.is_private && row.owner !== by.asker) return missing(url);
    const key = videoKey(id, row.file);
    return { url, facts: await measureOnce(key, stored(key)), open: stored(key) };
  };
  const findSample = async (url: string, folder: string) => {
    const file = await sampleFile(folder, url.slice(SAMPLES_PATH.length));
    if (!file) return missing(url);
    const open = async () => ({ path: file, release: () => undefined });
    return { url, facts: await measureOnce(await fileIdentity(file), open), open };
  };
  const findOwn = async (url: string, own: string, by: Parameters<Library['find']>[2]) => {
    if (own.startsWith(UPLOADS_PATH)) return findUpload(own, own.slice(UPLOADS_PATH.length).split('/')[0] ?? '');
    const resultId = RESULT.exec(own)?.[1];
    if (resultId !== undefined) return findResult(own, resultId, by);
    if (own.startsWith(SAMPLES_PATH) && samplesDir) return findSample(own, samplesDir);
    return own.startsWith('/') ? refused(url) : missing(url);
  };
  const unlessGone = (url: string) => (error: unknown) => {
    if (error instanceof NotStoredError) return missing(url);
    throw error;
  };
  const find: Library['find'] = async (url, origins, by) => {
    const own = ownPath(url, origins);
    return own === undefined ? refused(url) : findOwn(url, own, by).catch(unlessGone(url));
  };
  return {
    find,
    async locate(url, signal) {
      const found = await find(url, []);
      const file = 'code' in found ? found : await found.open(signal).catch(unlessGone(url));
      if ('code' in file) throw new ProblemError([file]);
      return file;
    },
  };
}

/** Finds a sample file by name; undefined if it is not inside the folder. */
export async function sampleFile(samplesDir: string, name: string): Promise<string | undefined> {
  try {
    const root = await realpath(samplesDir);
    const file = await realpath(path.join(root, decodeURIComponent(name)));
    return isBelow(file, root) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path of a URL on this server, or without an origin; undefined for other URLs. */
function ownPath(url: string, origins: readonly string[]): string | undefined {
  if (!hasScheme(url) && !/^\/\/|^\\/.test(url)) return url.split(/[?#]/)[0] ?? '';
  if (!isHttpAddress(url)) return undefined;
  try {
    const { origin, pathname } = new URL(url);
    return origins.includes(origin) ? pathname : undefined;
  } catch {
    return undefined;
  }
}

function refused(url: string): Problem {
  return found('media.refused', `"${shortened(url)}" is not a file of this server. Please upload it first.`);
}

function missing(url: string): Problem {
  return found('media.missing', `"${shortened(url)}" does not exist. Upload it first.`);
}

function found(code: ProblemCode, message: string): Problem {
  return problem(code, [], message);
}

function shortened(url: string): string {
  return url.length > 100 ? `${url.slice(0, 97)}...` : url;
}

/** Cached facts of files other than uploads, whose facts are in their rows. */
const MOST_KNOWN = 2000;

/** Probes each file once. */
function createFactsCache(): (identity: string, open: FoundMedia['open']) => Promise<MediaFacts> {
  const known = new Map<string, MediaFacts>();
  return async (identity, open) => {
    const cached = known.get(identity);
    if (cached) return cached;
    const file = await open();
    try {
      const facts = factsOf(await probeOwn(file.path));
      const [oldest = ''] = known.keys();
      if (known.size >= MOST_KNOWN) known.delete(oldest);
      known.set(identity, facts);
      return facts;
    } finally {
      file.release();
    }
  };
}
