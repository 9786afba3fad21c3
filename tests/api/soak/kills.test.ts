import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../api/contract/client.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import type { Fault } from '../support/faults.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import {
  expectSameResult,
  type Fleet,
  type FleetProcess,
  openFleet,
  renderAlone,
  untilAllEnd,
} from '../support/fleet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { clientOf, until, upload } from '../support/service.ts';

/**
 * Workers crash or stall in the middle of their work. CUTROOM_LONG=1 does so before and after each upload, transaction
 * and publication, twenty times each, in about an hour; otherwise once, in seconds.
 */
const long = Boolean(process.env.CUTROOM_LONG);
const times = Number(process.env.CUTROOM_KILLS ?? 20);
/** Long enough for several segments. */
const seconds = 45;
/** All videos differ, otherwise they would be cached. */
const between = 0.2;
const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
const bodyOf = (url: string, number: number) => {
  const trimmed = { isTrimmed: true, startTime: number * between, endTime: number * between + seconds };
  return {
    ...{ isStudio: true, width: 64, height: 64, alwaysEncode: true, name: `video ${number}` },
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url, position: box, ...trimmed }] }],
  };
};

const places = [
  ...['store.claim', 'segments.handOver', 'segments.claim', 'storage.put segment', 'segments.finish'],
  ...['storage.put result', 'storage.put poster', 'store.finish', 'queue.complete'],
].flatMap((place) => (['before', 'after'] as const).map((when) => ({ place, when })));

const s3 = long && hasPostgres() ? await sharedS3() : undefined;
const folder = await temporaryFolder();
const alone = new Map<number, string>();
let clip = '';

/** Requests videos for two users through two web processes. */
async function askFor(count: number, clients: readonly Client[]): Promise<Map<string, number>> {
  clip ||= await makeVideo(path.join(folder, 'clip.mp4'), seconds + times * between + 1);
  const asked = new Map<string, number>();
  const urls = await Promise.all(clients.map(async (client) => (await upload(client, clip, 'video/mp4')).url));
  for (let number = 0; number < count; number += 1) {
    const at = number % clients.length;
    const body = bodyOf(new URL(urls[at] as string).pathname, number);
    const video = await (clients[at] as Client).createVideo(body);
    asked.set(video._id, number);
    if (!alone.has(number)) alone.set(number, await renderAlone(folder, body, clip));
  }
  return asked;
}

/** Each video has exactly one result, equal to a single-process render, and no other files are left. */
async function expectOneOfEach(fleet: Fleet, client: Client, asked: ReadonlyMap<string, number>) {
  expect(await untilAllEnd(fleet, 900_000)).toEqual({ done: asked.size });
  for (const [id, number] of asked) await expectSameResult(client, id, alone.get(number) ?? '');
  const left = await fleet.swept();
  expect(left).toHaveLength(2 * asked.size);
  for (const id of asked.keys()) expect(left.filter((key) => key.includes(id))).toHaveLength(2);
  expect(await fleet.query('select video_id from segments union all select video_id from renders')).toEqual([]);
}

describe.runIf(s3)('workers', { timeout: 3_600_000 }, () => {
  it.each(places)('lose and duplicate no video if they are killed $when $place', async ({ place, when }) => {
    const fleet = await openFleet(s3 as NonNullable<typeof s3>);
    const webs = await Promise.all([fleet.web(), fleet.web()]);
    const clients = await Promise.all(webs.map(async ({ ready }) => clientOf(await ready)));
    const asked = await askFor(times, clients);
    let deaths = 0;
    const fault: Fault = { place, when, signal: 'SIGKILL' };
    /** Replaces each dead worker until enough have died. */
    const keepOneRunning = async () => {
      while (deaths < times) {
        const worker = await fleet.worker({ fault });
        const isStruck = () => worker.lines.some((line) => line.startsWith('struck'));
        await until(async () => isStruck() || worker.child.exitCode !== null || deaths >= times, 900_000);
        if (!isStruck()) return;
        deaths += 1;
        await worker.ended;
      }
    };
    await Promise.all([1, 2, 3, 4].map(keepOneRunning));
    await Promise.all([1, 2, 3, 4].map(() => fleet.worker()));
    await expectOneOfEach(fleet, clients[0] as Client, asked);
    console.info(`Killed ${when} ${place}: ${deaths}; videos ${asked.size}, each once and the same.`);
  });

  it('publish nothing when they resume after their lease expired', async () => {
    const fleet = await openFleet(s3 as NonNullable<typeof s3>);
    const webs = await Promise.all([fleet.web(), fleet.web()]);
    const clients = await Promise.all(webs.map(async ({ ready }) => clientOf(await ready)));
    const asked = await askFor(times, clients);
    const faultAt = (i: number): Fault => ({
      place: i % 2 === 0 ? 'segments.finish' : 'store.finish',
      when: 'before',
      signal: 'SIGSTOP',
    });
    const late: FleetProcess[] = [];
    for (let i = 0; i < times; i += 5) {
      const five = await Promise.all([0, 1, 2, 3, 4].map((more) => fleet.worker({ fault: faultAt(i + more) })));
      // Segment workers must be stalled before any video can be joined.
      await until(() => five.every(({ lines }) => lines.some((line) => line.startsWith('struck'))), 900_000);
      late.push(...five);
    }
    await Promise.all([1, 2, 3, 4].map(() => fleet.worker()));
    expect(await untilAllEnd(fleet, 900_000)).toEqual({ done: asked.size });
    for (const { child } of late) child.kill('SIGCONT');
    const said = (lines: readonly string[]) => lines.find((line) => line.startsWith('said'));
    await until(() => late.every(({ lines }) => said(lines)), 60_000);
    expect(late.filter(({ lines }) => said(lines)?.endsWith('false'))).toHaveLength(late.length);
    for (const { child } of late) child.kill('SIGTERM');
    await Promise.all(late.map(({ ended }) => ended));
    await expectOneOfEach(fleet, clients[0] as Client, asked);
    console.info(`Late publications refused: ${late.length} of ${late.length}; each video the same.`);
  });
});
