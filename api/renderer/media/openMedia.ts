import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaReferences } from '../../../engine/project/media.ts';
import { type Problem, ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { writeSteadyApng, writeWebpAsApng } from './apng.ts';
import { fileIdentity } from './fileIdentity.ts';
import { type Probe, probeFile } from './probe.ts';
import type { ProbeFile } from './probeCache.ts';
import { shownName, sniffFile } from './sniff.ts';
import { writeSteadySound } from './steadySound.ts';

/** Where media files are found. */
export interface MediaOptions {
  /** Finds the local file of a media reference; rejects with a ProblemError when there is none or it is not allowed. */
  locate: (url: string) => Promise<string>;
  /** Measures a file; default: anew each time. */
  probe?: ProbeFile | undefined;
  signal?: AbortSignal;
}

/** A project's media: where each reference's file is, and what was measured of it. By url. */
export interface Media {
  paths: Map<string, string>;
  probes: Map<string, Probe>;
  /** What stands for the content of each file: it is another one as soon as the file is written to or replaced. */
  identities: Map<string, string>;
}

/**
 * Finds and measures every media file of a project, each once.
 * @returns what was found, and a problem at every place of the project whose file is not there or cannot be used.
 */
export async function measureMedia(
  project: Project,
  options: MediaOptions,
): Promise<{ media: Media; problems: Problem[] }> {
  const media: Media = { paths: new Map(), probes: new Map(), identities: new Map() };
  const problems: Problem[] = [];
  const refused = new Map<string, readonly Problem[]>();
  for (const { url, path } of mediaReferences(project)) {
    if (!media.paths.has(url) && !refused.has(url)) {
      try {
        const found = await options.locate(url);
        // Before it is measured, so that what is written to it meanwhile counts as a change.
        media.identities.set(url, await fileIdentity(found));
        media.probes.set(url, await (options.probe ?? probeFile)(found, options));
        media.paths.set(url, found);
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
 */
export async function linkMedia(
  { paths, probes, identities }: Media,
  work: string,
  options: Pick<MediaOptions, 'signal'> = {},
): Promise<Media> {
  const links = new Map<string, string>();
  for (const [url, found] of paths) {
    const copy = copyOf(probes.get(url) as Probe);
    const link = join(work, `m${links.size}.${copy?.extension ?? (await sniffFile(found)).extension}`);
    if (!copy) await symlink(found, link);
    else {
      await copy.write(found, link, options.signal);
      probes.set(url, await probeFile(link, options));
    }
    links.set(url, link);
  }
  return { paths: links, probes, identities };
}

interface Copy {
  extension: string;
  write: (from: string, to: string, signal: AbortSignal | undefined) => Promise<void>;
}

/** How a file that cannot be used in place is copied to one that can; undefined for one that can. */
function copyOf({ channelsChange, animated, container }: Probe): Copy | undefined {
  if (channelsChange) return { extension: 'mov', write: writeSteadySound };
  if (!animated || container === 'gif') return undefined;
  return { extension: 'apng', write: container === 'webp' ? writeWebpAsApng : writeSteadyApng };
}

/**
 * Refuses a result's place where one of the project's own media lies, under whatever name.
 * @throws ProblemError output.refused
 */
export async function refuseOverwriting(out: string, { identities }: Media): Promise<void> {
  const there = await fileIdentity(out);
  const [url] = [...identities].find(([, identity]) => there !== '' && identity === there) ?? [];
  if (url === undefined) return;
  const message = `The result cannot be written over "${shownName(url)}", which it is made from.`;
  throw new ProblemError([problem('output.refused', [], message)]);
}
