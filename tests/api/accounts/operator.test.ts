import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { isOperator, operatorToken as operatorTokenOf } from '../../../api/accounts/operator.ts';
import { OPERATOR_FILE } from '../../../api/contract/account.ts';
import { machineFaults, overview } from '../../../api/contract/operator.ts';
import { openDatabase } from '../../../api/db/database.ts';
import { storableJson } from '../../../api/db/storable.ts';
import type { ClaimedVideo, VideoRow } from '../../../api/db/tables.ts';
import { crashedError } from '../../../api/jobs/failures.ts';
import { createStore } from '../../../api/jobs/jobStore.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { createRetries } from '../../../api/jobs/retries.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { TooManyOpenError } from '../../../api/jobs/turns.ts';
import { videoRecordOf } from '../../../api/jobs/videoRecord.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { newBrowser } from '../support/browser.ts';
import { prepareDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { hashQuickly } from '../support/quickHashes.ts';
import { startService, type TestService, untilFinal } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

hashQuickly();

const operatorToken = 'of-whoever-runs-it';
const failed: Record<string, string> = {};
let service: TestService;

/** A service whose database has failed videos, one of each code. */
beforeAll(async () => {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await prepareDatabase(dataDir);
  const database = await openDatabase({ dataDir });
  const queue = await openQueue(database, () => undefined);
  const store = createStore(database, queue);
  const parsed = parseProject(textBody('again', 0.2));
  if (!parsed.ok) throw new Error('The project is not good.');
  for (const code of [...machineFaults, 'unreadable']) {
    const id = newSecretId();
    const plain = {
      owner: 'o',
      party: 'o',
      name: null,
      idempotencyKey: code,
      requestHash: 'h',
      project: storableJson(parsed.value),
    };
    const { row } = await store.add({ ...plain, id });
    failed[code] = id;
    if (code === 'crashed') await crashVideo(store, row);
    else {
      const claimed = await store.claim(id, row.job_id ?? '', 'w');
      await store.fail({ id, attempt: claimed?.attempt ?? 0 }, { code, message: `It failed: ${code}.` });
    }
  }
  await queue.stop();
  await database.close();
  service = await startService({
    dataDir,
    workers: 1,
    accounts: { operatorToken },
    rateLimit: { all: 6000, creates: 6000, signIns: 12 },
  });
});

/** Crashes each attempt until the video fails. */
async function crashVideo(store: ReturnType<typeof createStore>, { id }: { id: string }): Promise<void> {
  for (let row = await store.get(id); row && row.state !== 'failed'; row = await store.get(id))
    await store.requeue(row, 'crashed');
}

async function ask(where: string, body?: object, token = operatorToken) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await service.call(`/api/v1/operator/${where}`, init);
  return { status: answer.status, body: await answer.json() };
}

const look = async () => overview.parse((await ask('overview')).body);

it('the overview lists processes, failures by code and dead jobs, and retries one or all of them once', async () => {
  await expect.poll(async () => (await look()).workers.length).toBe(1);
  const before = await look();
  expect(before.workers).toEqual([expect.objectContaining({ role: 'all', videos: 0, work: [] })]);
  expect(before.failureCounts.filter(({ isRetriable }) => !isRetriable)).toEqual([
    { code: 'unreadable', count: 1, isRetriable: false },
  ]);
  expect(before.storage.map(({ kind }) => kind).sort()).toEqual(['files', 'kit', 'projects', 'videos']);
  expect(before.failures).toHaveLength(6);
  expect(before.failures).toContainEqual(
    expect.objectContaining({ id: failed.internal, code: 'internal', attempt: 1, message: 'It failed: internal.' }),
  );
  expect(before.queues).toContainEqual(expect.objectContaining({ queue: 'render', state: 'dead', count: 1 }));
  expect(before.deadLetters).toEqual([
    expect.objectContaining({ queue: 'render', video: failed.crashed, segment: null, status: 'failed' }),
  ]);

  // Two tabs retry at once: only one of them enqueues it.
  const twice = await Promise.all([1, 2].map(() => ask(`videos/${failed.internal}/retry`, { attempt: 1 })));
  expect(twice.map(({ body }) => body.isRetried).sort()).toEqual([false, true]);
  const client = service.client();
  const again = await untilFinal(client, failed.internal ?? '');
  expect([again.status, again.error ?? null]).toEqual(['done', null]);
  expect((await ask(`videos/${failed.internal}/retry`, {})).body).toMatchObject({ isRetried: false, status: 'done' });

  const refused = await ask(`videos/${failed.unreadable}/retry`, {});
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  expect((await ask(`videos/${newSecretId()}/retry`, {})).status).toBe(404);

  // Retries all others, except those that their owner has to fix.
  const all = () => ask('videos/retry', { failedBefore: before.at });
  expect((await all()).body).toEqual({ retried: 4, left: 0 });
  expect((await all()).body).toEqual({ retried: 0, left: 0 });
  for (const code of machineFaults) expect((await untilFinal(client, failed[code] ?? '')).status).toBe('done');
  const after = await look();
  expect(after.failures.map(({ id }) => id)).toEqual([failed.unreadable]);
  expect(after.deadLetters).toEqual([]);
  expect(service.errors).toEqual([]);
});

it('the operator API is open only to the operator, without a rate limit; others may guess only a few times', async () => {
  const calls: [where: string, body?: object][] = [
    ['overview'],
    [`videos/${failed.unreadable}/retry`, {}],
    ['videos/retry', { failedBefore: new Date(0).toISOString() }],
  ];
  const other = newBrowser(service);
  const person = { email: 'ada@example.org', password: 'correct horse battery', name: '' };
  await other.call('POST', '/account/sign-up', person);
  const { token } = (await other.call('POST', '/account/tokens', { name: 'script' })).body;
  for (const [where, body] of calls) {
    const method = body ? 'POST' : 'GET';
    const nobody = await service.call(`/api/v1/operator/${where}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    expect(nobody.status, `${where} by nobody`).toBe(403);
    expect((await other.call(method, `/operator/${where}`, body)).status, `${where} by another person`).toBe(403);
    for (const of of [token, 'operator_guess'])
      expect((await ask(where, body, of)).status, `${where} by ${of}`).toBe(403);
    expect([200, 409], `${where} by the operator`).toContain((await ask(where, body)).status);
  }
  expect((await ask('videos/retry', { failedBefore: 'yesterday' })).status).toBe(400);
  const looks = await Promise.all(Array.from({ length: 15 }, () => ask('overview')));
  expect(looks.map(({ status }) => status)).toEqual(Array(15).fill(200));
  const guesses = await Promise.all(Array.from({ length: 15 }, () => ask('overview', undefined, 'guess')));
  expect(guesses.at(-1)?.status).toBe(429);
});

it('a retry takes a video and its segments from a worker of an earlier attempt', async () => {
  const { database, queue, store, video } = await openStoreAlone();
  const [segments, retries] = [createSegmentStore(database, queue), createRetries(database, queue)];
  const id = newSecretId();
  const webhook = { url: 'https://example.org/told', origin: 'https://example.org', signer: null };
  await store.add({ ...video, id, owner: 'o', party: 'o', idempotencyKey: null, webhook });
  const webhookOf = async () => {
    const { state, job_id } = await database.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    return { state, job: job_id };
  };
  const share = async (attempt: number) => {
    const row = await store.get(id);
    expect(await store.claim(id, row?.job_id ?? '', 'w')).toMatchObject({ attempt, crashes: 0, owner: 'o' });
    const shared = { program: 'p', notes: [], plan: {} as never };
    expect(
      await segments.handOver(
        { id, attempt },
        shared,
        [0, 1].map((place) => ({ place, frames: 9 })),
      ),
    ).toBe(true);
    const [first] = await segments.all(id);
    return segments.claim(id, 0, first?.job_id ?? '', 'w');
  };
  const old = await share(1);
  const [, other] = await segments.all(id);
  const otherOld = other && (await segments.claim(id, 1, other.job_id ?? '', 'v'));
  expect(old && (await segments.fail(old, { code: 'internal', message: '' }))).toBe(true);
  // The webhook reports the failure and later the other outcome.
  const told = await webhookOf();
  expect(told.state).toBe('queued');
  expect(await retries.retry(id, 7)).toMatchObject({ isRetried: false, status: 'failed' });
  expect(await retries.retry(id, 1)).toMatchObject({ isRetried: true, status: 'queued' });
  expect((await webhookOf()).state).toBe('waiting');
  expect(await queue.fetchJob({ queues: ['webhook'] })).toBeUndefined();
  const anew = await share(2);
  expect([old?.attempt, anew?.attempt]).toEqual([1, 1]);
  const made = { file: 'f', notes: [], seconds: 1 };
  for (const stale of [old, otherOld])
    expect(stale && [await segments.beat(stale), await segments.finish(stale, made)]).toEqual([false, false]);
  expect(old && (await segments.fail(old, crashedError))).toBe(false);
  expect(anew && (await segments.beat(anew))).toBe(true);
  expect(anew && (await segments.fail(anew, crashedError))).toBe(true);
  expect((await webhookOf()).job).not.toBe(told.job);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from videos`.execute(database.db);
  expect(rows).toEqual([{ n: 1 }]);
  // With many rows, recent failures are found by index.
  const plan = await database.db.transaction().execute(async (change) => {
    await sql`set local enable_seqscan = off`.execute(change);
    const lately = sql`explain select id from videos where state = 'failed' and finished_at > now() - interval '7 days'`;
    return JSON.stringify((await lately.execute(change)).rows);
  });
  expect(plan).toContain('videos_failed');
});

it('a retry counts against the owner’s quota, and a video that crashed the server is rejected', async () => {
  const { database, queue, store, video } = await openStoreAlone();
  const retries = createRetries(database, queue, 1);
  const [id, other] = [newSecretId(), newSecretId()];
  const owned = { ...video, owner: 'o', party: 'p', idempotencyKey: null };
  const { row } = await store.add({ ...owned, id, seconds: 7 });
  const claimed = await store.claim(id, row.job_id ?? '', 'w');
  await store.fail({ id, attempt: claimed?.attempt ?? 0 }, { code: 'internal', message: 'Failed.' });
  const asked: unknown[] = [];
  const refused = retries.retryOwn(id, async (of) => {
    asked.push(of);
    throw new Error('over quota');
  });
  await expect(refused).rejects.toThrow('over quota');
  expect(asked).toEqual([{ party: 'p', seconds: 7 }]);
  const allow = async () => undefined;
  await store.add({ ...owned, id: other });
  await expect(retries.retryOwn(id, allow)).rejects.toThrow(TooManyOpenError);
  expect((await store.get(id))?.state).toBe('failed');
  await store.cancel(other);
  await expect(retries.retryOwn(other, allow)).rejects.toThrow('This video was cancelled.');
  await retries.retryOwn(id, allow);
  const twice = retries.retryOwn(id, allow);
  await expect(twice).rejects.toThrow('This video is still rendering.');
  await crashVideo(store, { id });
  await expect(retries.retryOwn(id, allow)).rejects.toThrow(crashedError.message);
});

it('a video reports its attempt after a restart from the beginning, but not while segments are joined', async () => {
  const { database, queue, store, video } = await openStoreAlone();
  const segments = createSegmentStore(database, queue);
  const id = newSecretId();
  await store.add({ ...video, id, owner: 'o', party: 'o', idempotencyKey: null });
  const told = async () => {
    const { attempt, progressText } = videoRecordOf((await store.get(id)) as VideoRow, '', false);
    return [attempt, progressText];
  };
  const claim = async () => (await store.claim(id, (await store.get(id))?.job_id ?? '', 'w')) as ClaimedVideo;
  expect(await told()).toEqual([1, 'Loading ...']);
  const first = await claim();
  await store.beat(first, { ratio: 0.5, text: 'Rendering ... 50%' });
  expect(await told()).toEqual([1, 'Rendering ... 50%']);
  await store.requeue((await store.get(id)) as VideoRow, 'crashed');
  expect(await told()).toEqual([2, 'Second attempt: Loading ...']);
  const second = await claim();
  await store.beat(second, { ratio: 0.1, text: 'Painting' });
  expect(await told()).toEqual([2, 'Second attempt: Painting']);
  await segments.handOver(second, { program: 'p', notes: [], plan: {} as never }, [{ place: 0, frames: 9 }]);
  const [segment] = await segments.all(id);
  const begun = segment && (await segments.claim(id, 0, segment.job_id ?? '', 'w'));
  if (begun) await segments.finish(begun, { file: 'f', notes: [], seconds: 1 });
  const joining = await claim();
  expect([joining.stage, joining.attempt]).toEqual(['join', 3]);
  expect((await told())[0]).toBe(2);
  await store.fail(joining, { code: 'internal', message: 'Failed.' });
  expect(await told()).toEqual([null, 'Failed.']);
});

it('an empty secret file is created again, and an empty secret grants no access', async () => {
  const root = await temporaryFolder();
  await writeFile(path.join(root, OPERATOR_FILE), '');
  expect(await operatorTokenOf(root)).toMatch(/^operator_[\w-]{43}$/);
  expect(await operatorTokenOf(root)).toBe((await readFile(path.join(root, OPERATOR_FILE), 'utf8')).trim());
  expect(await readdir(root)).toEqual([OPERATOR_FILE]);
  for (const header of [undefined, '', 'Bearer', 'Bearer ']) expect(isOperator(header, '')).toBe(false);
});
