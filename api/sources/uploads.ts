import { sql } from 'kysely';
import type { MediaFacts } from '../../engine/project/media.ts';
import type { UploadedMedia } from '../contract/upload.ts';
import type { Database } from '../db/database.ts';
import type { NewUpload, UploadRow } from '../db/tables.ts';
import { lockParty } from '../jobs/turns.ts';
import type { Folders } from '../storage/folders.ts';
import { contentKey, uploadKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { OvertakenError, type PartStore, partsOnDisk } from '../storage/uploadParts.ts';
import { createContents } from './contents.ts';
import { createDirectTaking } from './directTaking.ts';
import { isRejectedFile } from './inspectFile.ts';
import { OverQuotaError, type UploadLimits, type UploadRequest, usualUploadLimits, waitOf } from './uploadLimits.ts';
import { nameByContent } from './uploadNames.ts';
import { createWriters } from './writers.ts';

/** All access to uploads: rows and files. */
export type Uploads = ReturnType<typeof createUploads>;

/** A page of a list of uploads. */
export interface UploadPage {
  limit: number;
  before?: string | undefined;
  search?: string | undefined;
}

/** Checks that a party may store more, in total. @throws OverQuotaError */
type ExpectRoom = (db: Database['db'], request: UploadRequest) => Promise<void>;

/** Creates the store of uploads. @param parts stores the bytes of unfinished uploads. */
export function createUploads(
  { db }: Pick<Database, 'db'>,
  folders: Pick<Folders, 'uploads' | 'upload'>,
  storage: Storage,
  limits: UploadLimits = usualUploadLimits,
  parts: PartStore = partsOnDisk(folders, storage),
  expectRoom: ExpectRoom = async () => undefined,
) {
  const isExpired = limits.hours > 0 ? isOlder(limits.hours) : sql<boolean>`status = 'expired'`;
  const contents = createContents(db, storage, parts);
  const known = db.selectFrom('uploads').selectAll().select(isExpired.as('isExpired'));
  /** Whether its last use was recorded over an hour ago, which is exact enough for expiry in days. */
  const isRested = sql<boolean>`status = 'done' and touched_at < now() - interval '1 hour'`;
  /** Records a use. @returns the upload; undefined if it has expired since it was loaded. */
  const noteUse = (id: string): Promise<UploadRow | undefined> => {
    const use = db.updateTable('uploads').set({ touched_at: sql`now()` }).where('id', '=', id);
    return use.where('status', '=', 'done').returningAll().executeTakeFirst();
  };
  const expectQuota = quotaOf(limits, expectRoom);
  const acceptDirect = createDirectTaking(db, parts, contents.accept);
  return {
    parts,
    writers: createWriters(),

    add: async (uploads: NewUpload[]): Promise<void> => {
      await db.insertInto('uploads').values(uploads).execute();
    },

    /** Finds an upload by the token in its URL, and whether it has expired. */
    byToken: (token: string) => known.where('token', '=', token).executeTakeFirst(),

    /** The same, by id. */
    byId: (id: string) => known.where('id', '=', id).executeTakeFirst(),

    /** Finds a finished upload for use; also completes one that was uploaded directly to storage. */
    async find(id: string): Promise<UploadRow | undefined> {
      const upload = await known.select(isRested.as('isRested')).where('id', '=', id).executeTakeFirst();
      if (upload?.isRested) return noteUse(id);
      if (!upload || upload.isExpired || upload.status === 'done')
        return upload?.status === 'done' ? upload : undefined;
      return acceptDirect(upload).catch((error: unknown) => {
        if (!isRejectedFile(error)) throw error;
        return undefined;
      });
    },

    acceptDirect,

    /**
     * Lists an owner's finished uploads, newest first.
     * @param page.before id of the last upload of the previous page. @param page.search part of the name.
     */
    list(owner: string, { limit, before, search }: UploadPage): Promise<UploadRow[]> {
      let own = db.selectFrom('uploads').selectAll().where('owner', '=', owner).where('status', '=', 'done');
      if (before !== undefined)
        own = own.where(
          sql<boolean>`(created_at, id) < (select created_at, id from uploads where id = ${before} and owner = ${owner})`,
        );
      // In the pattern, % and _ have a meaning.
      if (search) own = own.where('name', 'ilike', `%${search.replaceAll(/[%_\\]/g, '\\$&')}%`);
      return own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },

    /** Returns the storage key of a finished upload. */
    keyOf: ({ id, file, content }: Pick<UploadRow, 'id' | 'file' | 'content'>): string =>
      content === null ? uploadKey(id, file ?? '') : contentKey(file ?? ''),

    /**
     * Records a write, and the size of the file if it was unknown.
     * @throws OvertakenError if the upload was completed, expired or deleted meanwhile.
     */
    touch: async (id: string, total: number | undefined): Promise<void> => {
      const touched = await db
        .updateTable('uploads')
        .set({
          touched_at: sql`now()`,
          ...(total === undefined ? {} : { declared_size: sql`coalesce(declared_size, ${total})` }),
        })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .returning('id')
        .executeTakeFirst();
      if (!touched) throw new OvertakenError();
    },

    /** Records the received bytes of an upload with undeclared length, for quotas. */
    noteReceived: async (id: string, bytes: number): Promise<void> => {
      const untold = db.updateTable('uploads').where('id', '=', id).where('declared_size', 'is', null);
      await untold.where('status', '=', 'open').set({ size: bytes }).execute();
    },

    /** Adds uploads of one party, within its quota. @param bytes of all of them. @throws OverQuotaError */
    begin: (uploads: NewUpload[], bytes: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const party = uploads[0]?.party ?? '';
        await lockParty(transaction, party);
        await expectQuota(transaction, { party, count: uploads.length, bytes });
        await transaction.insertInto('uploads').values(uploads).execute();
      }),

    /** Checks a party's quota for new uploads. @param of see UploadRequest. @throws OverQuotaError */
    expectQuota: (party: string, count: number, bytes: number, of?: string): Promise<void> =>
      expectQuota(db, { party, count, bytes, of }),

    /**
     * Inspects the bytes of an upload and makes them its content. Retries failures that are not the file's fault, such
     * as a briefly unreachable database.
     * @throws ServiceError; the bytes are retained then. OvertakenError if another process has changed it.
     */
    complete: (upload: UploadRow) => contents.accept(upload),

    /** Completes an upload as an empty file. */
    async completeEmpty(upload: UploadRow): Promise<UploadRow> {
      await parts.append(upload.id, 0, noBytes());
      return contents.acceptEmpty(upload);
    },

    /** Adds the same file as an independent upload of another owner. */
    share: (upload: UploadRow, added: NewUpload) => contents.share(upload, added),

    /** Deletes an upload in any state, and its content unless other uploads use it. */
    async remove({ id }: Pick<UploadRow, 'id'>): Promise<void> {
      await parts.discard(id);
      await contents.letGo(id);
    },
  };
}

/** Combines the limits of uploads with the party's total quota. */
function quotaOf(limits: UploadLimits, expectRoom: ExpectRoom): ExpectRoom {
  return async (db, request) => {
    await expectRoom(db, request);
    const wait = await waitOf(db, limits, request);
    if (wait > 0) throw new OverQuotaError(request.party, wait);
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function isOlder(hours: number) {
  return sql<boolean>`status = 'expired' or (status = 'open' and touched_at < now() - make_interval(secs => ${hours * 3600}))`;
}

/** Facts of an empty file. */
const noFacts: Omit<MediaFacts, 'kind'> & { kind: null } = {
  kind: null,
  width: 0,
  height: 0,
  duration: 0,
  hasAudio: false,
  animated: false,
};

/** Returns the API's record of a finished upload. @param url its read_uri. */
export function uploadedMediaOf(upload: UploadRow, url: string): UploadedMedia {
  const { kind, width, height, duration, fps, hasAudio, animated, hasAlpha, ...sound } = upload.facts ?? noFacts;
  const { audioTracks, audioTrack } = sound;
  const mime = upload.mime ?? 'application/octet-stream';
  return {
    name: nameByContent(upload),
    url,
    size: Number(upload.size),
    mime,
    kind,
    width,
    height,
    duration,
    ...(fps ? { fps } : {}),
    hasAudio,
    animated,
    ...(hasAlpha === undefined ? {} : { hasAlpha }),
    ...(audioTracks ? { audioTracks, audioTrack } : {}),
  };
}
