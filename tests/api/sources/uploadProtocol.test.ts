import { beforeAll, describe, expect, it } from 'vitest';
import { sharedS3 } from '../../support/sharedS3.ts';
import { videoBytes } from '../support/files.ts';
import { begin, put } from '../support/resumable.ts';
import { newBucket } from '../support/s3.ts';
import { startService, type TestService } from '../support/service.ts';

const s3 = await sharedS3();
const clip = await videoBytes(2);
const size = clip.byteLength;

/** A request: its Content-Range with N for the file size, the bytes, and the expected answer. */
type Step = [range: string | undefined, bytes: [number, number] | undefined, answer: number, held?: number | 'none'];

const n = () => String(size);

/** The table of the protocol. The steps of a row go to one upload in order; `held` is the Range of the answer. */
const rows: [name: string, declared: 'size' | 'none', steps: Step[]][] = [
  ['the whole without a Content-Range', 'size', [[undefined, [0, -1], 200]]],
  ['the whole, its size not declared', 'none', [[undefined, [0, -1], 200]]],
  [
    'a-b/N to the end',
    'size',
    [
      ['bytes 0-999/N', [0, 1000], 308, 1000],
      ['bytes 1000-E/N', [1000, -1], 200],
    ],
  ],
  [
    'a-b/* and a last one with N',
    'none',
    [
      ['bytes 0-999/*', [0, 1000], 308, 1000],
      ['bytes 1000-E/N', [1000, -1], 200],
    ],
  ],
  [
    'a-b/*, its size declared',
    'size',
    [
      ['bytes 0-999/*', [0, 1000], 308, 1000],
      ['bytes 1000-E/*', [1000, -1], 200],
    ],
  ],
  [
    'a-b/* to the end, then a query with N',
    'none',
    [
      ['bytes 0-E/*', [0, -1], 308, -1],
      ['bytes */N', undefined, 200],
    ],
  ],
  [
    'a-*/N to the end',
    'size',
    [
      ['bytes 0-*/N', [0, 1000], 308, 1000],
      ['bytes 1000-*/N', [1000, -1], 200],
    ],
  ],
  [
    'a-*/*, as long as its body',
    'none',
    [
      ['bytes 0-999/*', [0, 1000], 308, 1000],
      ['bytes 1000-*/*', [1000, -1], 200],
    ],
  ],
  [
    'queries when nothing is held',
    'size',
    [
      ['bytes */N', undefined, 308, 'none'],
      ['bytes */*', undefined, 308, 'none'],
    ],
  ],
  [
    'queries when some is held',
    'none',
    [
      ['bytes 0-99/N', [0, 100], 308, 100],
      ['bytes */N', undefined, 308, 100],
      ['bytes */*', undefined, 308, 100],
    ],
  ],
  [
    'queries when all is there',
    'size',
    [
      [undefined, [0, -1], 200],
      ['bytes */N', undefined, 200],
      ['bytes */*', undefined, 200],
    ],
  ],
  [
    'an overlap',
    'size',
    [
      ['bytes 0-999/N', [0, 1000], 308, 1000],
      ['bytes 400-1999/N', [400, 2000], 308, 2000],
      ['bytes 0-E/N', [0, -1], 200],
    ],
  ],
  [
    'a chunk that is all held',
    'size',
    [
      ['bytes 0-999/N', [0, 1000], 308, 1000],
      ['bytes 100-199/N', [100, 200], 308, 1000],
    ],
  ],
  [
    'a gap',
    'size',
    [
      ['bytes 0-999/N', [0, 1000], 308, 1000],
      ['bytes 1001-1999/N', [1001, 2000], 409],
      ['bytes */N', undefined, 308, 1000],
    ],
  ],
  [
    'another N than declared',
    'size',
    [
      ['bytes 0-999/12345', [0, 1000], 400],
      ['bytes */12345', undefined, 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'another N than the first one',
    'none',
    [
      ['bytes 0-999/N', [0, 1000], 308, 1000],
      ['bytes 1000-1999/12345', [1000, 2000], 400],
      ['bytes */N', undefined, 308, 1000],
    ],
  ],
  [
    'another length than declared',
    'size',
    [
      [undefined, [0, -2], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'a range beyond N',
    'size',
    [
      [`bytes 0-${10 ** 7}/N`, [0, 1000], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'more bytes than the range says',
    'size',
    [
      ['bytes 0-999/N', [0, 1001], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'fewer bytes than the range says',
    'size',
    [
      ['bytes 0-999/N', [0, 999], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'a query with a body',
    'size',
    [
      ['bytes */N', [0, 10], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ],
  [
    'repeats after the end',
    'size',
    [
      [undefined, [0, -1], 200],
      [undefined, [0, -1], 200],
      ['bytes 0-999/N', [0, 1000], 200],
      ['bytes */N', undefined, 200],
    ],
  ],
  ...[
    'bytes 5-2/N',
    'bytes x-y/N',
    'bytes 0-9',
    'items 0-9/10',
    '0-9/10',
    'bytes -5/10',
    'bytes */-1',
    'bytes 0-9/5',
    `bytes 0-9/${'9'.repeat(40)}`,
    '',
  ].map((range): (typeof rows)[number] => [
    `"${range}"`,
    'size',
    [
      [range, [0, 10], 400],
      ['bytes */N', undefined, 308, 'none'],
    ],
  ]),
];

describe.each(s3 ? ['disk', 'S3'] : ['disk'])('an upload request with a Content-Range, on %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ workers: 0, s3: store === 'S3' && s3 ? await newBucket(s3) : undefined });
  });

  it.each(rows)('is handled as specified: %s', async (_name, declared, steps) => {
    const { uri, read } = await begin(service, declared === 'size' ? size : undefined);
    const bodies: string[] = [];
    for (const [range, bytes, status, held] of steps) {
      const header = range?.replace('N', n()).replace('E', String(size - 1));
      const answer = await put(
        uri,
        header,
        bytes ? clip.subarray(bytes[0], bytes[1] === -1 ? undefined : bytes[1]) : undefined,
      );
      expect([range, answer.status, answer.text.slice(0, 200)]).toEqual([range, status, expect.anything()]);
      if (status === 200) bodies.push(answer.text);
      const expected = held === -1 ? size : held;
      if (status === 308) expect(answer.range).toBe(expected === 'none' ? null : `bytes=0-${Number(expected) - 1}`);
      else expect(answer.range).toBeNull();
    }
    if (bodies.length === 0) return;
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ url: read, size, kind: 'video', mime: 'video/mp4' });
    expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(clip)).toBe(true);
  });
});
