import type { CallOptions } from './client.ts';
import { type ClientOptions, createSend, jsonInit, readJson } from './http.ts';
import {
  type Overview,
  overview,
  type RetryAllAnswer,
  type RetryAnswer,
  retryAllAnswer,
  retryAnswer,
} from './operator.ts';

/** Calls for whoever runs the server, whose token is the client's. Every call throws ApiError, as the others do. */
export interface OperatorClient {
  overview(options?: CallOptions): Promise<Overview>;
  /** Tries a failed video again. @param attempt the one that is known to have failed. */
  retry(id: string, attempt: number): Promise<RetryAnswer>;
  /** Tries a part of all again that failed by a fault of the machine. @param failedBefore an overview's `at`. */
  retryAll(failedBefore: string): Promise<RetryAllAnswer>;
}

const api = '/api/v1/operator';

/** Makes a client of what whoever runs the server may do. */
export function createOperatorClient(options: ClientOptions): OperatorClient {
  const send = createSend(options);
  return {
    overview: async ({ signal } = {}) => readJson(await send(`${api}/overview`, signal ? { signal } : {}), overview),
    retry: async (id, attempt) =>
      readJson(await send(`${api}/videos/${encodeURIComponent(id)}/retry`, jsonInit('POST', { attempt })), retryAnswer),
    retryAll: async (failedBefore) =>
      readJson(await send(`${api}/videos/retry`, jsonInit('POST', { failedBefore })), retryAllAnswer),
  };
}
