import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../../api/contract/client.ts';
import type { ProblemItem } from '../../api/contract/errorBody.ts';
import { ApiError } from '../../api/contract/errors.ts';
import { isFinal, type VideoRecord } from '../../api/contract/video.ts';
import { temporaryName } from '../../api/system/temporary.ts';
import { mapMediaUrls } from '../../engine/project/media.ts';
import { studioBody } from '../../engine/timeline/studioBody.ts';
import { type Places, putResult, reserveName } from './resultPlaces.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import type { JobState, State } from './state.ts';
import { type Submission, sha256 } from './submission.ts';
import type { Upload } from './uploads.ts';

/** Context of submissions. */
export interface Batch extends Places {
  client: Client;
  serverUrl: string;
  upload: Upload;
  retry: RetryOptions;
  /** false: only request the video, without waiting for it and downloading it. */
  wait: boolean;
  /** Receives a webhook when a requested video ends. */
  webhookUrl?: string | undefined;
}

/** A video that was not rendered; `problems` if the server listed them. */
export class VideoFailedError extends Error {
  override name = 'VideoFailedError';
  constructor(
    message: string,
    readonly problems: readonly ProblemItem[] = [],
    /** Number of problems beyond `problems`. */
    readonly moreProblems = 0,
  ) {
    super(message);
  }
}

/** The result of a submission. */
export interface Done {
  video: VideoRecord;
  /** Path of the result; undefined if it was not waited for. */
  out?: string;
  /** true: an earlier run completed it. */
  before: boolean;
}

/**
 * Completes a submission: uploads media, requests the video, follows it, downloads the result. Saves every finished
 * step, so that a later run continues after an interrupted one.
 * @throws VideoFailedError, ApiError, ProblemError
 */
export async function runJob(
  submission: Submission,
  batch: Batch,
  onProgress: (video: VideoRecord) => void,
): Promise<Done> {
  const { state } = batch;
  const job = startedJob(submission, state);
  const asked = await requestVideo(submission, job, batch);
  if (!batch.wait) return { video: asked, before: false };
  const video = await follow(asked, submission, job, batch, onProgress);
  if (video.status !== 'done' || !video.url) {
    job.status = 'failed';
    await state.save();
    const { message = `The video was ${video.status}.`, problems, moreProblems } = video.error ?? {};
    throw new VideoFailedError(message, problems, moreProblems);
  }
  const out = await state.save(() => reserveName(submission.file, video, job, batch));
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

/** Returns the state of a submission's job. A job that failed in an earlier run starts again. */
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

/** Requests the video. The idempotency key is equal for equal requests, so requesting twice gives one video. */
async function requestVideo(
  submission: Submission,
  job: JobState,
  batch: Batch,
  isSecond = false,
): Promise<VideoRecord> {
  const { client, retry, state } = batch;
  const { signal } = retry;
  const { videoId } = job;
  if (videoId !== undefined) {
    const known = await withRetries(() => client.getVideo(videoId, { signal }), retry).catch(undefinedIfGone);
    if (known) return known;
    delete job.videoId;
  }
  const addresses = await uploadMedia(submission, batch.upload);
  const project = mapMediaUrls(submission.project, (url) => addresses.get(url) ?? url);
  const { webhookUrl } = batch;
  const body = { ...studioBody(project), ...(webhookUrl === undefined ? {} : { webhookUrl }) };
  // Includes the addresses: with media uploaded again, the request differs, and the server would reject it under the
  // same key.
  const idempotencyKey = sha256(JSON.stringify([batch.serverUrl, body, job.attempt]));
  try {
    const video = await withRetries(() => client.createVideo(body, { idempotencyKey, signal }), retry);
    job.videoId = video._id;
    await state.save();
    return video;
  } catch (error) {
    if (isSecond || !forgetLostUploads(error, submission, addresses, state)) throw error;
    return requestVideo(submission, job, batch, true);
  }
}

/** Uploads the media of a project, and returns their server addresses by URL. */
async function uploadMedia({ media }: Submission, upload: Upload): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const [url, file] of media) addresses.set(url, await upload(file));
  return addresses;
}

/**
 * Forgets uploads that the server lost. Keeps uploads that another project or process replaced since.
 * @returns whether any had been sent.
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
    // The server lost its data, so the video is requested once more.
    delete job.videoId;
    const again = await requestVideo(submission, job, batch);
    return isFinal(again) ? again : follow(again, submission, job, batch, onProgress);
  }
}

/** Downloads a result to a temporary name, checks its size, and moves it into place. */
async function fetchResult(video: VideoRecord, out: string, job: JobState, batch: Batch): Promise<void> {
  const { client, retry } = batch;
  const part = temporaryName(out);
  try {
    await withRetries(async () => {
      const answer = await client.download(video.url ?? '', { signal: retry.signal });
      if (!answer.body) throw new ApiError(0, 'network', 'The server sent no file.');
      await pipeline(
        Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(part),
      ).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Error('The disk is full.');
        throw new ApiError(0, 'network', 'The connection was lost during a download.');
      });
      if (video.size !== null && (await sizeOf(part)) !== video.size) {
        throw new ApiError(0, 'network', 'The download is incomplete.');
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
