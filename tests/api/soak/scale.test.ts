import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { projectOf, samplesOf } from '../../support/renderLab.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo } from '../support/files.ts';
import { type Fleet, openFleet } from '../support/fleet.ts';
import { hasPostgres } from '../support/postgres.ts';
import { rendersOf } from '../support/process.ts';
import { longBody, textBody } from '../support/projects.ts';
import { clientOf, until, untilFinal, upload } from '../support/service.ts';
import { sleepingFfmpeg } from '../support/sleepingFfmpeg.ts';

/** CUTROOM_LONG=1: speedup and fairness of several workers. Takes some minutes. */
const s3 = process.env.CUTROOM_LONG && hasPostgres() ? await sharedS3() : undefined;
const open = () => openFleet(s3 as NonNullable<typeof s3>);

const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
/** All videos differ, otherwise they would be cached. */
const bodyOf = (url: string, seconds: number, number = 0, size = { width: 64, height: 48 }) => {
  const trimmed = { isTrimmed: true, startTime: number * 0.2, endTime: number * 0.2 + seconds };
  return {
    ...{ isStudio: true, alwaysEncode: true, ...size },
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: new URL(url).pathname, position: box, ...trimmed }] }],
  };
};

const started = async (fleet: Fleet, count: number, env: NodeJS.ProcessEnv) => {
  const workers = await Promise.all(Array.from({ length: count }, () => fleet.worker({ env })));
  await Promise.all(workers.map(({ ready }) => ready));
  return workers;
};

describe.runIf(s3)('several workers', { timeout: 1_800_000 }, () => {
  it('speed up segments in proportion to their number when the work is not limited by the CPU', async () => {
    const fleet = await open();
    const env = await sleepingFfmpeg(fleet.folder, 4);
    const client = clientOf(await (await fleet.web()).ready);
    const { url } = await upload(
      client,
      await makeVideo(path.join(fleet.folder, 'clip.mp4'), 482, '64x48'),
      'video/mp4',
    );
    const took: number[] = [];
    for (const count of [1, 2, 4]) {
      const workers = await started(fleet, count, env);
      const { _id } = await client.createVideo(bodyOf(url, 480, count));
      const stage = async () =>
        (await fleet.query<{ stage: string }>(`select stage from videos where id = '${_id}'`))[0]?.stage;
      await until(async () => (await stage()) === 'segments', 600_000);
      const began = performance.now();
      await until(async () => (await stage()) === 'join', 600_000);
      took.push((performance.now() - began) / 1000);
      expect((await untilFinal(client, _id)).status).toBe('done');
      for (const { child } of workers) child.kill('SIGTERM');
      await Promise.all(workers.map(({ ended }) => ended));
    }
    const [one = 0, two = 0, four = 0] = took;
    const efficiencies = [one / two / 2, one / four / 4];
    console.info(
      `24 segments, ffmpeg sleeps 4 s: ${took.map((s) => s.toFixed(1)).join(', ')} s with 1, 2, 4 workers; ` +
        `efficiency ${efficiencies.map((e) => e.toFixed(2)).join(', ')}`,
    );
    for (const efficiency of efficiencies) expect(efficiency).toBeGreaterThanOrEqual(0.9);
  });

  it('delay one owner by at most one segment of another owner who has 120', async () => {
    const fleet = await open();
    const env = await sleepingFfmpeg(fleet.folder, 2);
    const [many, few] = [
      clientOf(await (await fleet.web()).ready),
      clientOf(await (await fleet.web()).ready, undefined, '192.0.2.9'),
    ];
    await started(fleet, 1, env);
    const { url } = await upload(
      many,
      await makeVideo(path.join(fleet.folder, 'clip.mp4'), 1201, '64x48'),
      'video/mp4',
    );
    for (const number of [1, 2]) await many.createVideo(bodyOf(url, 1200, number));
    await until(async () => (await fleet.query('select 1 from segments')).length >= 120, 600_000);
    await until(async () => (await fleet.query("select 1 from segments where state = 'done'")).length >= 2, 600_000);
    const [{ n: all } = { n: 0 }] = await fleet.query<{ n: number }>('select count(*)::int as n from segments');
    const doneBefore = (await fleet.query("select 1 from segments where state = 'done'")).length;
    const { _id } = await few.createVideo(textBody('few', 1));
    const begun = await until(async () => {
      const rows = await fleet.query<{ n: number }>(
        `select (select count(*)::int from segments where state = 'done') as n from videos where id = '${_id}' and state <> 'queued'`,
      );
      return rows[0];
    }, 600_000);
    console.info(`Behind ${all} segments: begun after ${begun.n - doneBefore} of them.`);
    expect(begun.n - doneBefore).toBeLessThanOrEqual(1);
    expect((await untilFinal(few, _id)).status).toBe('done');
  });

  it('stop a render within two seconds when it is canceled in another process', async () => {
    const fleet = await open();
    const client = clientOf(await (await fleet.web()).ready);
    await started(fleet, 2, {});
    const { url } = await upload(client, await makeVideo(path.join(fleet.folder, 'clip.mp4'), 2), 'video/mp4');
    const took: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      // Each in another size, so that no result of an earlier video is reused.
      const body = { ...longBody(new URL(url).pathname), width: 640 + 2 * count };
      const { _id } = await client.createVideo(body);
      await until(async () => (await rendersOf(_id)).length > 0);
      const began = performance.now();
      await client.deleteVideo(_id);
      await until(async () => (await rendersOf(_id)).length === 0);
      took.push(Math.round(performance.now() - began));
      expect((await client.getVideo(_id)).status).toBe('cancelled');
    }
    took.sort((one, other) => one - other);
    console.info(`Cancelled at another process, until no ffmpeg ran: ${took[10]} ms, at most ${took.at(-1)} ms.`);
    expect(took.at(-1)).toBeLessThan(2000);
  });

  it('render ten minutes without seams: frames, times and audio equal those of one process', async () => {
    const fleet = await open();
    const client = clientOf(await (await fleet.web()).ready);
    const clip = path.join(fleet.folder, 'clip.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30000/1001:duration=600'];
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=600'];
    const coded = ['-preset', 'ultrafast', '-g', '60', '-pix_fmt', 'yuv420p', '-shortest', clip];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...tone, ...coded]);
    const { url } = await upload(client, clip, 'video/mp4');
    const body = bodyOf(url, 600, 0, { width: 320, height: 180 });
    await started(fleet, 4, {});
    const { _id } = await client.createVideo(body);
    await until(async () => (await fleet.query('select 1 from segments')).length > 0, 600_000);
    const workersOf = new Set<string>();
    await until(async () => {
      for (const { worker } of await fleet.query<{ worker: string | null }>('select worker from segments'))
        if (worker) workersOf.add(worker);
      const [row] = await fleet.query<{ state: string }>(`select state from videos where id = '${_id}'`);
      return row?.state !== 'running';
    }, 1_200_000);
    const done = await untilFinal(client, _id);
    expect(done).toMatchObject({ status: 'done', error: null });
    const file = path.join(fleet.folder, 'shared.mp4');
    await writeFile(file, new Uint8Array(await (await client.download(done.url ?? '')).arrayBuffer()));
    const alone = path.join(fleet.folder, 'alone.mp4');
    // Rendered as one segment, so nothing is joined.
    await renderProject(projectOf(body), { locate: async () => clip, out: alone, segmentLength: 700 });
    const times = ticksOf(file);
    const gaps = new Set(times.slice(1).map((time, i) => time - (times[i] as number)));
    expect(times).toHaveLength(ticksOf(alone).length);
    expect(gaps.size).toBe(1);
    const decodeTimes = ticksOf(file, 'dts');
    expect(decodeTimes.slice(1).every((time, i) => time > (decodeTimes[i] as number))).toBe(true);
    const worst = framesApart(file, alone);
    const [sound, other] = [file, alone].map((one) => Buffer.from(samplesOf(one).buffer));
    expect(sound && other && sound.equals(other)).toBe(true);
    console.info(
      `Ten minutes by ${workersOf.size} workers: ${times.length} frames, ${gaps.size} distance between them, ` +
        `mean SSIM to one piece ${worst.mean.toFixed(4)}, worst frame ${worst.least.toFixed(4)}; sound the same.`,
    );
    expect(workersOf.size).toBe(4);
    expect(worst.least).toBeGreaterThan(0.97);
  });
});

/** Presentation or decode times of all frames, in ticks of the container, in order. */
function ticksOf(file: string, which: 'pts' | 'dts' = 'pts'): number[] {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', `packet=${which}`, '-of', 'csv=p=0', file];
  const times = execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n')
    .map(Number);
  return which === 'pts' ? times.sort((a, b) => a - b) : times;
}

/** Similarity of the frames of two videos, as SSIM. */
function framesApart(one: string, other: string): { mean: number; least: number } {
  const args = ['-v', 'error', '-i', one, '-i', other, '-lavfi', 'ssim=stats_file=-', '-f', 'null', '-'];
  const lines = execFileSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');
  const values = lines.flatMap((line) => /All:([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, least: Math.min(...values) };
}
