import { sql } from 'kysely';
import type { MediaFacts } from '../../engine/project/media.ts';
import type { UploadedMedia } from '../contract/upload.ts';
import type { Database } from '../db/database.ts';
import type { NewUpload, UploadRow } from '../db/tables.ts';
import { inTurn } from '../jobs/line.ts';
import type { Folders } from '../storage/folders.ts';
import { contentKey, uploadKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { OvertakenError, type PartStore, partsOnDisk } from '../storage/uploadParts.ts';
import { createContents } from './contents.ts';
import { createDirectTaking } from './directTaking.ts';
import { UploadRefused } from './lookAt.ts';
import { OverQuotaError, type UploadLimits, usualUploadLimits, type Wanted, waitOf } from './uploadLimits.ts';
import { nameByContent } from './uploadNames.ts';
import { createWriters } from './writers.ts';

/** All reading and writing of uploads: rows and files. */
export type Uploads = ReturnType<typeof createUploads>;

/** Lets a party store so much more, of all kinds together. @throws OverQuotaError */
type ExpectRoom = (db: Database['db'], wanted: Wanted) => Promise<void>;

/** Makes the store of uploads. @param parts where their bytes lie until they are all there. */
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
  /** Whether its use was not noted lately: once an hour is enough where files go after days. */
  const isRested = sql<boolean>`status = 'done' and touched_at < now() - interval '1 hour'`;
  /** @returns the upload; undefined where it was given up since it was looked up: from now on it is not. */
  const noteUse = (id: string): Promise<UploadRow | undefined> => {
    const use = db.updateTable('uploads').set({ touched_at: sql`now()` }).where('id', '=', id);
    return use.where('status', '=', 'done').returningAll().executeTakeFirst();
  };
  const expectQuota = quotaOf(limits, expectRoom);
  const takeDirect = createDirectTaking(db, parts, contents.take);
  return {
    parts,
    writers: createWriters(),

    add: async (uploads: NewUpload[]): Promise<void> => {
      await db.insertInto('uploads').values(uploads).execute();
    },

    /** The upload of an address, and whether it is given up. */
    byToken: (token: string) => known.where('token', '=', token).executeTakeFirst(),

    /** The same by its id. */
    byId: (id: string) => known.where('id', '=', id).executeTakeFirst(),

    /** A finished upload, to be used; one whose file was put straight into the store is finished by this. */
    async find(id: string): Promise<UploadRow | undefined> {
      const upload = await known.select(isRested.as('isRested')).where('id', '=', id).executeTakeFirst();
      if (upload?.isRested) return noteUse(id);
      if (!upload || upload.isExpired || upload.status === 'done')
        return upload?.status === 'done' ? upload : undefined;
      return takeDirect(upload).catch((error: unknown) => {
        if (!(error instanceof UploadRefused)) throw error;
        return undefined;
      });
    },

    takeDirect,

    /** Key of the file of a finished upload. */
    keyOf: ({ id, file, content }: Pick<UploadRow, 'id' | 'file' | 'content'>): string =>
      content === null ? uploadKey(id, file ?? '') : contentKey(file ?? ''),

    /**
     * Notes that an upload is being written to, and how large its file is where that was not known.
     * @throws OvertakenError where it was ended, given up or deleted meanwhile.
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

    /** Notes how many bytes are held of an upload whose length nobody said: they count for the quota. */
    noteHeld: async (id: string, bytes: number): Promise<void> => {
      const untold = db.updateTable('uploads').where('id', '=', id).where('declared_size', 'is', null);
      await untold.where('status', '=', 'open').set({ size: bytes }).execute();
    },

    /** Adds uploads of one party, if the quota lets them begin. @param bytes of all of them. @throws OverQuotaError */
    begin: (uploads: NewUpload[], bytes: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const party = uploads[0]?.party ?? '';
        await inTurn(transaction, party);
        await expectQuota(transaction, { party, count: uploads.length, bytes });
        await transaction.insertInto('uploads').values(uploads).execute();
      }),

    /** Lets a party begin so many uploads of so many bytes. @param of see Wanted. @throws OverQuotaError */
    expectQuota: (party: string, count: number, bytes: number, of?: string): Promise<void> =>
      expectQuota(db, { party, count, bytes, of }),

    /**
     * Looks at what came, and makes it the upload's content. What fails here and is no fault of the file, such as a
     * database that is away for a moment, is tried again.
     * @throws UploadRefused; the bytes are still held then. OvertakenError where another process has made it something else.
     */
    complete: (upload: UploadRow) => contents.take(upload),

    /** Ends an upload as a file without a byte. */
    async completeEmpty(upload: UploadRow): Promise<UploadRow> {
      await parts.append(upload.id, 0, noBytes());
      return contents.takeEmpty(upload);
    },

    /** The same file as an upload of somebody else's, whose life does not hang on the first one's. */
    share: (upload: UploadRow, added: NewUpload) => contents.share(upload, added),

    /** Forgets an upload, whatever became of it since it was looked up; its content goes unless others have it too. */
    async remove({ id }: Pick<UploadRow, 'id'>): Promise<void> {
      await parts.discard(id);
      await contents.letGo(id);
    },
  };
}

/** What a party may begin: of uploads, and of all that they store. */
function quotaOf(limits: UploadLimits, expectRoom: ExpectRoom): ExpectRoom {
  return async (db, wanted) => {
    await expectRoom(db, wanted);
    const wait = await waitOf(db, limits, wanted);
    if (wait > 0) throw new OverQuotaError(wanted.party, wait);
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function isOlder(hours: number) {
  return sql<boolean>`status = 'expired' or (status = 'open' and touched_at < now() - make_interval(secs => ${hours * 3600}))`;
}

/** What is known of a file of which nothing can be known. */
const noFacts: Omit<MediaFacts, 'kind'> & { kind: null } = {
  kind: null,
  width: 0,
  height: 0,
  duration: 0,
  hasAudio: false,
  animated: false,
};

/** What the contract says of a finished upload. @param url its read_uri. */
export function uploadedMediaOf(upload: UploadRow, url: string): UploadedMedia {
  const { kind, width, height, duration, fps, hasAudio, animated, audioTracks, audioTrack } = upload.facts ?? noFacts;
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
    ...(audioTracks ? { audioTracks, audioTrack } : {}),
  };
}
