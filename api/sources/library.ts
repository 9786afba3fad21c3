import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFacts } from '../../engine/project/media.ts';
import { type Problem, type ProblemCode, ProblemError, problem } from '../../engine/project/problems.ts';
import type { VideoStore } from '../jobs/store.ts';
import { fileIdentity } from '../renderer/media/fileIdentity.ts';
import type { Folders } from '../storage/folders.ts';
import { isSecretId } from './ids.ts';
import { probeInTurn } from './probing.ts';
import { factsOf, type Uploads } from './uploads.ts';

/** Where uploaded files are read. */
export const UPLOADS_PATH = '/api/v1/uploads/';
/** Where the media of the sample projects are read. */
export const SAMPLES_PATH = '/samples/media/';

/** Where finished videos are read: each under its id, as "file". */
const RESULT = /^\/api\/v1\/videos\/([^/]+)\/file$/;

/** A media file that a project may use. */
export interface FoundMedia {
  /** Its address without an origin: what projects are stored with. */
  url: string;
  /** Local file. */
  path: string;
  facts: MediaFacts;
}

/** Finds the media that projects name. Only files of this server: nothing is ever fetched from an address. */
export interface Library {
  /** @param origins the origins that mean this server. @returns the file, or what is wrong with the address. */
  find(url: string, origins: readonly string[]): Promise<FoundMedia | Problem>;
  /** Local file of an address as `find` gave it. @throws ProblemError */
  locate(url: string): Promise<string>;
}

/**
 * Makes the library: uploaded files, finished videos, and samples.
 * @param samplesDir folder of the sample media; without it there are none.
 */
export function createLibrary(
  uploads: Uploads,
  results: Pick<VideoStore, 'get'>,
  folders: Folders,
  samplesDir: string | undefined,
): Library {
  const probeOnce = createProbeCache();
  const find: Library['find'] = async (url, origins) => {
    const own = ownPath(url, origins);
    if (own === undefined) return refused(url);
    if (own.startsWith(UPLOADS_PATH)) {
      const id = own.slice(UPLOADS_PATH.length).split('/')[0] ?? '';
      const upload = isSecretId(id) ? await uploads.find(id) : undefined;
      if (!upload?.file || !upload.facts) return missing(url);
      return { url: own, path: path.join(folders.upload(id), upload.file), facts: upload.facts };
    }
    const resultId = RESULT.exec(own)?.[1];
    if (resultId !== undefined) {
      const row = isSecretId(resultId) ? await results.get(resultId) : undefined;
      if (row?.status !== 'done' || !row.file) return missing(url);
      const file = path.join(folders.video(row.id), row.file);
      return { url: own, path: file, facts: await probeOnce(file) };
    }
    if (own.startsWith(SAMPLES_PATH) && samplesDir) {
      const file = await sampleFile(samplesDir, own.slice(SAMPLES_PATH.length));
      return file ? { url: own, path: file, facts: await probeOnce(file) } : missing(url);
    }
    return own.startsWith('/') ? refused(url) : missing(url);
  };
  return {
    find,
    async locate(url) {
      const found = await find(url, []);
      if ('code' in found) throw new ProblemError([found]);
      return found.path;
    },
  };
}

/** The file of a sample's name; undefined when there is none inside the folder. */
export async function sampleFile(samplesDir: string, name: string): Promise<string | undefined> {
  try {
    const root = await realpath(samplesDir);
    const file = await realpath(path.join(root, decodeURIComponent(name)));
    return file.startsWith(root + path.sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Path of an address of this server, or of one without an origin; undefined for any other address. */
function ownPath(url: string, origins: readonly string[]): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\/|^\\/i.test(url)) return url.split(/[?#]/)[0] ?? '';
  if (!/^https?:\/\//i.test(url)) return undefined;
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
  return found('media.missing', `"${shortened(url)}" is not there. Please upload it first.`);
}

function found(code: ProblemCode, message: string): Problem {
  return problem(code, [], message);
}

function shortened(url: string): string {
  return url.length > 100 ? `${url.slice(0, 97)}...` : url;
}

function createProbeCache(): (file: string) => Promise<MediaFacts> {
  const known = new Map<string, { identity: string; facts: MediaFacts }>();
  return async (file) => {
    const identity = await fileIdentity(file);
    const cached = known.get(file);
    if (cached?.identity === identity) return cached.facts;
    const facts = factsOf(await probeInTurn(file));
    known.set(file, { identity, facts });
    return facts;
  };
}
