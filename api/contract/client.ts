import { messages } from '../../engine/project/messages.ts';
import {
  type ConversionRecord,
  type CreateConversionBody,
  conversionRecord,
  createConversionAnswer,
} from './conversion.ts';
import { uploadOf } from './derivedAddress.ts';
import { ApiError } from './errors.ts';
import { type ExtractedMedia, extractAnswer } from './extract.ts';
import { followVideo } from './follow.ts';
import { type ClientOptions, createSend, jsonInit, readJson, type Send } from './http.ts';
import { type ImageSearch, type ImageSearchAnswer, imageSearchAnswer } from './images.ts';
import { type SendChunk, type Sending, sendFile } from './sendFile.ts';
import { type Health, health, type SampleProject, sampleList, sampleProject } from './service.ts';
import {
  createUploadAnswer,
  type UploadedMedia,
  type UploadFile,
  type UploadList,
  type UploadUris,
  uploadedMedia,
  uploadList,
} from './upload.ts';
import {
  type CreateVideoBody,
  type DeleteAnswer,
  deleteAnswer,
  triggerAnswer,
  type VideoList,
  type VideoRecord,
  type VideoStatus,
  videoList,
  videoRecord,
} from './video.ts';

const api = '/api/v1';

/** Options of all calls: a signal that aborts. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** Options of an upload; the type defaults to the file's own. */
export interface UploadFileOptions extends Omit<Sending, 'file' | 'begin'> {
  /** Sends chunks, for callers that can report finer progress than the client. */
  send?: SendChunk;
}

/** Typed calls of the service. All throw ApiError for answers outside 200–299 or without an answer. */
export interface Client {
  /**
   * @param options.idempotencyKey the same key always returns the same video, so a call can be repeated after a lost
   * answer.
   */
  createVideo(body: CreateVideoBody, options?: CallOptions & { idempotencyKey?: string }): Promise<VideoRecord>;
  getVideo(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** Lists the session's videos, newest first. @param options.before `next` of the previous page. */
  listVideos(options?: CallOptions & { limit?: number; before?: string }): Promise<VideoList>;
  /** Cancels an open video; deletes a finished one. */
  deleteVideo(id: string, options?: CallOptions): Promise<DeleteAnswer>;
  /** Sets whether only its owner can see a video. */
  changeVideo(id: string, body: { isPrivate: boolean }, options?: CallOptions): Promise<VideoRecord>;
  /** Retries a failed video under the same id. */
  retryVideo(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** Sends a video's webhook again, if it has one. */
  resendWebhook(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** Starts processing a video; has no effect if it is already running. @param video the record from createVideo. */
  triggerLambda(video: Pick<VideoRecord, '_id'>, options?: CallOptions): Promise<{ _id: string; status: VideoStatus }>;
  createUpload(files: readonly UploadFile[], options?: CallOptions): Promise<UploadUris[]>;
  /** Uploads a file in chunks and resumes after failures, see sendFile. @param name of the file. */
  uploadFile(file: Blob, name: string, options?: UploadFileOptions): Promise<UploadedMedia>;
  /** Fetches the media of a link into a file on the server. */
  extract(url: string, options?: CallOptions): Promise<ExtractedMedia>;
  /** Lists the session's files, newest first. @param options.before `next` of the previous page. */
  listUploads(options?: CallOptions & { limit?: number; before?: string; search?: string }): Promise<UploadList>;
  /** What an uploaded file of the session is. @param url where it is read. */
  getUpload(url: string, options?: CallOptions): Promise<UploadedMedia>;
  /** The video's record now and after every change, until it is final. Survives lost connections and a server's restart. */
  events(id: string, options?: CallOptions & { giveUpAfterMs?: number }): AsyncIterable<VideoRecord>;
  /** Downloads a result. @param url a record's `url`. @param options.from first byte, to resume a download. */
  download(url: string, options?: CallOptions & { from?: number }): Promise<Response>;
  /** Requests a conversion of an animated GIF to a video. @returns the conversion's id. */
  createConversion(body: CreateConversionBody, options?: CallOptions): Promise<string>;
  getConversion(id: string, options?: CallOptions): Promise<ConversionRecord>;
  /** Cancels an open conversion. */
  cancelConversion(id: string, options?: CallOptions): Promise<ConversionRecord>;
  /** Searches images, one page at a time. */
  searchImages(search: Partial<ImageSearch>, options?: CallOptions): Promise<ImageSearchAnswer>;
  health(options?: CallOptions): Promise<Health>;
  /** Lists the sample projects of the service. */
  listSamples(options?: CallOptions): Promise<SampleProject[]>;
  /** Returns a template. */
  getTemplate(id: string, options?: CallOptions): Promise<SampleProject>;
}

/** Creates a client of the service, for browsers and Node. */
export function createClient(options: ClientOptions = {}): Client {
  const send = createSend(options);
  return {
    ...videoCalls(send),
    ...uploadCalls(send),
    ...conversionCalls(send),
    download: (url, { from, signal } = {}) =>
      send(url, {
        ...withSignal(signal),
        ...(from ? { headers: { range: `bytes=${from}-` } } : {}),
      }),
    searchImages: async (search, { signal } = {}) =>
      readJson(await send(`${api}/images/search`, jsonInit('POST', search, signal)), imageSearchAnswer),
    health: async ({ signal } = {}) => readJson(await send(`${api}/health`, withSignal(signal)), health),
    listSamples: async ({ signal } = {}) => readJson(await send('/samples/projects', withSignal(signal)), sampleList),
    getTemplate: async (id, { signal } = {}) =>
      readJson(await send(`/samples/templates/${encodeURIComponent(id)}`, withSignal(signal)), sampleProject),
  };
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function conversionCalls(send: Send): Pick<Client, 'createConversion' | 'getConversion' | 'cancelConversion'> {
  const pathTo = (id: string) => `${api}/conversions/${encodeURIComponent(id)}`;
  return {
    createConversion: async (body, { signal } = {}) => {
      const answer = await send(`${api}/conversions`, jsonInit('POST', body, signal));
      return (await readJson(answer, createConversionAnswer)).conversion_id;
    },
    getConversion: async (id, { signal } = {}) =>
      readJson(await send(pathTo(id), withSignal(signal)), conversionRecord),
    cancelConversion: async (id, { signal } = {}) =>
      readJson(await send(pathTo(id), { method: 'DELETE', ...withSignal(signal) }), conversionRecord),
  };
}

function videoCalls(
  send: Send,
): Pick<
  Client,
  | 'createVideo'
  | 'getVideo'
  | 'listVideos'
  | 'changeVideo'
  | 'deleteVideo'
  | 'retryVideo'
  | 'resendWebhook'
  | 'triggerLambda'
  | 'events'
> {
  const getVideo: Client['getVideo'] = async (id, { signal } = {}) =>
    readJson(await send(videoPath(id), withSignal(signal)), videoRecord);
  return {
    getVideo,
    createVideo: async (body, { idempotencyKey, signal } = {}) => {
      const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
      return readJson(await send(`${api}/videos/createVideo`, jsonInit('POST', body, signal, headers)), videoRecord);
    },
    listVideos: async ({ signal, ...query } = {}) =>
      readJson(await send(`${api}/videos?${queryOf(query)}`, withSignal(signal)), videoList),
    changeVideo: async (id, body, { signal } = {}) =>
      readJson(await send(videoPath(id), jsonInit('PATCH', body, signal)), videoRecord),
    deleteVideo: async (id, { signal } = {}) =>
      readJson(await send(videoPath(id), { method: 'DELETE', ...withSignal(signal) }), deleteAnswer),
    retryVideo: async (id, { signal } = {}) =>
      readJson(await send(`${videoPath(id)}/retry`, { method: 'POST', ...withSignal(signal) }), videoRecord),
    resendWebhook: async (id, { signal } = {}) =>
      readJson(await send(`${videoPath(id)}/webhook/resend`, { method: 'POST', ...withSignal(signal) }), videoRecord),
    triggerLambda: async (video, { signal } = {}) =>
      readJson(await send(`${api}/videos/triggerLambda`, jsonInit('POST', video, signal)), triggerAnswer),
    events: (id, call = {}) =>
      followVideo(
        {
          open: (signal) =>
            send(`${videoPath(id)}/events`, {
              headers: { accept: 'text/event-stream' },
              signal,
            }),
          read: (signal) => getVideo(id, signal ? { signal } : {}),
        },
        call,
      ),
  };
}

function uploadCalls(
  send: Send,
): Pick<Client, 'createUpload' | 'uploadFile' | 'extract' | 'getUpload' | 'listUploads'> {
  return {
    listUploads: async ({ signal, ...query } = {}) =>
      readJson(await send(`${api}/uploads?${queryOf(query)}`, withSignal(signal)), uploadList),
    getUpload: async (url, { signal } = {}) =>
      readJson(await send(`${uploadOf(url)}/facts`, withSignal(signal)), uploadedMedia),
    extract: async (url, { signal } = {}) =>
      readJson(await send(`${api}/extract`, jsonInit('POST', { url }, signal)), extractAnswer),
    createUpload: async (files, { signal } = {}) => {
      const answer = await send(`${api}/upload/createResumableUpload`, jsonInit('POST', { files }, signal));
      return (await readJson(answer, createUploadAnswer)).uris;
    },
    uploadFile: (file, name, options = {}) => {
      const { type = file.type, signal } = options;
      const begin = async () => {
        const announced = { fileName: name, fileType: type, size: file.size };
        const answer = await send(
          `${api}/upload/createResumableUpload`,
          jsonInit('POST', { files: [announced] }, signal),
        );
        const [uris] = (await readJson(answer, createUploadAnswer)).uris;
        if (!uris) throw new ApiError(0, 'answer', messages.uploadFailed);
        return uris;
      };
      return sendFile(options.send ?? send, { ...options, file, type, begin });
    },
  };
}

function videoPath(id: string): string {
  return `${api}/videos/${encodeURIComponent(id)}`;
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
