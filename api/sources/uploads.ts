import path from 'node:path';
import { sql } from 'kysely';
import { formatNotSupported } from '../../engine/project/formats.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import type { UploadedMedia } from '../contract/upload.ts';
import type { Database } from '../db/database.ts';
import type { UploadRow } from '../db/tables.ts';
import { type Probe, TooMuchError } from '../renderer/media/probe.ts';
import { unreadFormatOf } from '../renderer/media/sniff.ts';
import { removeFile } from '../storage/files.ts';
import type { Folders } from '../storage/folders.ts';
import { uploadKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { isDiskFull } from '../system/diskFull.ts';
import { patiently } from '../system/patiently.ts';
import { sniffUpload } from './mediaTypes.ts';
import { probeInTurn } from './probing.ts';

/** Name of the file that holds what came so far; its length is the number of bytes held. */
export const PART = 'part';

/** The content is nothing that may be uploaded, or cannot be decoded. `message` is the specification's sentence. */
export class UploadRefused extends Error {
  override name = 'UploadRefused';
  readonly code: 'unsupported-type' | 'unreadable';
  constructor(code: UploadRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What a new upload is made of. */
export type NewUpload = Pick<UploadRow, 'id' | 'token' | 'owner' | 'name' | 'declared_type' | 'declared_size'>;

/** All reading and writing of uploads: rows and files. */
export type Uploads = ReturnType<typeof createUploads>;

/** Makes the store of uploads. */
export function createUploads(
  { db }: Pick<Database, 'db'>,
  folders: Pick<Folders, 'upload'>,
  storage: Pick<Storage, 'put'>,
) {
  return {
    /** Where the bytes of an upload that is under way lie. */
    partOf: (id: string) => path.join(folders.upload(id), PART),

    add: async (uploads: NewUpload[]): Promise<void> => {
      await db.insertInto('uploads').values(uploads).execute();
    },

    byToken: (token: string) => db.selectFrom('uploads').selectAll().where('token', '=', token).executeTakeFirst(),

    /** A finished upload. */
    find: (id: string) =>
      db.selectFrom('uploads').selectAll().where('id', '=', id).where('status', '=', 'done').executeTakeFirst(),

    /**
     * Looks at what came, and keeps it under a name of ours with the extension of its content. What fails here and is no
     * fault of the file, such as a database that is away for a moment, is tried again.
     * @throws UploadRefused
     */
    async complete(upload: UploadRow, bytes: number): Promise<UploadRow> {
      const part = path.join(folders.upload(upload.id), PART);
      const { mime, extension, facts } = await patiently(() => lookAt(part), lasts);
      const file = `content.${extension}`;
      await storage.put(uploadKey(upload.id, file), part, { type: mime });
      return patiently(
        () =>
          db
            .updateTable('uploads')
            .set({ status: 'done', file, mime, size: bytes, facts: JSON.stringify(facts), finished_at: sql`now()` })
            .where('id', '=', upload.id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        lasts,
      );
    },

    /** Throws away what came of an upload; it may begin again. */
    reset: (id: string) => removeFile(path.join(folders.upload(id), PART)),
  };
}

/** What a file is. @throws UploadRefused */
async function lookAt(part: string): Promise<{ mime: string; extension: string; facts: MediaFacts }> {
  const type = await sniffUpload(part);
  if (!type) throw new UploadRefused('unsupported-type', formatNotSupported(await unreadFormatOf(part)));
  const probe = await probeInTurn(part).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    const { cause } = error;
    throw new UploadRefused('unreadable', cause instanceof TooMuchError ? cause.message : messages.uploadUnreadable);
  });
  const facts = factsOf(probe);
  return { mime: mimeOf(type.mime, facts), extension: type.extension, facts };
}

/** A refusal and a full disk would only come again. */
function lasts(error: unknown): boolean {
  return error instanceof UploadRefused || isDiskFull(error);
}

/** What the contract says of a finished upload. @param url its read_uri. */
export function uploadedMediaOf(upload: UploadRow, url: string): UploadedMedia {
  const facts = upload.facts as MediaFacts;
  const { kind, width, height, duration, hasAudio, animated } = facts;
  const mime = upload.mime ?? 'application/octet-stream';
  return { name: upload.name, url, size: Number(upload.size), mime, kind, width, height, duration, hasAudio, animated };
}

/** The facts of a probe that are stored: what the model needs. */
export function factsOf({ kind, width, height, duration, hasAudio, animated }: Probe): MediaFacts {
  return { kind, width, height, duration, hasAudio, animated };
}

// An Ogg or MP4 file without a picture is sound, whatever its first bytes were called.
function mimeOf(mime: string, facts: MediaFacts): string {
  return facts.kind === 'audio' ? mime.replace(/^video\//, 'audio/') : mime;
}
