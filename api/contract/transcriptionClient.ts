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

/** Typed calls for transcriptions, apart from the other calls because few pages need them. They throw ApiError as those do. */
export interface TranscriptionClient {
  /** What the server can recognize. */
  speech(options?: CallOptions): Promise<SpeechAbilities>;
  /** Asks for what is said in a video or a sound. @returns the transcription's id. */
  createTranscription(body: CreateTranscriptionBody, options?: CallOptions): Promise<string>;
  /** How far it is; of one that failed `success` is false. */
  getTranscription(id: string, options?: CallOptions): Promise<TranscriptionRecord>;
  /** Ends one that waits or is being worked on. */
  cancelTranscription(id: string, options?: CallOptions): Promise<TranscriptionRecord>;
}

const api = '/api/v1';

/** Makes a client; works in browsers and in Node alike. */
export function createTranscriptionClient(options: ClientOptions = {}): TranscriptionClient {
  const send = createSend(options);
  const pathTo = (id: string) => `${api}/transcriptions/${encodeURIComponent(id)}`;
  const withSignal = ({ signal }: CallOptions) => (signal ? { signal } : {});
  return {
    speech: async (given = {}) => readJson(await send(`${api}/speech`, withSignal(given)), speechAbilities),
    createTranscription: async (body, { signal } = {}) => {
      const answer = await send(`${api}/transcriptions`, jsonInit('POST', body, signal));
      return (await readJson(answer, createTranscriptionAnswer)).transcriptionId;
    },
    getTranscription: async (id, given = {}) =>
      readJson(await send(pathTo(id), withSignal(given)), transcriptionRecord),
    cancelTranscription: async (id, given = {}) =>
      readJson(await send(pathTo(id), { method: 'DELETE', ...withSignal(given) }), transcriptionRecord),
  };
}
