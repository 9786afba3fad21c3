import { limitConcurrency } from '../../system/limitConcurrency.ts';
import type { S3Settings } from '../../system/s3Settings.ts';
import { checkedKey } from '../keys.ts';
import type { Piece } from '../storage.ts';
import type { S3Client } from './client.ts';
import { inParts, type PartTag, type Put } from './putFile.ts';
import { textOf } from './xml.ts';

/** Concurrent copies of pieces. */
const AT_A_TIME = 4;

/** Composes an object from the first bytes of others, inside the storage. @throws Error without pieces. */
export async function composeObject(
  client: S3Client,
  { bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>,
  put: Put,
  pieces: readonly Piece[],
): Promise<void> {
  if (pieces.length === 0) throw new Error('An object is composed of one piece at least.');
  const turns = limitConcurrency(AT_A_TIME);
  await inParts(client, put, (uploadId) => {
    const copyPart = async ({ key, size }: Piece, index: number): Promise<PartTag> => {
      const number = index + 1;
      const copied = await client.text({
        ...{ method: 'PUT', key: put.key, query: { partNumber: String(number), uploadId } },
        headers: {
          'x-amz-copy-source': `/${bucket}/${prefix}${checkedKey(key)}`,
          'x-amz-copy-source-range': `bytes=0-${size - 1}`,
        },
      });
      return { number, etag: textOf(copied, 'ETag') };
    };
    return Promise.all(pieces.map((piece, index) => turns(() => copyPart(piece, index))));
  });
}

/** Copies an object inside the storage. @throws S3Error 404 if it does not exist. */
export async function copyObject(
  client: S3Client,
  { bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>,
  { key, type, signal }: Put,
  from: string,
): Promise<true> {
  const headers = {
    'content-type': type,
    'x-amz-copy-source': `/${bucket}/${prefix}${checkedKey(from)}`,
    'x-amz-metadata-directive': 'REPLACE',
  };
  await client.text({ method: 'PUT', key, headers, signal });
  return true;
}
