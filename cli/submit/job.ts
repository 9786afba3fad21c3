import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../../api/contract/client.ts';
import { ApiError, type ProblemItem } from '../../api/contract/errors.ts';
import { isFinal, type VideoRecord } from '../../api/contract/video.ts';
import { partBeside } from '../../api/system/temporary.ts';
import { mapMediaUrls } from '../../engine/project/media.ts';
import { studioBody } from '../../engine/timeline/studioBody.ts';
import { type Submission, sha256 } from './content.ts';
import { type Places, putResult, takeName } from './place.ts';
import { patiently, type RetryOptions } from './retry.ts';
import type { JobState, State } from './state.ts';
import type { Upload } from './uploads.ts';

/** What a submission works with. */
export interface Batch extends Places {
  client: Client;
  serverUrl: string;
  upload: Upload;
  retry: RetryOptions;
  /** false: only ask for the video, do not follow and fetch it. */
  wait: boolean;
  /** Is told of the end of each video that is asked for. */
  webhookUrl?: string | undefined;
}

/** A video that did not come out; `problems` where the server named them. */
export class VideoFailed extends Error {
  override name = 'VideoFailed';
  constructor(
    message: string,
    readonly problems: readonly ProblemItem[] = [],
    /** How many more problems there are than those in `problems`. */
    readonly moreProblems = 0,
  ) {
    super(message);
  }
}

/** What became of a submission. */
export interface Done {
  video: VideoRecord;
  /** Path of the result; undefined when it was not waited for. */
  out?: string;
  /** true: an earlier run had done it all. */
  before: boolean;
}

/**
 * Carries a submission through: uploads, asks for the video, follows it, fetches the result. Every step that is done
 * is written down, so that a run after a stopped one goes on behind it.
 * @throws VideoFailed, ApiError, ProblemError
 */
export async function carryOut(
  submission: Submission,
  batch: Batch,
  onProgress: (video: VideoRecord) => void,
): Promise<Done> {
  const { state } = batch;
  const job = startedJob(submission, state);
  const asked = await ask(submission, job, batch);
  if (!batch.wait) return { video: asked, before: false };
  const video = await follow(asked, submission, job, batch, onProgress);
  if (video.status !== 'done' || !video.url) {
    job.status = 'failed';
    await state.save();
    const { message = `The video was ${video.status}.`, problems, moreProblems } = video.error ?? {};
    throw new VideoFailed(message, problems, moreProblems);
  }
  const out = await state.save(() => takeName(submission.file, video, job, batch));
  const name = basename(out);
  const before = job.status === 'done' && job.saved[name] !== 0 && (await sizeOf(out)) === job.saved[name];
  if (!before) {
    await fetchResult(video, out, job, batch);
    job.status = 'done';
    job.saved[name] = (await sizeOf(out)) ?? 0;
    await state.save();
  }
  return { video, out, before };
}

/** The state of a submission's work; one that failed in an earlier run begins anew. */
function startedJob({ hash, file }: Submission, { server }: State): JobState {
  const known = server.jobs[hash];
  const job: JobState =
    known?.status === 'failed' ? { attempt: known.attempt + 1, status: 'sent', saved: {} } : (known ?? newJob());
  job.source = resolve(file);
  server.jobs[hash] = job;
  return job;
}

function newJob(): JobState {
  return { attempt: 0, status: 'sent', saved: {} };
}

/** Asks for the video. The key is the same for the same request, so asking twice gives one video. */
async function ask(submission: Submission, job: JobState, batch: Batch, isSecond = false): Promise<VideoRecord> {
  const { client, retry, state } = batch;
  const { signal } = retry;
  const { videoId } = job;
  if (videoId !== undefined) {
    const known = await patiently(() => client.getVideo(videoId, { signal }), retry).catch(undefinedIfGone);
    if (known) return known;
    delete job.videoId;
  }
  const addresses = await uploadMedia(submission, batch.upload);
  const project = mapMediaUrls(submission.project, (url) => addresses.get(url) ?? url);
  const { webhookUrl } = batch;
  const body = { ...studioBody(project), ...(webhookUrl === undefined ? {} : { webhookUrl }) };
  // With the addresses: media that had to be sent anew make another request of it, which the server would refuse under one key.
  const idempotencyKey = sha256(JSON.stringify([batch.serverUrl, body, job.attempt]));
  try {
    const video = await patiently(() => client.createVideo(body, { idempotencyKey, signal }), retry);
    job.videoId = video._id;
    await state.save();
    return video;
  } catch (error) {
    if (isSecond || !forgetLostUploads(error, submission, addresses, state)) throw error;
    return ask(submission, job, batch, true);
  }
}

/** Where the server has the media of a project, by their urls. */
async function uploadMedia({ media }: Submission, upload: Upload): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const [url, file] of media) addresses.set(url, await upload(file));
  return addresses;
}

/**
 * Uploads that an earlier run made may be gone from the server: those that were just sent are forgotten, not what another
 * project, or another process, has uploaded anew since. @returns whether there were any.
 */
function forgetLostUploads(
  error: unknown,
  { media }: Submission,
  sent: ReadonlyMap<string, string>,
  { server }: State,
): boolean {
  if (!(error instanceof ApiError) || !error.problems.some(({ code }) => code === 'media.missing')) return false;
  for (const [url, { hash }] of media) if (server.uploads[hash]?.readUri === sent.get(url)) delete server.uploads[hash];
  return sent.size > 0;
}

async function follow(
  asked: VideoRecord,
  submission: Submission,
  job: JobState,
  batch: Batch,
  onProgress: (video: VideoRecord) => void,
): Promise<VideoRecord> {
  const { client, retry } = batch;
  let video = asked;
  onProgress(video);
  if (isFinal(video)) return video;
  try {
    for await (const change of client.events(video._id, {
      signal: retry.signal,
      giveUpAfterMs: retry.milliseconds,
    })) {
      video = change;
      onProgress(video);
    }
    return video;
  } catch (error) {
    if (!isGone(error)) throw error;
    // The server lost it, with its data: it is asked for once more.
    delete job.videoId;
    const again = await ask(submission, job, batch);
    return isFinal(again) ? again : follow(again, submission, job, batch, onProgress);
  }
}

/** Fetches a result under a temporary name, checks its size, and puts it in its place. */
async function fetchResult(video: VideoRecord, out: string, job: JobState, batch: Batch): Promise<void> {
  const { client, retry } = batch;
  const part = partBeside(out);
  try {
    await patiently(async () => {
      const answer = await client.download(video.url ?? '', { signal: retry.signal });
      if (!answer.body) throw new ApiError(0, 'network', 'The server sent no file.');
      await pipeline(
        Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(part),
      ).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Error('The disk is full.');
        throw new ApiError(0, 'network', 'The connection was lost in the middle of a download.');
      });
      if (video.size !== null && (await sizeOf(part)) !== video.size) {
        throw new ApiError(0, 'network', 'A download ended too early.');
      }
    }, retry);
    await putResult(part, out, video, job, batch);
  } finally {
    await rm(part, { force: true });
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

function undefinedIfGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}
