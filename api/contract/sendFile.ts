import { messages } from '../../engine/project/messages.ts';
import { ApiError, isPassing } from './errors.ts';
import { readJson, type Send } from './http.ts';
import { notQuiet, pause, QuietError } from './quiet.ts';
import { type UploadedMedia, type UploadUris, uploadedMedia } from './upload.ts';

/** Bytes per request: at most this much is sent again after a lost connection. */
const CHUNK_BYTES = 1024 * 1024;
/** Consecutive failures after which an upload fails. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** Most milliseconds of a pause that the server asks for. */
const LONGEST_ASKED_MS = 60_000;
/** Milliseconds without a sign of life after which a request is aborted; the server's timeout is shorter. */
const QUIET_MS = 60_000;
/** Most milliseconds that the server may process a complete file; slow storage takes time. */
const LONGEST_LOOK_MS = 1_800_000;
/** Milliseconds in which a live server must answer a check. */
const THERE_MS = 10_000;
/** Most times that an upload starts over because its session was lost. */
const MOST_LOST = 3;
/** Message if a file changed or was deleted during its upload. */
const FILE_CHANGED = 'The file changed during the upload. Add it again.';

/** Stores the URLs of an upload, so that it resumes after a reload, a crash or in another run. */
export interface SessionMemory {
  get(): UploadUris | undefined;
  /** Stores a session; use what `get` returns afterwards, since another run may have been first. */
  set(session: UploadUris | undefined): unknown;
  /**
   * Whether others may send to its session concurrently: the service may then have received more than was sent from
   * here.
   */
  isShared?: boolean;
}

/** An upload and its options. */
export interface Sending {
  file: Blob;
  /** MIME type; default: the file's own. */
  type?: string | undefined;
  /** SHA-256 of the file in base64, to detect changes during the upload. */
  sha256?: string | undefined;
  /** Requests a new session. */
  begin: () => Promise<UploadUris>;
  memory?: SessionMemory | undefined;
  /** Gets the number of sent bytes; never decreases. */
  onProgress?: ((sent: number) => void) | undefined;
  /** Called for each failure that is retried. */
  onTrouble?: ((error: ApiError) => void) | undefined;
  /** Whether to stop after consecutive failures over some time; default: after three retries. */
  isOver?: ((failures: number, milliseconds: number) => boolean) | undefined;
  /** Most milliseconds without a sign of life; default: one minute. */
  quietMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a request and reports the bytes of its body that were sent, if known. */
export type SendChunk = (path: string, init: RequestInit, onSent: (bytes: number) => void) => ReturnType<Send>;

/** State of the current session. */
interface Session extends UploadUris {
  /** Bytes received by the service; undefined: it must be queried. */
  received: number | undefined;
  /** Bounds of what it may have received: what it has reported, and what was sent. */
  least: number;
  most: number;
  /** Time at which the last byte was sent; absent before, and if the service has since reported missing bytes. */
  wholeAt?: number | undefined;
  /** A timeout after the last byte, while the service may still process the file. */
  excused?: QuietError | undefined;
}

/**
 * Uploads a file in chunks. Resumes after a lost connection, a server restart, or in another run with the stored
 * session; starts over if the session is lost.
 * @returns the file's properties; `url` is where it can be read.
 * @throws ApiError with a message for people; the signal's reason when aborted.
 */
export async function sendFile(send: SendChunk, sending: Sending): Promise<UploadedMedia> {
  const { memory, signal } = sending;
  const report = rising(sending.onProgress);
  const retries = createRetries(sending);
  let session: Session | undefined;
  for (let lost = 0; ; ) {
    signal?.throwIfAborted();
    try {
      session ??= await openSession(sending);
      const { least } = session;
      const media = await step(send, session, sending, report);
      if (media) return { ...media, url: session.read_uri };
      // Only a new maximum counts as progress: a server may answer queries and fail otherwise.
      if (session.least > least) {
        retries.reset();
        session.excused = undefined;
      } else if (session.excused) throw session.excused;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (isLost(error) && lost < MOST_LOST) {
        lost += 1;
        await forget(memory, session);
        session = undefined;
        continue;
      }
      if (!isPassing(error) && !isOvertaken(error)) {
        if (isWrong(error)) await forget(memory, session);
        throw isChecksum(error) ? new ApiError(460, 'checksum', FILE_CHANGED) : worded(error);
      }
      if (session) session.received = undefined;
      const mayLook =
        session && error instanceof QuietError && isLookedAt(session) && (await isThere(send, session, sending));
      if (session) session.excused = mayLook ? error : undefined;
      if (!mayLook) await retries.wait(error);
    }
  }
}

/** Returns the stored session, or a new one. */
async function openSession({ begin, memory, file }: Sending): Promise<Session> {
  const join = (uris: UploadUris): Session => ({ ...uris, received: undefined, least: 0, most: file.size });
  const known = memory?.get();
  if (known) return join(known);
  const uris = await begin();
  await memory?.set(uris);
  const kept = memory?.get() ?? uris;
  // Another run may have started the same file concurrently: then both share one session.
  if (kept.upload_uri !== uris.upload_uri) return join(kept);
  return { ...uris, received: 0, least: 0, most: memory?.isShared ? file.size : 0 };
}

/** Deletes a useless session, but not one that another run has started since. */
async function forget(memory: SessionMemory | undefined, session: Session | undefined): Promise<void> {
  if (memory?.get()?.upload_uri === session?.upload_uri) await memory?.set(undefined);
}

/** Sends the next chunk, or queries the received bytes. @returns the media once it is complete. */
async function step(
  send: SendChunk,
  session: Session,
  sending: Sending,
  report: (sent: number) => void,
): Promise<UploadedMedia | undefined> {
  const from = session.received;
  const chunk = from === undefined ? undefined : await chunkOf(sending.file, from);
  if (from !== undefined && chunk) {
    session.most = Math.max(session.most, from + chunk.byteLength);
    if (from + chunk.byteLength === sending.file.size) session.wholeAt ??= performance.now();
    report(from);
  }
  const init = { method: 'PUT', headers: headersOf(sending, from, chunk), ...(chunk ? { body: chunk } : {}) };
  const got = await notQuiet(sending.quietMs ?? QUIET_MS, sending.signal, async (signal, alive) => {
    let accepted = 0;
    const onSent = (bytes: number) => {
      // A dead connection may keep reporting the same value.
      if (bytes > accepted) alive();
      accepted = Math.max(accepted, bytes);
      report((from ?? 0) + bytes);
    };
    const answer = await send(session.upload_uri, { ...init, signal }, onSent);
    return answer.status === 308 ? receivedBytesOf(answer) : readJson(answer, uploadedMedia);
  });
  if (typeof got !== 'number') {
    report(sending.file.size);
    return got;
  }
  if (got > session.most || got < session.least) throw new ApiError(0, 'answer', messages.uploadFailed);
  // Without progress, the same bytes would be sent forever.
  if (got === from) throw new ApiError(503, 'answer', messages.uploadFailed);
  Object.assign(session, { received: got, least: got });
  if (got < sending.file.size) session.wholeAt = undefined;
  report(got);
  return undefined;
}

function isLookedAt({ wholeAt }: Partial<Session> = {}): boolean {
  return wholeAt !== undefined && performance.now() - wholeAt < LONGEST_LOOK_MS;
}

/** Whether a silent server answers at all; otherwise the connection is dead and it is not processing the file. */
async function isThere(
  send: SendChunk,
  { upload_uri }: Session,
  { quietMs = THERE_MS, signal }: Sending,
): Promise<boolean> {
  const queryReceived = (asking: AbortSignal) =>
    send(upload_uri, { method: 'OPTIONS', signal: asking }, () => undefined);
  try {
    await notQuiet(Math.min(THERE_MS, quietMs), signal, queryReceived);
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof ApiError && error.status > 0;
  }
}

/** Reads a chunk before it is sent, so that an unreadable file is not taken for a lost connection. @throws ApiError */
function chunkOf(file: Blob, from: number): Promise<ArrayBuffer> {
  const reading = file.slice(from, from + CHUNK_BYTES).arrayBuffer();
  return reading.catch(() => {
    throw new ApiError(0, 'changed', FILE_CHANGED);
  });
}

function headersOf({ file, type, sha256 }: Sending, from: number | undefined, chunk: ArrayBuffer | undefined) {
  const end = (from ?? 0) + (chunk?.byteLength ?? 0);
  const isQuery = from === undefined || from === end;
  const range = isQuery ? `bytes */${file.size}` : `bytes ${from}-${end - 1}/${file.size}`;
  return {
    'content-type': type || file.type || 'application/octet-stream',
    // An empty file has no range; the service then rejects it.
    ...(file.size > 0 ? { 'content-range': range } : {}),
    ...(sha256 && !isQuery && end === file.size ? { 'repr-digest': `sha-256=:${sha256}:` } : {}),
  };
}

function receivedBytesOf(answer: Response): number {
  const range = answer.headers.get('range');
  if (!range) return 0;
  const last = /^bytes=0-(\d+)$/.exec(range)?.[1];
  if (last === undefined) throw new ApiError(0, 'answer', messages.uploadFailed);
  return Number(last) + 1;
}

/** Reports only increasing values. */
function rising(onSent: ((sent: number) => void) | undefined): (sent: number) => void {
  let lastSent = -1;
  return (sent) => {
    if (sent <= lastSent) return;
    lastSent = sent;
    onSent?.(sent);
  };
}

/** Counts consecutive failures. `wait` throws when the limit is reached. */
function createRetries({ isOver = (failures) => failures > RETRIES, onTrouble, signal }: Sending) {
  let failures = 0;
  let since = 0;
  return {
    reset: () => {
      failures = 0;
    },
    async wait(error: ApiError): Promise<void> {
      if (failures === 0) since = performance.now();
      failures += 1;
      if (isOver(failures, performance.now() - since)) throw userErrorOf(error);
      onTrouble?.(error);
      await pause(pauseOf(error, failures), signal);
    },
  };
}

/** Runs that supersede each other wait for random times, so that one of them wins. */
function pauseOf({ retryAfter, status }: ApiError, failures: number): number {
  if (retryAfter !== undefined) return Math.min(1000 * retryAfter, LONGEST_ASKED_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (status === 409 ? 1 + Math.random() : 1);
}

/** Returns the final error. A server that asks to wait explains itself. */
function userErrorOf(error: ApiError): ApiError {
  if (error.status === 429) return error;
  return new ApiError(error.status, error.code, messages.uploadFailed);
}

/** Replaces the message of an answer without text. */
function worded(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.message !== messages.noStatusText) return error;
  return new ApiError(error.status, error.code, messages.uploadAgain);
}

/** Whether the service no longer knows the session, or its bytes do not match the file. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410 || isChecksum(error));
}

function isChecksum(error: unknown): boolean {
  return error instanceof ApiError && error.status === 460;
}

/** Whether another tab or run sends to the same session. */
function isOvertaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Whether the session's bytes can only fail again. */
function isWrong(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (['answer', 'changed'].includes(error.code) || [400, 413, 415, 422, 460].includes(error.status))
  );
}
