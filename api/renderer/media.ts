import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaReferences } from '../../engine/project/media.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { probeFile } from './probe.ts';
import { sniffFile } from './sniff.ts';
import type { Probe, RenderOptions } from './types.ts';

/** A project's media: where each reference's file is, and what was measured of it. By url. */
export interface Media {
  paths: Map<string, string>;
  probes: Map<string, Probe>;
}

/**
 * Finds and measures every media file of a project. Each gets a name of ours in the folder `work`, with the extension
 * of what it really is.
 */
export async function openMedia(
  project: Project,
  work: string,
  options: Pick<RenderOptions, 'locate' | 'signal'>,
): Promise<Media> {
  const media: Media = { paths: new Map(), probes: new Map() };
  for (const { url, path } of mediaReferences(project)) {
    if (media.paths.has(url)) continue;
    try {
      const found = await options.locate(url);
      media.probes.set(url, await probeFile(found, options));
      const link = join(work, `m${media.paths.size}.${(await sniffFile(found)).extension}`);
      await symlink(found, link);
      media.paths.set(url, link);
    } catch (error) {
      if (error instanceof ProblemError) throw at(error, path);
      throw error;
    }
  }
  return media;
}

function at(error: ProblemError, path: (string | number)[]): ProblemError {
  return new ProblemError(
    error.problems.map((found) => problem(found.code, path, found.message)),
    { cause: error },
  );
}
