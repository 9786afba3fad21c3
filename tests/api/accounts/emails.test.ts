import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { emailKind } from '../../../api/accounts/emails.ts';
import { openMailer } from '../../../api/accounts/mailer.ts';
import { openDatabase } from '../../../api/db/database.ts';
import { QUEUE_SCHEMA } from '../../../api/jobs/queue.ts';
import { recoverAll } from '../../../api/jobs/recover.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { createLog } from '../../../api/system/log.ts';
import { newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { startMailbox, tokenIn } from '../support/mailbox.ts';
import { openService, until } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

const publicUrl = 'https://video.example.org';
const password = 'correct horse battery';
const lines: string[] = [];
const log = createLog({ format: 'json', write: (line) => void lines.push(line) });
beforeEach(() => void lines.splice(0));

/** Starts a service on a data folder whose emails go to a mail server. It ends with the test. */
async function serviceFor(smtp: string, dataDir: string) {
  const service = await openService({ workers: 0, dataDir, log, accounts: { smtp, publicUrl } });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await service.app.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...service, close };
}

const signUp = (service: Parameters<typeof newBrowser>[0], email: string) =>
  newBrowser(service).call('POST', '/account/sign-up', { email, password });
const outcomes = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => /email/.test(msg)) as Record<string, unknown>[];

it('sends an email after an outage of the mail server and a restart, and stores no link meanwhile', async () => {
  const dataDir = await temporaryFolder();
  const first = await startMailbox();
  const { port } = new URL(first.smtp);
  await first.stop();
  const service = await serviceFor(first.smtp, dataDir);
  // The request succeeds without the mail server.
  expect((await signUp(service, 'ada@example.org')).status).toBe(200);
  await until(() => outcomes().some(({ msg }) => String(msg).includes('It will be tried again.')));
  await service.close();

  const database = await openDatabase({ dataDir });
  const { rows } = await sql<{ data: object }>`select data from ${sql.table(`${QUEUE_SCHEMA}.job`)}
    where name = 'email'`.execute(database.db);
  expect(rows).toEqual([{ data: expect.objectContaining({ order: expect.any(Object) }) }]);
  expect(JSON.stringify(rows)).not.toContain('ada@');
  expect(JSON.stringify(rows)).not.toContain('#');
  await database.close();

  const again = await startMailbox(Number(port));
  const next = await serviceFor(first.smtp, dataDir);
  const token = tokenIn(await again.next('ada@example.org'), 'confirm-email');
  const answer = await newBrowser(next).call('POST', '/account/confirm-email', { token, password });
  expect(answer.body.user).toMatchObject({ email: 'ada@example.org' });
  expect(JSON.stringify(lines)).not.toContain('ada@');
});

it('retries an email after a temporary rejection, and gives it up after a permanent one', async () => {
  const mailbox = await startMailbox();
  const service = await serviceFor(mailbox.smtp, await temporaryFolder());
  mailbox.rejections.push(550);
  await signUp(service, 'gone@example.org');
  await until(() => outcomes().some(({ msg }) => msg === 'an email failed for good'));
  mailbox.rejections.push(451);
  await signUp(service, 'busy@example.org');
  await mailbox.next('busy@example.org');
  // The mail server has an email before its sender logs that.
  await until(() => outcomes().length === 3);
  expect(mailbox.emails).toEqual([]);
  await until(() => outcomes().length > 2);
  expect(outcomes()).toMatchObject([
    { level: 'error', email: 'confirm', attempt: 1, err: { message: expect.stringContaining('status 550') } },
    { level: 'warn', msg: expect.stringContaining('status 451'), attempt: 1 },
    { msg: 'email', outcome: 'sent', attempt: 2 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('@example.org');
});

it('does the same for a free and a taken address until the answer', async () => {
  const mailbox = await startMailbox();
  const dataDir = await temporaryFolder();
  const service = await serviceFor(mailbox.smtp, dataDir);
  await signUp(service, 'ada@example.org');
  const token = tokenIn(await mailbox.next('ada@example.org'), 'confirm-email');
  await newBrowser(service).call('POST', '/account/confirm-email', { token, password });
  await mailbox.stop();
  const addresses = ['ada@example.org', 'new@example.org'];
  for (const email of addresses) {
    await signUp(service, email);
    await newBrowser(service).call('POST', '/account/forgot-password', { email });
  }
  await service.close();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const orders = await sql<{ kind: string; to: string }>`
    select j.data->'order'->>'kind' as kind, coalesce(c.email, j.data->'order'->>'to') as "to"
    from ${sql.table(`${QUEUE_SCHEMA}.job`)} j left join confirmations c on c.id::text = j.data->'order'->>'confirmation'
    where j.name = 'email'`.execute(database.db);
  const ofAddress = (email: string) => orders.rows.filter(({ to }) => to === email).map(({ kind }) => kind);
  for (const email of addresses) expect([email, ofAddress(email).sort()]).toEqual([email, ['confirm', 'reset']]);
});

it('sends an email again if its process died, but only once if its process was stopped for a while', async () => {
  const { database, queue, store } = await openStoreAlone();
  const mailbox = await startMailbox();
  const mailer = openMailer('', { smtp: mailbox.smtp });
  const kind = emailKind(database, queue, { mailer, log });
  const order = {
    kind: 'change-notice',
    to: 'ada@example.org',
    newAddress: 'n@x.org',
    origin: publicUrl,
    language: 'en',
  };
  await queue.send({ queue: 'email', videoId: '', order }, database.runner, { priority: 0 });
  const stopped = await queue.fetchJob({ queues: ['email'] });
  await recoverAll({ queue, store, segments: createSegmentStore(database, queue) });
  await sql`update ${sql.table(`${QUEUE_SCHEMA}.job`)} set start_after = now()`.execute(database.db);
  const taken = await queue.fetchJob({ queues: ['email'] });
  if (!stopped || !taken) throw new Error('Nothing was taken.');
  expect([stopped.attempt, taken.attempt, taken.jobId === stopped.jobId]).toEqual([1, 2, true]);
  // The stopped process lost the job, and ends nothing.
  expect(await queue.beat(stopped)).toBe(false);
  await queue.complete(stopped);
  expect(await queue.beat(taken)).toBe(true);
  const running = { signal: new AbortController().signal, report: () => undefined };
  await kind.run(taken, { ...running, stopHeartbeats: async () => undefined, pause: async () => undefined });
  await queue.complete(taken);
  expect((await mailbox.next('ada@example.org')).subject).toContain('is about to change');
  expect(await queue.inWork()).toEqual([]);
});

it('goes to the dead letters after the last try', async () => {
  const { database, queue } = await openStoreAlone();
  const job = sql.table(`${QUEUE_SCHEMA}.job`);
  await queue.send({ queue: 'email', videoId: '', order: { kind: 'reset' } }, database.runner, { priority: 0 });
  let tries = 0;
  for (let isLast = false; !isLast; tries += 1) {
    await sql`update ${job} set start_after = now() where name = 'email'`.execute(database.db);
    const taken = await queue.fetchJob({ queues: ['email'] });
    if (!taken) throw new Error('Nothing was taken.');
    isLast = taken.isLast;
    expect(await queue.retry(taken)).toBe(true);
  }
  const states = sql`select name, state from ${job} order by name`;
  expect([tries, (await states.execute(database.db)).rows]).toEqual([
    17,
    [
      { name: 'email', state: 'failed' },
      { name: 'email-dead', state: 'created' },
    ],
  ]);
});
