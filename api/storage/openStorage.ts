import path from 'node:path';
import type { S3Settings } from '../system/s3Settings.ts';
import { createDiskStorage } from './diskStorage.ts';
import type { Folders } from './folders.ts';
import { createS3Client, type StoreTimeouts } from './s3/client.ts';
import { type S3Error, StorageUnreachableError } from './s3/errors.ts';
import { openLocalCache } from './s3/localCache.ts';
import { createS3Storage } from './s3/s3Storage.ts';
import type { Storage } from './storage.ts';

/** Timeouts in milliseconds at startup, where an unreachable storage should be reported soon. */
const startTimeouts: StoreTimeouts = { giveUpAfterMs: 5000, answerMs: 10_000 };

/**
 * Opens the storage of results and uploads: the data folder, or an S3 storage, which must answer.
 * @param timeouts for later requests. @throws Error with a message for the terminal.
 */
export async function openStorage(
  folders: Pick<Folders, 'root'>,
  s3: S3Settings | undefined,
  timeouts?: StoreTimeouts,
): Promise<Storage> {
  if (!s3) return createDiskStorage(folders.root);
  try {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: s3.prefix };
    await createS3Client(s3, startTimeouts).text({ method: 'GET', key: '', query });
  } catch (error) {
    throw new Error(sentenceOf(error, s3), { cause: error });
  }
  const cache = await openLocalCache(path.join(folders.root, 'store'), s3.cacheBytes);
  return createS3Storage(createS3Client(s3, timeouts), cache, s3);
}

function sentenceOf(error: unknown, { endpoint, bucket, accessKeyId, region }: S3Settings): string {
  if (error instanceof StorageUnreachableError) {
    const { cause } = error;
    const why = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : '';
    return `The S3 store at ${endpoint} does not answer${why && `: ${why}`}. Start it, or correct S3_ENDPOINT.`;
  }
  const { code, status } = error as S3Error;
  if (code === 'NoSuchBucket') return `There is no bucket "${bucket}" at ${endpoint}. Create it, or correct S3_BUCKET.`;
  if (code === 'InvalidAccessKeyId')
    return `${endpoint} does not know the key "${accessKeyId}". Correct S3_ACCESS_KEY_ID.`;
  if (code === 'SignatureDoesNotMatch')
    return `${endpoint} refuses the secret of the key "${accessKeyId}". Correct S3_SECRET_ACCESS_KEY.`;
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect' || status === 301)
    return `The bucket "${bucket}" is in another region than "${region}". Correct S3_REGION.`;
  if (status === 403) return `The key "${accessKeyId}" may not list the bucket "${bucket}" at ${endpoint}.`;
  return `${endpoint} is no S3 store that can be used: it answered ${status} ${code}. Correct S3_ENDPOINT and S3_PATH_STYLE.`;
}
