import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';
import { type SpeechEngine, SpeechFailedError } from './engine.ts';
import { type RemoteAnswer, remoteAnswer, wordsOfAnswer } from './remoteAnswer.ts';
import type { RemoteSpeech } from './speechSettings.ts';
import { whisperLanguage, whisperLanguages } from './whisperLanguages.ts';

/** Most bytes of an answer: a thousand times those for two minutes of speech. */
const MOST_BYTES = 8_000_000;
/** Timeout per part of the audio, in milliseconds. */
const TIMEOUT_MS = 600_000;
/** Tries per part after transient failures, and milliseconds between them. */
const [TRIES, WAIT_MS] = [3, 2000];
/** Longest delay that the service may ask for, in milliseconds. */
const MOST_WAIT_MS = 30_000;

/** Timing, for tests. */
export interface RemoteOptions {
  timeoutMs?: number;
  waitMs?: number;
}

/** A transient failure. */
class TransientSpeechError extends SpeechFailedError {
  constructor(
    message: string,
    readonly waitMs: number | undefined,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Recognizes speech with a service that implements OpenAI's transcription API, such as a self-hosted Whisper model. */
export function remoteSpeech(settings: RemoteSpeech, options: RemoteOptions = {}): SpeechEngine {
  const { timeoutMs = TIMEOUT_MS, waitMs = WAIT_MS } = options;
  return {
    name: settings.model,
    languageCodes: whisperLanguages,
    longestPiece: 120,
    memory: 4 * MOST_BYTES,
    async recognize(file, seconds, { languageCode, signal }) {
      const body = await formOf(file, settings.model, languageCode);
      for (let tried = 1; ; tried += 1) {
        try {
          return wordsOfAnswer(await send(settings, body, signal, timeoutMs), seconds);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof TransientSpeechError) || tried >= TRIES) throw error;
          await delay(Math.min(MOST_WAIT_MS, error.waitMs ?? tried * waitMs), undefined, { signal });
        }
      }
    },
  };
}

async function formOf(file: string, model: string, languageCode: SpeechLanguage): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)], { type: 'audio/wav' }), 'speech.wav');
  form.set('model', model);
  form.set('language', whisperLanguage(languageCode));
  form.set('response_format', 'verbose_json');
  for (const kind of ['word', 'segment']) form.append('timestamp_granularities[]', kind);
  return form;
}

/** Sends a part of the audio. @throws SpeechFailedError */
async function send({ url, key }: RemoteSpeech, body: FormData, stopped: AbortSignal, timeoutMs: number) {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
  const headers = { accept: 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  let response: Response;
  let text: string | undefined;
  try {
    // No redirects: the key may only be sent to the configured host.
    const init: RequestInit = { method: 'POST', body, headers, signal, redirect: 'error' };
    response = await fetch(`${url}/audio/transcriptions`, init);
    text = await readBounded(response);
  } catch (error) {
    if (signal.aborted) throw new SpeechFailedError('The speech service took too long.', { cause: error });
    throw new TransientSpeechError('The speech service cannot be reached.', undefined, error);
  }
  if (text === undefined) throw new SpeechFailedError('The answer of the speech service is too large.');
  if (!response.ok) throw refusalOf(response);
  return readAnswer(text);
}

function refusalOf({ status, headers }: Response): SpeechFailedError {
  const message = `The speech service answered with status ${status}.`;
  const seconds = Number(headers.get('retry-after') || Number.NaN);
  const isPassing = status >= 500 || status === 429 || status === 408;
  return isPassing
    ? new TransientSpeechError(message, seconds >= 0 ? seconds * 1000 : undefined)
    : new SpeechFailedError(message);
}

/** Reads the text of an answer; undefined if it is too long. */
async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(text: string): RemoteAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SpeechFailedError('The answer of the speech service is not JSON.');
  }
  const parsed = remoteAnswer.safeParse(value);
  if (!parsed.success) throw new SpeechFailedError('The answer of the speech service has an unknown form.');
  return parsed.data;
}
