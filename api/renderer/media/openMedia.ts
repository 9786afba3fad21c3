import { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Problem, ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { neededMedia } from '../../../engine/timeline/neededMedia.ts';
import type { Budget } from '../../system/budget.ts';
import { linkMediaFile } from '../../system/mediaLinks.ts';
import { fileIdentity, hasSameContent, isSameFile } from './fileIdentity.ts';
import { type CopyRun, privateCopyOf } from './privateCopy.ts';
import { type Probe, probeFile } from './probe.ts';
import type { ProbeFile } from './probeCache.ts';
import { sniffFile } from './sniff.ts';
import { shownName } from './unreadable.ts';

/** Where media files are found. */
export interface MediaOptions {
  /** Finds the local file of a media reference; rejects with a ProblemError when there is none or it is not allowed. */
  locate: (url: string) => Promise<string>;
  /** What names the content of a located file on all machines, if anything does. */
  contentOf?: ((path: string) => string | undefined) | undefined;
  /** Measures a file; default: anew each time. */
  probe?: ProbeFile | undefined;
  signal?: AbortSignal;
}

/** A project's media: where each reference's file is, and what was measured of it. By url. */
export interface Media {
  paths: Map<string, string>;
  /** Where each file itself is, whatever stands for it in `paths`. */
  sources: Map<string, string>;
  probes: Map<string, Probe>;
  /** What stands for the content of each file: it is another one as soon as the file is written to or replaced. */
  identities: Map<string, string>;
  /** What names the content of a file on all machines, where that is known. */
  contents: Map<string, string>;
}

/**
 * Finds and measures every media file that a project needs, each once.
 * @param options.only the urls of those that are looked at; default: all.
 * @returns what was found, and a problem at every place of the project whose file is not there or cannot be used.
 */
export async function measureMedia(
  project: Project,
  options: MediaOptions & { only?: ReadonlySet<string> | undefined },
): Promise<{ media: Media; problems: Problem[] }> {
  const [paths, sources, probes] = [new Map<string, string>(), new Map<string, string>(), new Map<string, Probe>()];
  const media: Media = { paths, sources, probes, identities: new Map(), contents: new Map() };
  const problems: Problem[] = [];
  const refused = new Map<string, readonly Problem[]>();
  for (const { url, path } of neededMedia(project)) {
    if (options.only && !options.only.has(url)) continue;
    if (!media.paths.has(url) && !refused.has(url)) {
      try {
        const found = await options.locate(url);
        // Before it is measured, so that what is written to it meanwhile counts as a change.
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
 * Gives each media file a name of ours in the folder `work`, with the extension of what it really is. One that cannot
 * be used in place is copied to one that can.
 * @param options.budget from which the copies are made. @param options.shown urls of what is seen or heard: no other is copied; default: all.
 * @throws DiskFullError where they find no room.
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

/** Whether some files could not be used in place, and were copied. */
export async function hasCopies({ paths }: Pick<Media, 'paths'>): Promise<boolean> {
  const infos = await Promise.all([...paths.values()].map((path) => lstat(path)));
  return infos.some((info) => !info.isSymbolicLink());
}

/** Measures a copy. What was mixed down to two channels may exceed full scale, as it would without the copy. */
async function probeCopy(path: string, { changingSound, channels }: Probe, signal: AbortSignal | undefined) {
  const probe = await probeFile(path, signal ? { signal } : {});
  return changingSound === 'wide' ? { ...probe, channels: Math.max(3, channels) } : probe;
}

/**
 * Whether every media file still has the content that was measured.
 * @throws ProblemError media.changed: what was made of it shows a bit of each.
 */
export async function expectUnchanged({ sources, identities }: Pick<Media, 'sources' | 'identities'>): Promise<void> {
  for (const [url, path] of sources) {
    const now = await fileIdentity(path);
    // What is gone was there as long as it was read, or else something failed.
    if (now === '' || hasSameContent(identities.get(url) ?? '', now)) continue;
    const message = `The file "${shownName(url)}" changed while it was being read. Please try again.`;
    throw new ProblemError([problem('media.changed', [], message)]);
  }
}

/**
 * Refuses a result's place where one of the project's own media lies, under whatever name, or a folder, or where no file can
 * be.
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
