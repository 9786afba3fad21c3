import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSecretId } from '../../../api/sources/ids.ts';
import { inspectFile } from '../../../api/sources/inspectFile.ts';
import { partyOfNetwork } from '../../../api/sources/requester.ts';
import { fairTurns } from '../../../api/system/fairTurns.ts';
import { messages } from '../../../engine/project/messages.ts';
import { crowdsOf } from '../../support/hostileMedia.ts';
import { newBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { startService, until, untilFinal } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';
import { openWorkAlone } from '../support/workAlone.ts';

it('a network with many sessions does not delay another user', async () => {
  const service = await startService({ workers: 1 });
  const few = service.client('192.0.2.9');
  const asked = [];
  for (let i = 0; i < 6; i += 1) {
    // Without a cookie, each from another address in one IPv6 network.
    const client = service.client(`2001:db8::${i}`);
    asked.push({ client, id: (await client.createVideo(textBody(`many ${i}`)))._id });
  }
  const own = await few.createVideo(textBody('few'));
  const done = await untilFinal(few, own._id);
  const others = await Promise.all(asked.map(({ client, id }) => untilFinal(client, id)));
  const before = others.filter(({ finishedAt }) => (finishedAt ?? '') < (done.finishedAt ?? ''));
  expect(before.length).toBeLessThanOrEqual(3);
});

it('a network has a limited number of queued videos; an account on it has its own limit', async () => {
  const service = await startService({ workers: 0, maxOpen: 10 });
  await service.client().createVideo(textBody('the first'));
  // Sent at the same time, so that none gets in while another is counted.
  const asked = await Promise.allSettled(
    Array.from({ length: 14 }, () => service.client().createVideo(textBody('waiting'))),
  );
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused)
    expect(reason).toMatchObject({
      status: 429,
      message:
        '10 videos of people on your network are waiting. Please try again when some are done, or sign in: an account has a limit of its own.',
    });
  expect((await service.client('192.0.2.9').createVideo(textBody('another'))).status).toBe('queued');
  const ada = newBrowser(service);
  const person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
  expect((await ada.call('POST', '/account/sign-up', person)).status).toBe(200);
  expect((await ada.call('POST', '/videos/createVideo', textBody('of an account'))).status).toBe(201);
});

it('a long video pauses between its segments, so a short one of another party is done first', async () => {
  const { store, add, start } = await openWorkAlone();
  const output = { type: 'video', fitUnder: 0.12 };
  const long = await add({ ...textBody('long', 100), output }, { party: 'many' });
  start();
  const isPartDone = async () => ((await store.get(long))?.progress ?? 0) > 0.02;
  await until(isPartDone);
  const progress: number[] = [];
  const short = await add(textBody('short'), { party: 'few' });
  await until(async () => {
    progress.push((await store.get(long))?.progress ?? 0);
    return (await store.get(short))?.state === 'done';
  });
  expect(await store.get(long)).toMatchObject({ state: 'running', attempt: 1 });
  await until(async () => {
    progress.push((await store.get(long))?.progress ?? 0);
    return (await store.get(long))?.state === 'done';
  });
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
});

it('a network is named by a keyed hash that differs between installations', () => {
  const [here, there] = [partyOfNetwork('one', '192.0.2.9'), partyOfNetwork('other', '192.0.2.9')];
  expect(here).toMatch(/^net:[\w-]{43}$/);
  expect(here).toBe(partyOfNetwork('one', '192.0.2.9'));
  expect(new Set([here, there, partyOfNetwork('one', '192.0.2.10')]).size).toBe(3);
});

describe('probing of files', () => {
  it('alternates between parties and reserves a place for another party', async () => {
    const inTurn = fairTurns({ most: 3, ofOne: 2 });
    const [begun, ended]: [string[], (() => void)[]] = [[], []];
    const look = (party: string, name: string) =>
      inTurn(party, async () => {
        begun.push(name);
        await new Promise<void>((end) => ended.push(end));
      });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => look(name.slice(0, 1), name));
    const step = async () => {
      ended.shift()?.();
      await new Promise(setImmediate);
      return begun.join(' ');
    };
    await new Promise(setImmediate);
    expect(begun.join(' ')).toBe('a1 a2 b1');
    expect(await step()).toBe('a1 a2 b1 a3');
    expect(await step()).toBe('a1 a2 b1 a3 b2');
    expect(await step()).toBe('a1 a2 b1 a3 b2 c1');
    expect(await step()).toBe('a1 a2 b1 a3 b2 c1 a4');
    for (let i = 0; i < 3; i += 1) await step();
    await Promise.all(all);
  });

  it.each(crowdsOf)('rejects a file with too many parts quickly and with a clear message: %s', async (name, make) => {
    const file = path.join(await temporaryFolder(), name);
    await writeFile(file, make());
    const before = process.cpuUsage();
    const said = name.endsWith('.jpg') ? messages.uploadUnreadable : 'The file cannot be used: it has too many parts.';
    await expect(inspectFile(file, 'p')).rejects.toThrow(said);
    const { user } = process.cpuUsage(before);
    // CPU time of the whole process: parsers also work between steps.
    expect(user / 1e6).toBeLessThan(1.5);
  });
});

describe('the video queue', () => {
  const openStore = async () => {
    const { queue, store, video } = await openStoreAlone();
    const add = (party: string, key: string | null = null, owner = party) => {
      return store.add({ ...video, id: newSecretId(), owner, party, idempotencyKey: key });
    };
    /** Starts the next video in the queue. */
    const begin = async () => {
      const delivery = await queue.fetchJob();
      return delivery && store.claim(delivery.videoId, delivery.jobId, 'w');
    };
    return { queue, store, add, begin };
  };

  it('alternates between parties, whether they queue many videos or one after another', async () => {
    const { store, add, begin } = await openStore();
    for (let i = 0; i < 30; i += 1) await add('many', null, `owner ${i}`);
    const served: string[] = [];
    await add('few');
    for (let i = 0; i < 12; i += 1) {
      const row = await begin();
      served.push(row?.party ?? '');
      if (row?.party === 'few') await add('few');
      if (row) await store.cancel(row.id);
    }
    expect(served.filter((party) => party === 'few').length).toBeGreaterThanOrEqual(5);
    expect(served.filter((party) => party === 'many').length).toBeGreaterThanOrEqual(5);
  });

  it('moves a video that may have crashed its worker behind all queued ones, but before later ones', async () => {
    const { store, add, begin } = await openStore();
    const added = async () => (await add('o')).row.id;
    const [crashed, second, third] = [await added(), await added(), await added()];
    const begun = await begin();
    if (begun) await store.requeue(begun, 'crashed');
    const later = await added();
    const served = [];
    for (let i = 0; i < 4; i += 1) served.push((await begin())?.id);
    expect(served).toEqual([second, third, crashed, later]);
  });

  it('reads rows without their projects, which only a worker needs', async () => {
    const { queue, store, add, begin } = await openStore();
    const { row } = await add('o', 'key');
    const rows = [row, (await add('o', 'key')).row, await store.get(row.id), await store.byKey('o', 'key')];
    rows.push(...(await store.list('o', 9)), ...(await store.lost()));
    for (const one of rows) expect(one).not.toHaveProperty('project');
    expect(await begin()).toHaveProperty('project.scenes');
    const [job] = await queue.inWork();
    expect(job && (await store.rowOf(job))).toMatchObject({ id: row.id });
    expect(job && (await store.rowOf(job))).not.toHaveProperty('project');
  });
});
