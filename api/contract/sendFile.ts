import { messages } from '../../engine/project/messages.ts';
import { ApiError, isPassing } from './errors.ts';
import { readJson, type Send } from './http.ts';
import { notQuiet, pause, QuietError } from './quiet.ts';
import { type UploadedMedia, type UploadUris, uploadedMedia } from './upload.ts';

/** Bytes of a request: so many at most are sent again when a connection is lost. */
const CHUNK_BYTES = 1024 * 1024;
/** How often in a row a server may fail, or be away, before it is given up. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** A server that says when to come back is waited for so long at most, milliseconds. */
const LONGEST_ASKED_MS = 60_000;
/** A request that says nothing for so long is given up, milliseconds; the server gives up earlier. */
const QUIET_MS = 60_000;
/** A server that was sent the whole file may look at it for so long, milliseconds: where its store is slow it takes its time. */
const LONGEST_LOOK_MS = 1_800_000;
/** So long a server may take to say that it is there, milliseconds. */
const THERE_MS = 10_000;
/** How often a file is begun anew because its session was lost. */
const MOST_LOST = 3;
/** Said of a file that was written to, or taken away, while it was sent. */
const FILE_CHANGED = 'The file changed during the upload. Add it again.';

/** Where the addresses of an upload are remembered, so that it goes on after a reload, a crash or another run. */
export interface SessionMemory {
  get(): UploadUris | undefined;
  /** What `get` gives afterwards is used: it may be another's that was there first. */
  set(session: UploadUris | undefined): unknown;
  /** Whether others may send to its session at the same time; the service may then hold more than was sent from here. */
  isShared?: boolean;
}

/** A file to upload, and how. */
export interface Sending {
  file: Blob;
  /** MIME type; default: the file's own. */
  type?: string | undefined;
  /** SHA-256 of the file in base64: one that changes while it is sent is then found out. */
  sha256?: string | undefined;
  /** Asks the service for a new session. */
  begin: () => Promise<UploadUris>;
  memory?: SessionMemory | undefined;
  /** Told how many bytes are sent; never falls. */
  onProgress?: ((sent: number) => void) | undefined;
  /** Told of each failure after which it is tried again. */
  onTrouble?: ((error: ApiError) => void) | undefined;
  /** Whether a server that failed so often in a row, for so long, is given up; default: after three tries more. */
  isOver?: ((failures: number, milliseconds: number) => boolean) | undefined;
  /** How long a request may say nothing, milliseconds; default one minute. */
  quietMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends one request, telling how many bytes of its body are on their way where that can be known. */
export type SendChunk = (path: string, init: RequestInit, onSent: (bytes: number) => void) => ReturnType<Send>;

/** What is known of the session under way. */
interface Session extends UploadUris {
  /** Bytes that the service holds; undefined: it must be asked. */
  held: number | undefined;
  /** The least and the most that it may hold: what it has said before, and what was sent. */
  least: number;
  most: number;
  /** When the last byte was sent; absent before, and where the service has said since that it lacks some. */
  wholeAt?: number | undefined;
  /** The silence after the last byte, as long as the service may be looking at the file. */
  excused?: QuietError | undefined;
}

/**
 * Uploads a file in chunks. It goes on where it was after a lost connection, a restart of the server, or another run that
 * left its session in the memory; a session that is lost is begun anew.
 * @returns what the file turned out to be; `url` is where it can be read.
 * @throws ApiError with a sentence for a person; the signal's reason when aborted.
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
      // Only more than ever before is progress: a server may answer questions and fail otherwise.
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
      if (session) session.held = undefined;
      const mayLook =
        session && error instanceof QuietError && isLookedAt(session) && (await isThere(send, session, sending));
      if (session) session.excused = mayLook ? error : undefined;
      if (!mayLook) await retries.wait(error);
    }
  }
}

/** The session that is remembered, or a new one. */
async function openSession({ begin, memory, file }: Sending): Promise<Session> {
  const join = (uris: UploadUris): Session => ({ ...uris, held: undefined, least: 0, most: file.size });
  const known = memory?.get();
  if (known) return join(known);
  const uris = await begin();
  await memory?.set(uris);
  const kept = memory?.get() ?? uris;
  // Another run may have begun the same file just now: then there is one session of both.
  if (kept.upload_uri !== uris.upload_uri) return join(kept);
  return { ...uris, held: 0, least: 0, most: memory?.isShared ? file.size : 0 };
}

/** Forgets a session that is of no use, not the one that another run may have begun since. */
async function forget(memory: SessionMemory | undefined, session: Session | undefined): Promise<void> {
  if (memory?.get()?.upload_uri === session?.upload_uri) await memory?.set(undefined);
}

/** Sends the next chunk, or asks what is held. @returns the media when all is there. */
async function step(
  send: SendChunk,
  session: Session,
  sending: Sending,
  report: (sent: number) => void,
): Promise<UploadedMedia | undefined> {
  const from = session.held;
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
      // A connection that is dead may go on telling the same.
      if (bytes > accepted) alive();
      accepted = Math.max(accepted, bytes);
      report((from ?? 0) + bytes);
    };
    const answer = await send(session.upload_uri, { ...init, signal }, onSent);
    return answer.status === 308 ? heldOf(answer) : readJson(answer, uploadedMedia);
  });
  if (typeof got !== 'number') {
    report(sending.file.size);
    return got;
  }
  if (got > session.most || got < session.least) throw new ApiError(0, 'answer', messages.uploadFailed);
  // It would be sent the same again and again.
  if (got === from) throw new ApiError(503, 'answer', messages.uploadFailed);
  Object.assign(session, { held: got, least: got });
  if (got < sending.file.size) session.wholeAt = undefined;
  report(got);
  return undefined;
}

function isLookedAt({ wholeAt }: Partial<Session> = {}): boolean {
  return wholeAt !== undefined && performance.now() - wholeAt < LONGEST_LOOK_MS;
}

/** Whether a server that says nothing answers at all: else nobody looks at the file, and the connection is dead. */
async function isThere(
  send: SendChunk,
  { upload_uri }: Session,
  { quietMs = THERE_MS, signal }: Sending,
): Promise<boolean> {
  const ask = (asking: AbortSignal) => send(upload_uri, { method: 'OPTIONS', signal: asking }, () => undefined);
  try {
    await notQuiet(Math.min(THERE_MS, quietMs), signal, ask);
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof ApiError && error.status > 0;
  }
}

/** The bytes are read before they are sent, so that a file that cannot be read is no lost connection. @throws ApiError */
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
    // Nothing has no range; the service then says that it cannot be used.
    ...(file.size > 0 ? { 'content-range': range } : {}),
    ...(sha256 && !isQuery && end === file.size ? { 'repr-digest': `sha-256=:${sha256}:` } : {}),
  };
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

/** Counts failures in a row. `wait` throws when there were enough. */
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
      if (isOver(failures, performance.now() - since)) throw toldOf(error);
      onTrouble?.(error);
      await pause(pauseOf(error, failures), signal);
    },
  };
}

/** Those who overtake each other wait for times of their own, so that one of them comes first. */
function pauseOf({ retryAfter, status }: ApiError, failures: number): number {
  if (retryAfter !== undefined) return Math.min(1000 * retryAfter, LONGEST_ASKED_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (status === 409 ? 1 + Math.random() : 1);
}

/** What is said at last. A server that is there and asks to wait says itself of what there is too much. */
function toldOf(error: ApiError): ApiError {
  if (error.status === 429) return error;
  return new ApiError(error.status, error.code, messages.uploadFailed);
}

/** An answer without words: its status text is shown where there is one. */
function worded(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.message !== messages.noStatusText) return error;
  return new ApiError(error.status, error.code, messages.uploadAgain);
}

/** The service knows nothing of the session any more, or what it holds of it is not the file. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410 || isChecksum(error));
}

function isChecksum(error: unknown): boolean {
  return error instanceof ApiError && error.status === 460;
}

/** Somebody else sends to the same session: another tab, or another run. */
function isOvertaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** With what it holds the session can only fail again. */
function isWrong(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (['answer', 'changed'].includes(error.code) || [400, 413, 415, 422, 460].includes(error.status))
  );
}
