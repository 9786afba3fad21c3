import { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Problem, ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { requiredMedia } from '../../../engine/timeline/requiredMedia.ts';
import type { Budget } from '../../system/budget.ts';
import { linkMediaFile } from '../../system/mediaLinks.ts';
import { fileIdentity, hasSameContent, isSameFile } from './fileIdentity.ts';
import { type CopyRun, privateCopyOf } from './privateCopy.ts';
import { type Probe, probeFile } from './probe.ts';
import type { ProbeFile } from './probeCache.ts';
import { sniffFile } from './sniff.ts';
import { shownName } from './unreadable.ts';

/** How media files are found and measured. */
export interface MediaOptions {
  /** Finds the local file of a media reference. Rejects with a ProblemError if it is missing or not allowed. */
  locate: (url: string) => Promise<string>;
  /** Returns an ID of a file's content that is equal on all machines, if there is one. */
  contentOf?: ((path: string) => string | undefined) | undefined;
  /** Measures a file; default: `probeFile`, without a cache. */
  probe?: ProbeFile | undefined;
  signal?: AbortSignal;
}

/** A project's media, by URL: paths and measurements. */
export interface Media {
  paths: Map<string, string>;
  /** Path of each original file, also if `paths` holds a copy or a link. */
  sources: Map<string, string>;
  probes: Map<string, Probe>;
  /** Fingerprint of each file: changes when the file is written or replaced. */
  identities: Map<string, string>;
  /** ID of each file's content that is equal on all machines, if known. */
  contents: Map<string, string>;
}

/**
 * Finds and measures every media file of a project, each once.
 * @param options.only URLs to measure; default: all.
 * @returns the media, and a problem for each place in the project whose file is missing or unusable.
 */
export async function measureMedia(
  project: Project,
  options: MediaOptions & { only?: ReadonlySet<string> | undefined },
): Promise<{ media: Media; problems: Problem[] }> {
  const [paths, sources, probes] = [new Map<string, string>(), new Map<string, string>(), new Map<string, Probe>()];
  const media: Media = { paths, sources, probes, identities: new Map(), contents: new Map() };
  const problems: Problem[] = [];
  const refused = new Map<string, readonly Problem[]>();
  for (const { url, path } of requiredMedia(project)) {
    if (options.only && !options.only.has(url)) continue;
    if (!media.paths.has(url) && !refused.has(url)) {
      try {
        const found = await options.locate(url);
        // Taken before probing, so that a write during probing counts as a change.
        media.identities.set(url, await fileIdentity(found));
        const content = options.contentOf?.(found);
        if (content !== undefined) media.contents.set(url, content);
        media.probes.set(url, await (options.probe ?? probeFile)(found, options));
        media.paths.set(url, found);
        media.sources.set(url, found);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.set(url, error.problems);
      }
    }
    problems.push(...(refused.get(url) ?? []).map(({ code, message }) => problem(code, path, message)));
  }
  return { media, problems };
}

/**
 * Links each media file into the folder `work` under a name of ours, with the extension of its actual format. Copies
 * and converts files that cannot be used in place.
 * @param options.budget limits the copies. @param options.shown URLs of visible or audible media: others are not
 * copied; default: all.
 * @throws DiskFullError if copies do not fit.
 */
export async function linkMedia(
  { paths, sources, probes, identities, contents }: Media,
  work: string,
  { budget, shown, ...run }: CopyRun & { budget: Pick<Budget, 'run'>; shown?: ReadonlySet<string> },
): Promise<Media> {
  const links = new Map<string, string>();
  for (const [url, found] of paths) {
    const probe = probes.get(url) as Probe;
    const stem = join(work, `m${links.size}`);
    const copy = !shown || shown.has(url) ? privateCopyOf(probe, stem) : undefined;
    if (copy) {
      await budget.run(copy.need, () => copy.write(found, run), run.signal);
      probes.set(url, await probeCopy(copy.path, probe, run.signal));
      links.set(url, copy.path);
    } else {
      const link = `${stem}.${(await sniffFile(found)).extension}`;
      await linkMediaFile(found, link);
      links.set(url, link);
    }
  }
  return { paths: links, sources, probes, identities, contents };
}

/** Whether some files were copied because they could not be used in place. */
export async function hasCopies({ paths }: Pick<Media, 'paths'>): Promise<boolean> {
  const infos = await Promise.all([...paths.values()].map((path) => lstat(path)));
  return infos.some((info) => !info.isSymbolicLink());
}

/**
 * Measures a copy. A downmix to two channels may exceed full scale, as it would without the copy. A copy of an opaque
 * animation may have an unused alpha channel.
 */
async function probeCopy(path: string, original: Probe, signal: AbortSignal | undefined): Promise<Probe> {
  const { changingSound, channels, hasAlpha } = original;
  const probe = { ...(await probeFile(path, signal ? { signal } : {})), hasAlpha };
  return changingSound === 'wide' ? { ...probe, channels: Math.max(3, channels) } : probe;
}

/**
 * Checks that every media file still has the content that was measured.
 * @throws ProblemError media.changed: the result would mix both contents.
 */
export async function expectUnchanged({ sources, identities }: Pick<Media, 'sources' | 'identities'>): Promise<void> {
  for (const [url, path] of sources) {
    const now = await fileIdentity(path);
    // A deleted file stayed readable while it was open; otherwise reading failed.
    if (now === '' || hasSameContent(identities.get(url) ?? '', now)) continue;
    const message = `The file "${shownName(url)}" changed while it was being read. Please try again.`;
    throw new ProblemError([problem('media.changed', [], message)]);
  }
}

/**
 * Rejects an output path that is one of the project's own media under any name, a folder, or not a valid path.
 * @throws ProblemError output.refused
 */
export async function refuseOverwriting(out: string, { identities }: Media): Promise<void> {
  const there = await fileIdentity(out);
  const [url] = [...identities].find(([, identity]) => isSameFile(there, identity)) ?? [];
  const refuse = (message: string) => new ProblemError([problem('output.refused', [], message)]);
  if (url !== undefined) throw refuse(`The result cannot overwrite its source "${shownName(url)}".`);
  const info = await stat(out).catch(({ code }: NodeJS.ErrnoException) => code);
  if (info === 'ENAMETOOLONG') throw refuse(`The name "${shownName(out)}" is too long for this disk.`);
  if (info === 'ENOTDIR') throw refuse(`"${shownName(dirname(out))}" is not a folder.`);
  if (info instanceof Stats && info.isDirectory()) throw refuse(`"${shownName(out)}" is a folder.`);
  if (info instanceof Stats && !info.isFile()) throw refuse(`"${shownName(out)}" is not a regular file.`);
}
