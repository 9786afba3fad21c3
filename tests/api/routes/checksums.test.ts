import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkBytes, readChecksums } from '../../../api/routes/checksums.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const bytes = randomBytes(4_000_000);
const md5 = createHash('md5').update(bytes).digest('base64');

describe('checksums of a request', () => {
  it('are read in every known format, and ignored if the algorithm is unknown', () => {
    const sha256 = createHash('sha256').update(bytes).digest('base64');
    const headers = {
      digest: `SHA-256 = ${sha256}, unknown=1, __proto__=1`,
      'repr-digest': `sha-256=:${sha256}:`,
      'x-goog-hash': `md5=${md5}`,
      'content-md5': ` ${md5} `,
      'upload-checksum': `md5  ${md5}`,
    };
    const ofMd5 = { algorithm: 'md5', value: md5 };
    const ofSha = { algorithm: 'sha256', value: sha256 };
    const read = readChecksums(headers);
    expect(read).toEqual([ofSha, ofSha, ofMd5, ofMd5, ofMd5]);
    const checking = checkBytes([...read, { algorithm: 'md5', value: 'AAAA' }]);
    checking.update(bytes);
    expect(checking.wrong()).toEqual([{ algorithm: 'md5', value: 'AAAA' }]);
  });

  it('cost little time, however long or numerous the headers are', () => {
    const spent = cpuTime();
    readChecksums({ digest: `md5=${' '.repeat(15_000)}:x` });
    const checking = checkBytes(readChecksums({ digest: Array(3000).fill('md5=A').join() }));
    checking.update(bytes);
    expect(checking.wrong()).toHaveLength(3000);
    expect(spent()).toBeLessThan(2000);
  });
});
