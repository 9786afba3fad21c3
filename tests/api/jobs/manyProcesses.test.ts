import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noQuota } from '../../../api/accounts/quotas.ts';
import { overview } from '../../../api/contract/operator.ts';
import { type Browser, newBrowser, uploadBy } from '../support/browser.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';
import { rendersOf } from '../support/process.ts';
import { longBody, textBody } from '../support/projects.ts';
import { openService, type TestService, until } from '../support/service.ts';

const operatorToken = 'of-whoever-runs-it';
const password = 'correct horse battery';

/** Two web processes and a worker, on one database and one data folder. */
describe.runIf(hasPostgres())('several processes', () => {
  let postgres: TestPostgres;
  let webs: TestService[] = [];
  let all: TestService[] = [];
  beforeAll(async () => {
    postgres = await createPostgres();
    const dataDir = path.join(await temporaryFolder(), 'data');
    const quota = { ...noQuota, jobs: 3, bytes: 5_000_000 };
    const open = (workers: number) =>
      openService({ dataDir, databaseUrl: postgres.url, workers, quota, accounts: { operatorToken } });
    webs = [await open(0), await open(0)];
    all = [...webs, await open(1)];
  });
  afterAll(async () => {
    await Promise.all(all.map(({ app }) => app.close()));
    await postgres?.stop();
  });

  /** One user at both web processes. */
  const person = async () => {
    const own = newBrowser(webs[0] as TestService);
    await own.call('POST', '/account/sign-up', { email: `${crypto.randomUUID()}@example.org`, password, name: '' });
    const other = newBrowser(webs[1] as TestService);
    for (const [name, value] of own.jar) other.jar.set(name, value);
    return [own, other] as const;
  };
  /** Makes the same call so many times at once, alternating between both. */
  const raced = (count: number, both: readonly [Browser, Browser], call: (own: Browser, i: number) => Answer) =>
    Promise.all(Array.from({ length: count }, (_, i) => call(both[i % 2] as Browser, i)));
  type Answer = ReturnType<Browser['call']>;
  const asOperator = async (service: TestService, where: string) => {
    const answer = await service.call(where, { headers: { authorization: `Bearer ${operatorToken}` } });
    return answer.text();
  };

  it('create one video per idempotency key, however many requests arrive at once', async () => {
    const both = await person();
    const answers = await raced(12, both, (own) =>
      own.call('POST', '/videos/createVideo', textBody('once', 30), { 'idempotency-key': 'the same' }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect((await both[1].call('GET', '/videos')).body.videos).toHaveLength(1);
  });

  it('enforce the quota even when requests arrive at both at once', async () => {
    const both = await person();
    const jobs = await raced(12, both, (own, i) =>
      own.call('POST', '/videos/createVideo', textBody(`number ${i}`, 60)),
    );
    expect(jobs.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { body } of jobs.filter(({ status }) => status !== 201))
      expect(body.error.message).toBe('3 of your videos are waiting. Please try again when some are done.');
    const file = { fileName: 'a.mp4', fileType: 'video/mp4', size: 1_000_000 };
    const uploads = await raced(12, both, (own) =>
      own.call('POST', '/upload/createResumableUpload', { files: [file] }),
    );
    const refused = uploads.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(7).fill('quota'));
  });

  it('stop a render in another process when it is canceled or its account is deleted', async () => {
    const [own, other] = await person();
    const url = await uploadBy(own, new Uint8Array(await videoBytes(1)));
    for (const how of ['cancelled', 'deleted'] as const) {
      const { body } = await own.call('POST', '/videos/createVideo', longBody(url, 40));
      await until(async () => (await rendersOf(body._id)).length > 0);
      const ended = await (how === 'cancelled'
        ? other.call('DELETE', `/videos/${body._id}`)
        : other.call('DELETE', '/account', { password }));
      expect(ended.status).toBeLessThan(300);
      await until(async () => (await rendersOf(body._id)).length === 0);
      const { status, body: after } = await own.call('GET', `/videos/${body._id}`);
      expect([status, after.status]).toEqual(how === 'cancelled' ? [200, 'cancelled'] : [404, undefined]);
      await until(async () => {
        const { workers } = overview.parse(
          JSON.parse(await asOperator(webs[0] as TestService, '/api/v1/operator/overview')),
        );
        return workers.every(({ work }) => work.length === 0);
      });
    }
    const { storage } = overview.parse(
      JSON.parse(await asOperator(webs[1] as TestService, '/api/v1/operator/overview')),
    );
    expect(storage.find(({ kind }) => kind === 'files')?.count).toBe(0);
  });

  it('count their own work, and report the same queues', async () => {
    const [own] = await person();
    const { body } = await own.call('POST', '/videos/createVideo', textBody('counted'));
    await until(async () => (await own.call('GET', `/videos/${body._id}`)).body.status === 'done');
    const texts = await Promise.all(all.map((service) => asOperator(service, '/metrics')));
    const of = (name: string) =>
      texts.map((text) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')[1] ?? 0,
        ),
      );
    const [one, two, worker] = of('cutroom_renders_total{format="mp4",outcome="done"}');
    expect([one, two]).toEqual([0, 0]);
    expect(worker).toBeGreaterThan(0);
    for (const state of ['waiting', 'running', 'dead'])
      expect(new Set(of(`cutroom_jobs{queue="render",state="${state}"}`)).size).toBe(1);
  });
});
