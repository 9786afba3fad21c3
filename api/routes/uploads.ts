import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  formatNotSupported,
  formatSentences,
  optionalSentence,
  unacceptedFormat,
} from '../../engine/project/formats.ts';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { errorBody } from '../contract/errorBody.ts';
import {
  createUploadAnswer,
  createUploadBody,
  type SignedUpload,
  signedUpload,
  type UploadFile,
  uploadFile,
  uploadList,
  uploadListQuery,
} from '../contract/upload.ts';
import { storableText } from '../db/storable.ts';
import type { NewUpload } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { isSecretId, newSecretId } from '../sources/ids.ts';
import { isDeclaredTypeAccepted } from '../sources/mediaTypes.ts';
import type { Requester } from '../sources/requester.ts';
import { nameByType } from '../sources/uploadNames.ts';
import { uploadedMediaOf } from '../sources/uploads.ts';
import { fail } from '../system/serviceError.ts';
import { originOf } from './guards.ts';
import { diskFull } from './httpError.ts';
import { knownOwner, requesterOf } from './session.ts';
import { signUpload } from './signedUploads.ts';
import { PUT_PATH, readUri } from './uploadAddresses.ts';
import { uploadBytesRoutes } from './uploadBytes.ts';

/** Routes to upload files (first a URL for each file, then its bytes), and to list them. @param options.createsPerMinute per address. */
export function uploadRoutes(
  service: Pick<Service, 'budget' | 'folders' | 'uploads'>,
  options: { createsPerMinute: number },
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/upload/createResumableUpload',
      {
        config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Create upload addresses for files',
          description: [...formatSentences(), optionalSentence()].join(' '),
          body: z.unknown().meta(z.toJSONSchema(createUploadBody)),
          response: { 200: createUploadAnswer, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        const rows = await announce(service, filesOf(request.body), request, reply);
        const origin = originOf(request);
        return {
          uris: rows.map((row) => ({
            upload_uri: `${origin}/api/v1${PUT_PATH}?upload_id=${row.token}`,
            read_uri: readUri(origin, row),
          })),
        };
      },
    );
    app.post(
      '/upload/s3-sign',
      {
        config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Create a signed request that uploads one file, and expires',
          body: z.unknown().meta(z.toJSONSchema(uploadFile)),
          response: { 200: signedUpload, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        const [row] = await announce(service, filesOf({ files: [request.body] }), request, reply);
        return sign(service, row as NewUpload, originOf(request));
      },
    );
    app.get(
      '/uploads',
      {
        schema: {
          summary: "List the session's own files, newest first",
          querystring: uploadListQuery,
          response: { 200: uploadList, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const owner = knownOwner(request);
        const { limit, before, search } = request.query;
        // An invalid id has no next page.
        const isAsked = before === undefined || isSecretId(before);
        const page = { limit: limit + 1, before, search };
        const rows = owner && isAsked ? await service.uploads.list(owner, page) : [];
        const shown = rows.slice(0, limit);
        return {
          uploads: shown.map((row) => uploadedMediaOf(row, readUri(originOf(request), row))),
          next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
        };
      },
    );
    await app.register(uploadBytesRoutes(service));
  };
}

/** Signs an upload. Storage can only enforce a declared size, so files without one are sent to this service. */
async function sign({ uploads }: Pick<Service, 'uploads'>, upload: NewUpload, origin: string): Promise<SignedUpload> {
  const size = Number(upload.declared_size ?? 0);
  const direct =
    size > 0 ? await uploads.parts.direct?.sign(upload.id, { type: upload.declared_type, size }) : undefined;
  return signUpload(upload, origin, direct);
}

/** Registers files to be uploaded. @throws ServiceError 429 if a quota is exceeded, 507 if the disk is full. */
async function announce(
  { folders, uploads, budget }: Pick<Service, 'budget' | 'folders' | 'uploads'>,
  files: readonly UploadFile[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<NewUpload[]> {
  const bytes = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  if (!(await budget.hasRoom(bytes, folders.root))) throw diskFull();
  const requester = requesterOf(request, reply);
  const rows = files.map((file) => newUpload(file, requester));
  await uploads.begin(rows, bytes);
  return rows;
}

/** Checks the files of a request, with the order and messages of the specification. @throws ServiceError */
function filesOf(body: unknown): UploadFile[] {
  const files = (body as { files?: unknown } | null)?.files;
  if (files === undefined || files === null) throw fail('malformed', messages.uploadNothing);
  if (Array.isArray(files) && files.length === 0) throw fail('malformed', messages.uploadEmptyList);
  const parsed = createUploadBody.safeParse(body, { jitless: true });
  if (!parsed.success) {
    if (isWithoutType(files)) throw fail('unsupported-type', messages.uploadNoType);
    throw fail('malformed', '"files" must be a list of at most 100 files, each with fileName and fileType.');
  }
  for (const { fileName, fileType, size } of parsed.data.files) {
    if (fileType.trim() === '') throw fail('unsupported-type', messages.uploadNoType);
    if ((size ?? 0) > MAX_UPLOAD_BYTES) throw fail('too-large', messages.uploadTooLarge);
    const format = unacceptedFormat({ type: fileType, name: fileName });
    if (!isDeclaredTypeAccepted(fileType)) throw fail('unsupported-type', formatNotSupported(format));
  }
  return parsed.data.files;
}

function isWithoutType(files: unknown): boolean {
  return (
    Array.isArray(files) && files.some((file) => typeof file === 'object' && file !== null && !('fileType' in file))
  );
}

function newUpload({ fileName, fileType, size }: UploadFile, requester: Requester): NewUpload {
  const name = nameByType(fileName, fileType, newSecretId().slice(0, 8));
  const declared = { declared_type: storableText(fileType), declared_size: size ?? null };
  return { id: newSecretId(), token: newSecretId(), ...requester, name, ...declared };
}
