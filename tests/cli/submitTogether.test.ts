import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createClient } from '../../api/contract/client.ts';
import { readProjectText } from '../../cli/projectFiles.ts';
import { type Batch, runJob } from '../../cli/submit/batchJob.ts';
import { createNamer } from '../../cli/submit/resultNames.ts';
import { openState } from '../../cli/submit/state.ts';
import { createHasher, readSubmission } from '../../cli/submit/submission.ts';
import { createUploader } from '../../cli/submit/uploads.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { tempFolder, write } from './command.ts';
import { onePixel } from './media.ts';

const cwd = tempFolder();
const signal = new AbortController().signal;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});

/** Writes a project with one image. Different numbers are different files. */
function project(path: string, picture: number): string {
  const file = join(cwd, `${path}.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  // Decoders ignore bytes after the end of a PNG.
  write(join(file, `../${picture}.png`), Buffer.concat([onePixel, Buffer.from(String(picture))]));
  const layers = [{ id: 'i', type: 'image', url: `${picture}.png` }];
  return write(file, { isImage: true, width: 16, height: 16, name: path, scenes: [{ id: 's', layers }] });
}

/** A process that submits to a folder; `asked` are the paths of its requests. */
async function submitting(folder: string, files: string[], fetched: typeof fetch = fetch) {
  const out = join(cwd, folder);
  mkdirSync(out, { recursive: true });
  const state = await openState(out, service.origin);
  await state.save();
  const asked: string[] = [];
  const client = createClient({
    baseUrl: service.origin,
    session: state.session,
    fetch: (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetched(input, init);
    },
  });
  const retry = { milliseconds: 30_000, signal, onTrouble: () => undefined };
  const upload = createUploader(client, state, retry);
  const places = { outOf: createNamer(files, out), inputs: new Set<string>() };
  const batch: Batch = { client, serverUrl: service.origin, state, upload, retry, wait: true, ...places };
  const sources = { read: readProjectText, hash: createHasher(signal), outside: [] };
  const carry = async (file: string) => runJob(await readSubmission(file, sources), batch, () => undefined);
  return { state, asked, carry, uploads: () => asked.filter((path) => path.endsWith('createResumableUpload')).length };
}

/** A fetch that holds back the first answer of a URL until it is released. */
function withheld(ending: string) {
  const [came, gate] = [signaled(), signaled()];
  let isFirst = true;
  const fetched: typeof fetch = async (input, init) => {
    const isMeant = isFirst && new URL(String(input)).pathname.endsWith(ending);
    if (isMeant) isFirst = false;
    const answer = await fetch(input, init);
    if (isMeant) {
      came.tell();
      await gate.told;
    }
    return answer;
  };
  return { fetched, came: came.told, letGo: gate.tell };
}

/** A promise and the function that resolves it. */
function signaled() {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { told, tell: () => tell() };
}

it('a file whose upload another process starts in between is uploaded once, for one video', async () => {
  const file = project('begun/a', 1);
  const late = withheld('createResumableUpload');
  const one = await submitting('begun-out', [file], late.fetched);
  const other = await submitting('begun-out', [file]);
  const first = one.carry(file);
  await late.came;
  const { video } = await other.carry(file);
  // Simulates another project of the first process in between.
  await one.state.save();
  late.letGo();
  expect((await first).video._id).toBe(video._id);
});

it('a file that the server has lost is uploaded again only once, whichever process notices', async () => {
  const [before, file, same] = [project('lost/before', 2), project('lost/a', 2), project('lost/b', 2)];
  const earlier = await submitting('lost-out', [before]);
  await earlier.carry(before);
  for (const { uploadUri } of Object.values(earlier.state.server.uploads))
    expect((await fetch(uploadUri, { method: 'DELETE' })).status).toBe(204);
  const late = withheld('createVideo');
  const one = await submitting('lost-out', [file, same], late.fetched);
  const other = await submitting('lost-out', [file]);
  const first = one.carry(file);
  await late.came;
  const { video } = await other.carry(file);
  await one.state.save();
  late.letGo();
  expect((await first).video._id).toBe(video._id);
  await one.carry(same);
  expect([one.uploads(), other.uploads()]).toEqual([0, 1]);
});

it('results of the same name that are downloaded at the same time become two files', async () => {
  const [north, south] = [project('north/same', 3), project('south/same', 4)];
  const late = withheld('/file');
  const one = await submitting('towns', [north], late.fetched);
  const other = await submitting('towns', [south]);
  const first = one.carry(north);
  await late.came;
  const { out = '' } = await other.carry(south);
  late.letGo();
  expect([basename((await first).out ?? ''), basename(out)]).toEqual([
    'same.png',
    expect.stringMatching(/.south_same\.png$/),
  ]);
});
