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
import type { Namer } from './names.ts';
import type { JobState, State } from './state.ts';

/** What the place of a result is chosen by. */
export interface Places {
  state: State;
  /** The file that a result of this kind goes to. */
  outOf: Namer;
  /** All files that the batch reads, as `fileAt` knows them: no result takes the place of one. */
  inputs: ReadonlySet<string>;
}

/** The project files of a batch and the media that they name, paths. What cannot be read is told when its turn comes. */
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

/**
 * The file that a result goes to, noted as this project's: another process that fetches at the same time takes another one.
 * A name under which something else lies is passed over.
 */
export function takeName(file: string, video: VideoRecord, job: JobState, places: Places): string {
  const out = places.outOf(
    file,
    video.mime,
    (path) => isOthers(basename(path), job, places) || !mayTake(path, video, job, places),
  );
  job.saved[basename(out)] ??= 0;
  return out;
}

/** Puts what was fetched in its place. @throws ProblemError output.refused where something lies that is no result of this project. */
export async function putResult(part: string, out: string, video: VideoRecord, job: JobState, places: Places) {
  const put = () =>
    putInPlace(
      part,
      out,
      lstatSync(out, { throwIfNoEntry: false }) !== undefined && mayTake(out, video, job, places),
      ' and no result of this project',
    );
  // Another process may have put the same result there in between.
  await put().catch((error: unknown) => {
    if (!mayTake(out, video, job, places)) throw error;
    return put();
  });
}

/** Whether a file of the output folder is the result of another project: that one is not written over. */
function isOthers(name: string, job: JobState, { state }: Places): boolean {
  return state
    .jobs()
    .some(({ saved, source }) => saved[name] !== undefined && source !== undefined && source !== job.source);
}

/** Whether nothing is there, or an earlier result of this project, which is not read by the batch. */
function mayTake(out: string, { size }: VideoRecord, { source }: JobState, { state, inputs }: Places): boolean {
  const there = lstatSync(out, { throwIfNoEntry: false });
  if (!there) return true;
  if (!there.isFile() || inputs.has(fileAt(out) ?? '')) return false;
  const earlier = state.jobs().flatMap((job) => (job.source === source ? (job.saved[basename(out)] ?? []) : []));
  // 0: a run that was killed may have put it there, and not have said so.
  return earlier.some((bytes) => bytes > 0 || there.size === size);
}
