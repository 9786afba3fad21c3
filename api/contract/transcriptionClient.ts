import type { CallOptions } from './client.ts';
import { type ClientOptions, createSend, jsonInit, readJson } from './http.ts';
import {
  type CreateTranscriptionBody,
  createTranscriptionAnswer,
  type SpeechAbilities,
  speechAbilities,
  type TranscriptionRecord,
  transcriptionRecord,
} from './transcription.ts';

/** Transcription calls, separate from other calls because few pages need them. All throw ApiError. */
export interface TranscriptionClient {
  /** Returns what the server can recognize. */
  speech(options?: CallOptions): Promise<SpeechAbilities>;
  /** Requests a transcription of a video or audio. @returns its id. */
  createTranscription(body: CreateTranscriptionBody, options?: CallOptions): Promise<string>;
  /** Returns its state; `success` is false if it failed. */
  getTranscription(id: string, options?: CallOptions): Promise<TranscriptionRecord>;
  /** Cancels an open transcription. */
  cancelTranscription(id: string, options?: CallOptions): Promise<TranscriptionRecord>;
}

const api = '/api/v1';

/** Creates a client, for browsers and Node. */
export function createTranscriptionClient(options: ClientOptions = {}): TranscriptionClient {
  const send = createSend(options);
  const pathTo = (id: string) => `${api}/transcriptions/${encodeURIComponent(id)}`;
  const withSignal = ({ signal }: CallOptions) => (signal ? { signal } : {});
  return {
    speech: async (call = {}) => readJson(await send(`${api}/speech`, withSignal(call)), speechAbilities),
    createTranscription: async (body, { signal } = {}) => {
      const answer = await send(`${api}/transcriptions`, jsonInit('POST', body, signal));
      return (await readJson(answer, createTranscriptionAnswer)).transcriptionId;
    },
    getTranscription: async (id, call = {}) => readJson(await send(pathTo(id), withSignal(call)), transcriptionRecord),
    cancelTranscription: async (id, call = {}) =>
      readJson(await send(pathTo(id), { method: 'DELETE', ...withSignal(call) }), transcriptionRecord),
  };
}
