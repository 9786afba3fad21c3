import { measureByElement } from '../../../engine/browser/media/measureElement.ts';
import { type FileOptions, openProjectZip } from '../../../engine/browser/zip/projectZip.ts';
import { ZipError } from '../../../engine/browser/zip/readZip.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import { mediaTypeOf } from '../../../engine/formats/mediaTypes.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { MAX_PROJECT_BYTES } from '../../../engine/project/limits.ts';
import {
  fileReferences,
  type MediaFacts,
  type MediaReference,
  mapMediaUrls,
  mediaReferences,
  withMediaFacts,
} from '../../../engine/project/media.ts';
import { parseStored, type Unreadable } from '../../../engine/project/migrate.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { parseProjectText } from '../../../engine/project/parse.ts';
import { problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { adoptFile } from '../media/addFile.ts';
import { blobOf, entryOf, isMediaPath, newMediaPath, restoreEntry } from '../media/mediaTable.ts';
import { fileNameOf, isLink, isOfOtherSite, matchMedia } from '../media/references.ts';

/** Result of opening a project file. */
export type Imported =
  | {
      ok: true;
      project: Project;
      /** Media that the project uses and that were not included. */
      missing: string[];
    }
  | Unreadable;

/** Implements importProject. */
export async function unpackProject(
  file: File,
  { media = [], ...options }: FileOptions & { media?: readonly File[] },
): Promise<Imported> {
  try {
    const isJson = /\.json$/i.test(file.name) || file.type === 'application/json';
    return isJson ? await unpackLoose(file, media, options) : await unpackZip(file, media, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ZipError) return unreadable(error.message);
    return unreadable(`${file.name} could not be read. Please try again.`);
  }
}

/** A media file included with a project. */
interface Source {
  name: string;
  size: number;
  read(signal?: AbortSignal): Promise<Blob>;
}

async function unpackZip(file: File, loose: readonly File[], options: FileOptions): Promise<Imported> {
  const { project, media } = await openProjectZip(file);
  const text = await (await project.read(options.signal)).text();
  const find = (url: string): Source | undefined => {
    const entry = media.get(url);
    return entry ? { ...entry, name: fileNameOf(url) } : findLoose(url, loose);
  };
  return unpackText(text, '', find, options);
}

async function unpackLoose(file: File, media: readonly File[], options: FileOptions): Promise<Imported> {
  if (file.size > MAX_PROJECT_BYTES) return unreadable(pageMessages.projectTooLarge);
  const name = truncateName(file.name.replace(/\.json$/i, ''));
  return unpackText(await file.text(), name, (url) => findLoose(url, media), options);
}

function findLoose(url: string, files: readonly File[]): Source | undefined {
  const [match] = matchMedia([{ url, path: [], kind: 'image' }], files);
  const found = files.find(({ name }) => name === match?.fileName);
  return found && { name: found.name, size: found.size, read: async () => found };
}

/** @param name for a project without one; '' for none. */
async function unpackText(
  text: string,
  name: string,
  find: (url: string) => Source | undefined,
  options: FileOptions,
): Promise<Imported> {
  const parsed = parseText(text);
  if (!parsed.ok) return { ...parsed, text };
  return unpackMedia({ ...(name ? { name } : {}), ...parsed.value }, find, options);
}

/** Parses a project file, or a downloaded Studio state. */
function parseText(text: string) {
  const parsed = parseProjectText(text);
  if (parsed.ok || parsed.problems.some(({ code }) => code === 'json.syntax' || code === 'json.size')) return parsed;
  return parseStored(JSON.parse(text.replace(/^\ufeff/, '')));
}

async function unpackMedia(
  project: Project,
  find: (url: string) => Source | undefined,
  { onProgress, signal }: FileOptions,
): Promise<Imported> {
  const urls = [...new Set(fileReferences(project).map(({ url }) => url))].filter((url) => !isLink(url));
  const found = urls.flatMap((url) => {
    const source = find(url);
    return source ? [{ url, source }] : [];
  });
  const total = found.reduce((sum, { source }) => sum + source.size, 0);
  const paths = new Map<string, string>();
  const missing: string[] = [];
  let done = 0;
  for (const { url, source } of found) {
    signal?.throwIfAborted();
    paths.set(url, await unpackFile(url, source, signal));
    done += source.size;
    onProgress?.(done, total);
  }
  for (const url of urls) if (!paths.has(url) && !(await restoreEntry(url))) missing.push(url);
  const taken = mapMediaUrls(project, (url) => paths.get(url) ?? url);
  return { ok: true, project: await withMeasuredMedia(taken, signal), missing };
}

/** Stores a file. @returns its path. */
async function unpackFile(url: string, source: Source, signal: AbortSignal | undefined): Promise<string> {
  const blob = await source.read(signal);
  const type = mediaTypeOf(source.name) || blob.type;
  const former = await blobOf(url);
  if (former && (await sameBytes(former, blob, signal))) {
    await restoreEntry(url);
    return url;
  }
  // Must not replace another file at this path, which other projects may use.
  const path = isMediaPath(url) && !former ? url : newMediaPath(source.name).url;
  await adoptFile(path, new File([blob], source.name, { type }));
  return path;
}

function unreadable(message: string): Unreadable {
  return { ok: false, problems: [problem('file.unreadable', [], message)], text: '' };
}

/** Bytes compared at a time. */
const STEP = 4_000_000;

/** Returns whether two files have the same content. */
export async function sameBytes(a: Blob, b: Blob, signal?: AbortSignal): Promise<boolean> {
  if (a.size !== b.size) return false;
  for (let from = 0; from < a.size; from += STEP) {
    signal?.throwIfAborted();
    const [one, other] = await Promise.all([bytesOf(a, from), bytesOf(b, from)]);
    if (one.some((byte, index) => byte !== other[index])) return false;
  }
  return true;
}

async function bytesOf(file: Blob, from: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, from + STEP).arrayBuffer());
}

/**
 * Returns the project with the sizes and lengths of its media: from measured files, and for URLs of this server without
 * facts, from this browser. What cannot be measured stays unchanged.
 */
async function withMeasuredMedia(project: Project, signal?: AbortSignal): Promise<Project> {
  const facts = new Map<string, MediaFacts>();
  const measure = async (reference: MediaReference) => {
    const known = entryOf(reference.url)?.facts ?? (await measureLink(project, reference, signal));
    if (known) facts.set(reference.url, known);
  };
  await Promise.all(mediaReferences(project).map(measure));
  return withMediaFacts(project, facts);
}

async function measureLink(
  project: Project,
  { url, kind }: MediaReference,
  signal?: AbortSignal,
): Promise<MediaFacts | undefined> {
  if (!isLink(url) || isOfOtherSite(url) || kind === 'image' || hasLength(project, url)) return undefined;
  const found = await measureByElement(url, kind, signal);
  // A link of another kind than its layer is reported where it is displayed.
  if (!found || (kind === 'video' && found.width === 0)) return undefined;
  return { kind, ...found, hasAudio: true, animated: false };
}

function hasLength({ scenes, audio }: Project, url: string): boolean {
  const layers = scenes.flatMap((scene) => scene.layers).filter(isPlayed);
  const users = [...layers, ...(audio ? [audio] : [])].filter((one) => one.url === url);
  return users.every(({ duration }) => duration !== undefined);
}
