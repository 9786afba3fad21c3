import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { formatNotSupported, unreadFormat } from '../../engine/project/formats.ts';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { errorBody } from '../contract/errors.ts';
import { createUploadAnswer, createUploadBody, type UploadFile, uploadedMedia } from '../contract/upload.ts';
import { storableText } from '../db/storable.ts';
import type { UploadRow } from '../db/tables.ts';
import type { Service } from '../service.ts';
import { isSecretId, newSecretId } from '../sources/ids.ts';
import { uploadPath } from '../sources/library.ts';
import { isDeclaredTypeTaken } from '../sources/mediaTypes.ts';
import { UploadRefused, uploadedMediaOf } from '../sources/uploads.ts';
import { saveStream, TooLargeError } from '../storage/files.ts';
import { storedName } from '../storage/names.ts';
import type { Reservation } from '../system/budget.ts';
import { originOf } from './guards.ts';
import { diskFull, HttpError, notFound } from './httpError.ts';
import { knownOwner, ownerOf } from './session.ts';

/** Where the bytes of an upload are put; the id is in the query. */
const PUT_PATH = '/api/v1/upload/resumable';
const errors = { '4xx': errorBody };
const putQuery = z.object({ upload_id: z.string().max(64).optional() });

/** Who writes to an upload now. */
interface Writer {
  stop: AbortController;
  /** Resolves when it no longer touches the file. */
  ended: Promise<unknown>;
}

/** What bytes are received with. */
interface Receiving {
  room: Reservation;
  signal: AbortSignal;
}

/** Uploading: an address for each file first, then its bytes. @param options.createsPerMinute of one address. */
export function uploadRoutes(service: Service, options: { createsPerMinute: number }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/upload/createResumableUpload',
      {
        config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Addresses for files that are to be uploaded',
          body: z.unknown().meta(z.toJSONSchema(createUploadBody)),
          response: { 200: createUploadAnswer, ...errors },
        },
      },
      (request, reply) => announce(service, request, reply),
    );
    await app.register(putRoute(service));
  };
}

/** The bytes of a file. A scope of its own: here no parser may gather a body in memory, whatever it calls itself. */
function putRoute(service: Service): FastifyPluginAsyncZod {
  const writers = new Map<string, Writer>();
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
    app.put(
      '/upload/resumable',
      {
        bodyLimit: MAX_UPLOAD_BYTES,
        schema: { summary: "A file's bytes", querystring: putQuery, response: { 200: uploadedMedia, ...errors } },
      },
      async (request) => {
        const upload = await findUpload(service, request.query.upload_id, knownOwner(request));
        const done = upload.status === 'done' ? upload : await takeTurn(service, writers, upload, request);
        return uploadedMediaOf(done, readUri(originOf(request), done));
      },
    );
  };
}

async function announce({ folders, uploads, budget }: Service, request: FastifyRequest, reply: FastifyReply) {
  const files = filesOf(request.body);
  const bytes = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  if (!(await budget.hasRoom(bytes, folders.root))) throw diskFull();
  const owner = ownerOf(request, reply);
  const rows = files.map((file) => newUpload(file, owner));
  await uploads.add(rows);
  const origin = originOf(request);
  return {
    uris: rows.map((row) => ({
      upload_uri: `${origin}${PUT_PATH}?upload_id=${row.token}`,
      read_uri: readUri(origin, row),
    })),
  };
}

/** The newest writer of an upload ends the older one, and begins only when that no longer touches the file. */
async function takeTurn(
  service: Service,
  writers: Map<string, Writer>,
  upload: UploadRow,
  request: FastifyRequest,
): Promise<UploadRow> {
  const max = checkLength(request.headers, upload);
  const room = await service.budget.reserve(max, service.folders.root);
  const older = writers.get(upload.id);
  const stop = new AbortController();
  const work = async () => {
    older?.stop.abort(new HttpError(409, 'conflict', 'A newer upload of this file has begun.'));
    await older?.ended;
    // The older one may have been faster after all.
    const finished = older && (await service.uploads.find(upload.id));
    return (
      finished ??
      putWhole(service, upload, request.body as AsyncIterable<Uint8Array> | undefined, { room, signal: stop.signal })
    );
  };
  const working = work();
  const writer = { stop, ended: working.catch(() => undefined) };
  writers.set(upload.id, writer);
  try {
    return await working;
  } finally {
    room.release();
    if (writers.get(upload.id) === writer) writers.delete(upload.id);
  }
}

async function putWhole(
  service: Service,
  upload: UploadRow,
  body: AsyncIterable<Uint8Array> | undefined,
  { room, signal }: Receiving,
): Promise<UploadRow> {
  try {
    signal.throwIfAborted();
    return await service.uploads.complete(upload, await receive(service, upload, body, { room, signal }));
  } catch (error) {
    throw await explain(service, upload, error, signal);
  }
}

/** Checks what is to be uploaded, in the order and words of the studio spec, section 5. @throws HttpError */
function filesOf(body: unknown): UploadFile[] {
  const files = (body as { files?: unknown } | null)?.files;
  if (files === undefined || files === null) throw new HttpError(400, 'malformed', messages.uploadNothing);
  if (Array.isArray(files) && files.length === 0) throw new HttpError(400, 'malformed', messages.uploadEmptyList);
  const parsed = createUploadBody.safeParse(body, { jitless: true });
  if (!parsed.success) {
    if (isWithoutType(files)) throw new HttpError(415, 'unsupported-type', messages.uploadNoType);
    throw new HttpError(
      400,
      'malformed',
      '"files" must be a list of at most 100 files, each with fileName and fileType.',
    );
  }
  for (const { fileName, fileType, size } of parsed.data.files) {
    if (fileType.trim() === '') throw new HttpError(415, 'unsupported-type', messages.uploadNoType);
    if ((size ?? 0) > MAX_UPLOAD_BYTES) throw new HttpError(413, 'too-large', messages.uploadTooLarge);
    const format = unreadFormat({ type: fileType, name: fileName });
    if (!isDeclaredTypeTaken(fileType)) throw new HttpError(415, 'unsupported-type', formatNotSupported(format));
  }
  return parsed.data.files;
}

function isWithoutType(files: unknown): boolean {
  return (
    Array.isArray(files) && files.some((file) => typeof file === 'object' && file !== null && !('fileType' in file))
  );
}

function newUpload({ fileName, fileType, size }: UploadFile, owner: string) {
  const name = storedName(fileName, newSecretId().slice(0, 8));
  const declared = { declared_type: storableText(fileType), declared_size: size ?? null };
  return { id: newSecretId(), token: newSecretId(), owner, name, ...declared };
}

/** The secret address is proof enough for a client without a session; another session's is not. */
async function findUpload(
  { uploads }: Service,
  token: string | undefined,
  owner: string | undefined,
): Promise<UploadRow> {
  if (!token) throw new HttpError(400, 'malformed', 'The address has no upload_id.');
  const upload = isSecretId(token) ? await uploads.byToken(token) : undefined;
  if (!upload || (owner !== undefined && owner !== upload.owner)) throw notFound('This upload');
  return upload;
}

/** Refuses before the first byte is read what cannot end well. @returns the most bytes that may come. @throws HttpError */
function checkLength(headers: Record<string, string | string[] | undefined>, upload: UploadRow): number {
  if (headers['content-range'] !== undefined) {
    throw new HttpError(400, 'malformed', 'Please send the whole file in one request, without Content-Range.');
  }
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const declared = upload.declared_size === null ? undefined : Number(upload.declared_size);
  if ((length ?? 0) > MAX_UPLOAD_BYTES) throw new HttpError(413, 'too-large', messages.uploadTooLarge);
  if (length !== undefined && declared !== undefined && length !== declared) {
    throw new HttpError(400, 'malformed', `The upload was announced with ${declared} bytes, not ${length}.`);
  }
  return length ?? declared ?? MAX_UPLOAD_BYTES;
}

async function receive(
  { uploads }: Service,
  upload: UploadRow,
  body: AsyncIterable<Uint8Array> | undefined,
  { room, signal }: Receiving,
): Promise<number> {
  const declared = upload.declared_size === null ? undefined : Number(upload.declared_size);
  const bytes = await saveStream(body ?? emptyBody(), uploads.partOf(upload.id), {
    max: declared ?? MAX_UPLOAD_BYTES,
    signal,
    // What is written counts as taken from the disk, no longer as reserved; a render may have taken what was left of it.
    onBytes: (count) => room.spend(count),
  });
  if (declared !== undefined && bytes !== declared) {
    throw new HttpError(400, 'malformed', `The upload was announced with ${declared} bytes, ${bytes} came.`);
  }
  return bytes;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** What a failed upload answers; what came of it is thrown away unless a newer writer has it. */
async function explain({ uploads }: Service, upload: UploadRow, error: unknown, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  await uploads.reset(upload.id);
  if (error instanceof UploadRefused) return new HttpError(422, error.code, error.message);
  if (error instanceof TooLargeError) {
    if (upload.declared_size === null) return new HttpError(413, 'too-large', messages.uploadTooLarge);
    return new HttpError(400, 'malformed', `The upload was announced with ${upload.declared_size} bytes, more came.`);
  }
  // The sender went away in the middle: nobody is there to read an answer.
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new HttpError(400, 'malformed', messages.uploadFailed);
  return error;
}

function readUri(origin: string, upload: Pick<UploadRow, 'id' | 'name'>): string {
  return origin + uploadPath(upload);
}
