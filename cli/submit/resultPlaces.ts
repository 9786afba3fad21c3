import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { VideoRecord } from '../../api/contract/video.ts';
import { fileReferences } from '../../engine/project/media.ts';
import { isHttpAddress } from '../../engine/project/mediaAddress.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { mediaPath } from '../mediaPlace.ts';
import type { ProjectText } from '../projectFiles.ts';
import { fileAt } from '../targets.ts';
import { putInPlace } from '../toolOut.ts';
import type { Namer } from './resultNames.ts';
import type { JobState, State } from './state.ts';

/** What determines the path of a result. */
export interface Places {
  state: State;
  /** Names the file of a result. */
  outOf: Namer;
  /** Inputs of the batch, as identified by `fileAt`: results never overwrite them. */
  inputs: ReadonlySet<string>;
}

/** Returns the paths of a batch's project files and their media. Unreadable files are reported later. */
export async function inputsOfBatch(
  files: readonly string[],
  readProject: (file: string) => Promise<ProjectText>,
): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const read = await readProject(file).catch(() => undefined);
      const parsed = read && parseProjectText(read.text);
      if (!read || !parsed?.ok) return [file];
      const urls = fileReferences(parsed.value).map(({ url }) => url);
      const place = { folder: read.folder, allowed: [] };
      return [file, ...urls.filter((url) => !isHttpAddress(url)).map((url) => mediaPath(url, place))];
    }),
  );
  return found.flat();
}

/** Chooses and reserves the file for a result: a concurrent process chooses another one. Skips names that are taken. */
export function reserveName(file: string, video: VideoRecord, job: JobState, places: Places): string {
  const out = places.outOf(
    file,
    video.mime,
    (path) => isOthers(basename(path), job, places) || !mayWrite(path, video, job, places),
  );
  job.saved[basename(out)] ??= 0;
  return out;
}

/**
 * Moves a downloaded result into place. @throws ProblemError output.refused if the path holds anything but a result of
 * this project.
 */
export async function putResult(part: string, out: string, video: VideoRecord, job: JobState, places: Places) {
  const put = () =>
    putInPlace(
      part,
      out,
      lstatSync(out, { throwIfNoEntry: false }) !== undefined && mayWrite(out, video, job, places),
      ' and no result of this project',
    );
  // Another process may have put the same result there in between.
  await put().catch((error: unknown) => {
    if (!mayWrite(out, video, job, places)) throw error;
    return put();
  });
}

/** Whether a file is the result of another project, which is never overwritten. */
function isOthers(name: string, job: JobState, { state }: Places): boolean {
  return state
    .jobs()
    .some(({ saved, source }) => saved[name] !== undefined && source !== undefined && source !== job.source);
}

/** Whether a path is free, or holds an earlier result of this project that is not an input of the batch. */
function mayWrite(out: string, { size }: VideoRecord, { source }: JobState, { state, inputs }: Places): boolean {
  const there = lstatSync(out, { throwIfNoEntry: false });
  if (!there) return true;
  if (!there.isFile() || inputs.has(fileAt(out) ?? '')) return false;
  const earlier = state.jobs().flatMap((job) => (job.source === source ? (job.saved[basename(out)] ?? []) : []));
  // 0: a killed run may have put it there without recording it.
  return earlier.some((bytes) => bytes > 0 || there.size === size);
}
