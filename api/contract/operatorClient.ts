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

/** Calls for operators, with the operator's token. All throw ApiError. */
export interface OperatorClient {
  overview(options?: CallOptions): Promise<Overview>;
  /** Retries a failed video. @param attempt number of the failed attempt. */
  retry(id: string, attempt: number): Promise<RetryAnswer>;
  /**
   * Retries a batch of the videos that failed through a fault of the machine. @param failedBefore an overview's `at`.
   */
  retryAll(failedBefore: string): Promise<RetryAllAnswer>;
}

const api = '/api/v1/operator';

/** Creates a client for operators. */
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
