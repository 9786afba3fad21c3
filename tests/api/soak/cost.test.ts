import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../api/storage/openStorage.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { type FleetProcess, openFleet } from '../support/fleet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { textBody } from '../support/projects.ts';
import { clientOf, untilFinal, upload } from '../support/service.ts';
import { keysOf } from '../support/stored.ts';

/** CUTROOM_LONG=1: measures the cost of a video for cli/deploy/README.md. Takes some minutes. */
const s3 = process.env.CUTROOM_LONG && hasPostgres() ? await sharedS3() : undefined;
const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };

/** CPU time of a process and its ended children, seconds. */
async function cpuOf({ child: { pid } }: FleetProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
}

describe.runIf(s3)('the cost of a video', { timeout: 1_800_000 }, () => {
  it('is measured in CPU time, transactions, rows, and bytes of the database and the store', async () => {
    const fleet = await openFleet(s3 as NonNullable<typeof s3>);
    const [web, worker] = await Promise.all([fleet.web(), fleet.worker()]);
    const client = clientOf(await web.ready);
    await worker.ready;
    const clip = path.join(fleet.folder, 'clip.mp4');
    const source = ['-stream_loop', '-1', '-i', 'fixtures/media/long.mp4', '-t', '60', '-vf', 'scale=1920:1080'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, '-preset', 'veryfast', clip]);
    const { url } = await upload(client, clip, 'video/mp4');
    const words = { x: '10%', y: '80%', width: '80%', height: '12%', rotation: 0 };
    const minute = {
      ...{ isStudio: true, alwaysEncode: true, width: 1920, height: 1080 },
      scenes: [
        {
          id: 's',
          layers: [
            { id: 'v', type: 'video', url: new URL(url).pathname, position: box },
            { id: 't', type: 'text', text: 'What it costs', color: '#ffffff', position: words },
          ],
        },
      ],
    };
    const storage = await openStorage({ root: path.join(fleet.folder, 'looking') }, fleet.places.s3);
    const look = async () => {
      // PostgreSQL updates its statistics with some delay.
      await delay(2000);
      const [row] = await fleet.query<{ commits: number; written: number; wal: number }>(
        `select xact_commit::float8 as commits, (tup_inserted + tup_updated + tup_deleted)::float8 as written,
          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal from pg_stat_database where datname = current_database()`,
      );
      const sizes = await Promise.all(
        (await keysOf(storage, '')).map(async (key) => (await storage.find(key))?.size ?? 0),
      );
      const stored = sizes.reduce((sum, size) => sum + size, 0);
      const cpu = { web: await cpuOf(web), worker: await cpuOf(worker) };
      return { at: performance.now() / 1000, commits: 0, written: 0, wal: 0, ...row, stored, cpu };
    };
    type Look = Awaited<ReturnType<typeof look>>;
    const told = (name: string, from: Look, to: Look, idle = 0) =>
      console.info(
        `${name}: ${(to.at - from.at).toFixed(0)} s; CPU worker ${(to.cpu.worker - from.cpu.worker).toFixed(1)} s, ` +
          `web ${(to.cpu.web - from.cpu.web).toFixed(1)} s; ` +
          `${(to.commits - from.commits - idle * (to.at - from.at)).toFixed(0)} transactions beside those of waiting, ` +
          `${to.written - from.written} rows written, ${((to.wal - from.wal) / 1e3).toFixed(0)} kB of log; ` +
          `${((to.stored - from.stored) / 1e6).toFixed(2)} MB more in the store`,
      );
    const waiting = await look();
    await delay(30_000);
    const before = await look();
    const idle = (before.commits - waiting.commits) / (before.at - waiting.at);
    console.info(`One web and one worker process that wait: ${idle.toFixed(1)} transactions a second`);
    const done = await untilFinal(client, (await client.createVideo(minute))._id);
    expect(done.status).toBe('done');
    const after = await look();
    told(`A minute of 1080p, result ${((done.size ?? 0) / 1e6).toFixed(2)} MB`, before, after, idle);
    const short = await untilFinal(client, (await client.createVideo(textBody('short', 3)))._id);
    expect(short.status).toBe('done');
    told('Three seconds of text', after, await look(), idle);
  });
});
