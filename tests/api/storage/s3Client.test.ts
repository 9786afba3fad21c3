import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createS3Client } from '../../../api/storage/s3/client.ts';
import { StorageUnreachableError } from '../../../api/storage/s3/errors.ts';

it('a request with a deadline fails in time if the store accepts it and never answers', async () => {
  const server = http.createServer(() => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { bucket: 'bucket', accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' };
  const client = createS3Client({ ...keys, endpoint, pathStyle: true, prefix: '', cacheBytes: 1 });
  const begun = Date.now();
  await expect(client.send({ method: 'HEAD', key: 'a', giveUpAfterMs: 300 })).rejects.toThrow(StorageUnreachableError);
  expect(Date.now() - begun).toBeLessThan(20_000);
});
