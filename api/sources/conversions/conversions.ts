import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { ConversionRow, NewUpload, StoredError } from '../../db/tables.ts';
import { retryDatabase } from '../../jobs/retryDatabase.ts';
import type { WorkKind } from '../../jobs/workKind.ts';
import { workKindOf } from '../../jobs/workStore.ts';
import { probeFile } from '../../renderer/media/probe.ts';
import type { Folders } from '../../storage/folders.ts';
import { storedName } from '../../storage/storedNames.ts';
import type { Budget } from '../../system/budget.ts';
import { diskFullMessage, isDiskFull } from '../../system/diskFull.ts';
import { ServiceError } from '../../system/serviceError.ts';
import { newSecretId } from '../ids.ts';
import { type Library, uploadPath } from '../library.ts';
import { OverQuotaError } from '../uploadLimits.ts';
import type { Uploads } from '../uploads.ts';
import type { ConversionStore } from './conversionStore.ts';
import { convertGif } from './convertGif.ts';

/** What conversions need. */
export interface ConversionContext {
  store: ConversionStore;
  uploads: Uploads;
  library: Pick<Library, 'locate'>;
  folders: Pick<Folders, 'work'>;
  budget: Pick<Budget, 'run'>;
}

/** Converts GIFs to videos. */
export function conversionKind(context: ConversionContext): WorkKind<ConversionRow, never> {
  const { store, uploads } = context;
  return {
    ...workKindOf('conversion', store, failureOf),
    async run(row, { signal }) {
      const upload = await convert(context, row, signal);
      const url = uploadPath(upload);
      const finished = await retryDatabase(() => store.finish(row, { output_url: url }), signal);
      if (!finished && (await store.get(row.id))?.output_url !== url) await uploads.remove(upload);
    },
  };
}

/** Converts a GIF. @returns the upload that contains the video, for the same owner. */
async function convert(
  { uploads, library, folders, budget }: ConversionContext,
  row: ConversionRow,
  signal: AbortSignal,
): Promise<NewUpload> {
  const source = await library.locate(row.source_url, signal);
  const work = await mkdtemp(path.join(folders.work, 'conversion-'));
  try {
    const out = path.join(work, 'converted.webm');
    await convertGif(source.path, await probeFile(source.path, { signal }), { out, budget, signal });
    return await store(uploads, row, out);
  } finally {
    source.release();
    await rm(work, { recursive: true, force: true });
  }
}

async function store(uploads: Uploads, { owner, party, input_name }: ConversionRow, file: string): Promise<NewUpload> {
  const name = storedName(input_name.replace(/(_[0-9a-f]{8})?\.\w+$/, '.webm'), newSecretId().slice(0, 8));
  const { size } = await stat(file);
  const ids = { id: newSecretId(), token: newSecretId() };
  const added: NewUpload = { ...ids, owner, party, name, declared_type: 'video/webm', declared_size: size };
  await uploads.expectQuota(party, 1, size);
  await uploads.add([added]);
  try {
    await uploads.parts.append(added.id, 0, createReadStream(file));
    const upload = await uploads.byId(added.id);
    if (!upload) throw new Error('The upload of a conversion no longer exists.');
    return await uploads.complete(upload);
  } catch (error) {
    await uploads.remove(added);
    throw error;
  }
}

function failureOf(error: unknown): StoredError {
  if (error instanceof OverQuotaError) return { code: 'too-many-requests', message: error.message };
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  if (error instanceof ProblemError)
    return { code: 'unreadable', message: error.problems[0]?.message ?? 'This GIF cannot be read.' };
  if (isDiskFull(error)) return { code: 'disk-full', message: diskFullMessage };
  return { code: 'internal', message: 'An error occurred.' };
}
