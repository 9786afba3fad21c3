import { messages } from '../../engine/project/messages.ts';
import { ApiError, isPassing } from './errors.ts';
import { readJson, type Send } from './http.ts';
import { type UploadedMedia, type UploadUris, uploadedMedia } from './upload.ts';

/** Bytes of a request: so many at most are sent again when a connection is lost. */
const CHUNK_BYTES = 1024 * 1024;
/** How often in a row a server may fail, or be away, before it is given up. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 500;
/** No server is waited for longer than this at a time, milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
/** How many sessions are begun for one file, because the one before was lost. */
const MOST_SESSIONS = 3;

/** Where the address of an upload is remembered, so that it goes on after a reload, a crash or another run. */
export interface SessionMemory {
  get(): UploadUris | undefined;
  set(session: UploadUris | undefined): unknown;
}

/** A file to upload, and how. */
export interface Sending {
  file: Blob;
  /** MIME type; default: the file's own. */
  type?: string | undefined;
  /** SHA-256 of the file in base64: one that changes while it is sent is then found out. */
  sha256?: string | undefined;
  /** Asks the service for a new address. */
  begin: () => Promise<UploadUris>;
  memory?: SessionMemory | undefined;
  /** Told how many bytes are sent; never falls. */
  onProgress?: ((sent: number) => void) | undefined;
  /** Told of each failure after which it is tried again. */
  onTrouble?: ((error: ApiError) => void) | undefined;
  /** Whether a server that failed so often in a row, for so long, is given up; default: after three tries more. */
  isOver?: ((failures: number, milliseconds: number) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends one request, telling how many bytes of its body are on their way where that can be known. */
export type SendChunk = (path: string, init: RequestInit, onSent: (bytes: number) => void) => ReturnType<Send>;

/** What is known of the session under way. */
interface Session extends UploadUris {
  /** Bytes that the service said it holds; undefined: it must be asked. */
  held: number | undefined;
  /** The most that may be held: what was sent, or anything where an earlier run has sent. */
  most: number;
}

/**
 * Uploads a file in chunks. It goes on where it was after a lost connection, a restart of the server, or another run that
 * left its session in the memory; a session that is gone is begun anew.
 * @returns what the file turned out to be; `url` is where it can be read.
 * @throws ApiError with a sentence for a person; the signal's reason when aborted.
 */
export async function sendFile(send: SendChunk, sending: Sending): Promise<UploadedMedia> {
  const { file, memory, signal, begin } = sending;
  const { isOver = (failures: number) => failures > RETRIES } = sending;
  const report = rising(sending.onProgress);
  const trouble = { count: 0, since: 0 };
  const kept = memory?.get();
  let session: Session | undefined = kept && { ...kept, held: undefined, most: file.size };
  for (let sessions = 0; ; ) {
    signal?.throwIfAborted();
    try {
      if (!session) {
        const uris = await begin();
        sessions += 1;
        await memory?.set(uris);
        session = { ...uris, held: 0, most: 0 };
      }
      const before = session.held ?? -1;
      const media = await step(send, session, sending, report);
      if (media) return { ...media, url: session.read_uri };
      if ((session.held ?? 0) > before) trouble.count = 0;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (isGone(error) && sessions < MOST_SESSIONS) {
        session = undefined;
        await memory?.set(undefined);
        continue;
      }
      if (!isPassing(error) && !isOvertaken(error)) {
        if (isWrong(error)) await memory?.set(undefined);
        throw error;
      }
      if (trouble.count === 0) trouble.since = performance.now();
      trouble.count += 1;
      if (isOver(trouble.count, performance.now() - trouble.since)) throw toldOf(error);
      sending.onTrouble?.(error);
      if (session) session.held = undefined;
      await pause(pauseOf(error, trouble.count), signal);
    }
  }
}

/** Sends the next chunk, or asks what is held. @returns the media when all is there. */
async function step(
  send: SendChunk,
  session: Session,
  { file, type, sha256, signal }: Sending,
  report: (sent: number) => void,
): Promise<UploadedMedia | undefined> {
  const known = session.held;
  const end = known === undefined ? undefined : Math.min(known + CHUNK_BYTES, file.size);
  const headers: Record<string, string> = { 'content-type': type || file.type || 'application/octet-stream' };
  const init: RequestInit = { method: 'PUT', headers, ...(signal ? { signal } : {}) };
  // Nothing has no range; the service then says that it cannot be used.
  if (file.size > 0) headers['content-range'] = rangeOf(known, end, file.size);
  if (known !== undefined && end !== undefined) {
    init.body = file.slice(known, end);
    session.most = Math.max(session.most, end);
    if (sha256 && end === file.size) headers['repr-digest'] = `sha-256=:${sha256}:`;
    report(known);
  }
  const answer = await send(session.upload_uri, init, (bytes) => report((known ?? 0) + bytes));
  if (answer.status !== 308) {
    const media = await readJson(answer, uploadedMedia);
    report(file.size);
    return media;
  }
  await answer.text();
  const held = heldOf(answer);
  if (held > session.most || held < (known ?? 0)) throw new ApiError(0, 'answer', messages.uploadFailed);
  // It would be sent the same again and again.
  if (known !== undefined && held === known) throw new ApiError(503, 'answer', messages.uploadFailed);
  session.held = held;
  report(held);
  return undefined;
}

function rangeOf(from: number | undefined, end: number | undefined, size: number): string {
  return from === undefined || end === undefined || from === end
    ? `bytes */${size}`
    : `bytes ${from}-${end - 1}/${size}`;
}

function heldOf(answer: Response): number {
  const range = answer.headers.get('range');
  if (!range) return 0;
  const last = /^bytes=0-(\d+)$/.exec(range)?.[1];
  if (last === undefined) throw new ApiError(0, 'answer', messages.uploadFailed);
  return Number(last) + 1;
}

/** Tells only what is more than was told before. */
function rising(tell: ((sent: number) => void) | undefined): (sent: number) => void {
  let told = -1;
  return (sent) => {
    if (sent <= told) return;
    told = sent;
    tell?.(sent);
  };
}

/** The service knows nothing of the session any more. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** Somebody else sends to the same session: another tab, or another run. */
function isOvertaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** With what it holds the session can only fail again. */
function isWrong(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'answer' || [400, 413, 415, 422, 460].includes(error.status));
}

/** What is said at last. A server that is there and asks for patience says itself of what there is too much. */
function toldOf(error: ApiError): ApiError {
  if (error.status === 429) return error;
  return new ApiError(error.status, error.code, messages.uploadFailed);
}

/** Those who overtake each other wait for times of their own, so that one of them comes first. */
function pauseOf({ retryAfter, status }: ApiError, failures: number): number {
  const usual = FIRST_PAUSE_MS * 2 ** (failures - 1) * (status === 409 ? 1 + Math.random() : 1);
  return Math.min(retryAfter === undefined ? usual : 1000 * retryAfter, LONGEST_PAUSE_MS);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
