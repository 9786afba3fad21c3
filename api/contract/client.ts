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
import { createUploadAnswer, type UploadedMedia, type UploadFile, type UploadUris, uploadedMedia } from './upload.ts';
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

/** What every call takes: a signal that ends it. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** How a file is uploaded; the type is the file's own unless given. */
export interface UploadFileOptions extends Omit<Sending, 'file' | 'begin'> {
  /** Sends the chunks where that can tell more of how far they are than the client itself. */
  send?: SendChunk;
}

/** Typed calls of the service. Every call throws ApiError for an answer outside 200–299, or for none at all. */
export interface Client {
  /** @param options.idempotencyKey the same key always gives the same video, so a lost answer can be asked for again. */
  createVideo(body: CreateVideoBody, options?: CallOptions & { idempotencyKey?: string }): Promise<VideoRecord>;
  getVideo(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** The session's own videos, newest first. @param options.before the `next` of the page before. */
  listVideos(options?: CallOptions & { limit?: number; before?: string }): Promise<VideoList>;
  /** Cancels a video that waits or is being rendered; deletes one that came to its end. */
  deleteVideo(id: string, options?: CallOptions): Promise<DeleteAnswer>;
  /** Says whether its owner alone sees a video. */
  changeVideo(id: string, body: { isPrivate: boolean }, options?: CallOptions): Promise<VideoRecord>;
  /** Queues a failed video again, under its id. */
  retryVideo(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** Tells the end of a video once more, where somebody is told of it. */
  resendWebhook(id: string, options?: CallOptions): Promise<VideoRecord>;
  /** Starts the video's processing; harmless when it runs already. @param video the record that createVideo answered. */
  triggerLambda(video: Pick<VideoRecord, '_id'>, options?: CallOptions): Promise<{ _id: string; status: VideoStatus }>;
  createUpload(files: readonly UploadFile[], options?: CallOptions): Promise<UploadUris[]>;
  /** Uploads a file in chunks, going on where it was, see sendFile. @param name as the user's machine calls it. */
  uploadFile(file: Blob, name: string, options?: UploadFileOptions): Promise<UploadedMedia>;
  /** Has what a link leads to fetched; it becomes a file of the server. */
  extract(url: string, options?: CallOptions): Promise<ExtractedMedia>;
  /** What an uploaded file of the session is. @param url where it is read. */
  getUpload(url: string, options?: CallOptions): Promise<UploadedMedia>;
  /** The video's record now and after every change, until it is final. Survives lost connections and a server's restart. */
  events(id: string, options?: CallOptions & { giveUpAfterMs?: number }): AsyncIterable<VideoRecord>;
  /** The result's bytes. @param url a record's `url`. @param options.from first byte wanted, to go on with a file. */
  download(url: string, options?: CallOptions & { from?: number }): Promise<Response>;
  /** Asks for an animated GIF as a video. @returns the conversion's id. */
  createConversion(body: CreateConversionBody, options?: CallOptions): Promise<string>;
  getConversion(id: string, options?: CallOptions): Promise<ConversionRecord>;
  /** Ends a conversion that waits or is being worked on. */
  cancelConversion(id: string, options?: CallOptions): Promise<ConversionRecord>;
  /** Pictures that fit some words, a page at a time. */
  searchImages(search: Partial<ImageSearch>, options?: CallOptions): Promise<ImageSearchAnswer>;
  health(options?: CallOptions): Promise<Health>;
  /** Projects that come with the service. */
  listSamples(options?: CallOptions): Promise<SampleProject[]>;
  /** A ready-made project of the collections. */
  getTemplate(id: string, options?: CallOptions): Promise<SampleProject>;
}

/** Makes a client of the service; works in browsers and in Node alike. */
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
    listVideos: async ({ limit, before, signal } = {}) => {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (before !== undefined) query.set('before', before);
      return readJson(await send(`${api}/videos?${query}`, withSignal(signal)), videoList);
    },
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
    events: (id, given = {}) =>
      followVideo(
        {
          open: (signal) =>
            send(`${videoPath(id)}/events`, {
              headers: { accept: 'text/event-stream' },
              signal,
            }),
          read: (signal) => getVideo(id, signal ? { signal } : {}),
        },
        given,
      ),
  };
}

function uploadCalls(send: Send): Pick<Client, 'createUpload' | 'uploadFile' | 'extract' | 'getUpload'> {
  return {
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
