import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../api/contract/client.ts';
import type { CreateVideoBody } from '../../../api/contract/video.ts';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { outputExtension } from '../../../engine/project/output.ts';
import { cutroom } from '../../cli/command.ts';
import { meanDifference } from '../../support/meanDifference.ts';
import { madeMedia, randomMedia, randomProject } from '../../support/randomProject.ts';
import { framesOf, openRenderLab, projectOf, samplesOf } from '../../support/renderLab.ts';
import { seedsOf } from '../../support/seeds.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { clientOf, startService, untilFinal, upload } from '../support/service.ts';

/**
 * These seeds are the smallest projects with each kind of moving output: MP4, GIF, WebM and animated WebP.
 * Single images and audio are not cut into segments; `outputs.test.ts` covers them. CUTROOM_LONG=1 uses 200 seeds, for releases, and takes one to two hours. PATH_SEEDS=3,7 or 1-50 chooses others.
 */
const usual = '29,49,71,145';
const seeds = seedsOf({ usual, long: '1-200' });
const paths = ['cached', 'segments', 'service', 'two workers', 'two processes'] as const;
/**
 * Whether a project takes a path. Without CUTROOM_LONG=1, the usual projects but the first take every other one, in turn,
 * and all of them the last, where two processes must have had segments to share.
 */
function takes(seed: number, path: (typeof paths)[number]): boolean {
  const place = process.env.CUTROOM_LONG ? 0 : usual.split(',').indexOf(String(seed));
  return place <= 0 || path === 'two processes' || (place + paths.indexOf(path)) % 2 === 0;
}

const types: Record<string, string> = {
  ...{ mp4: 'video/mp4', webm: 'video/webm', gif: 'image/gif', png: 'image/png', jpg: 'image/jpeg' },
  ...{ webp: 'image/webp', mp3: 'audio/mpeg', wav: 'audio/wav' },
};
const lab = openRenderLab('paths');
const media = join(lab.temp, 'media');
/** One service renders each video whole; the other cuts it into segments for two workers. */
let services: { name: (typeof paths)[number]; client: Client; addresses: Map<string, Promise<string>> }[];
/** Two processes that share a PostgreSQL database, which make the segments of each video together. */
let processes: { stop(): Promise<void>; workers(): Promise<number> } | undefined;

beforeAll(async () => {
  mkdirSync(media);
  for (const name of Object.values(randomMedia).flat()) {
    if (name in madeMedia) lab.made(join('media', name), ...(madeMedia[name] ?? []));
    else copyFileSync(resolve('fixtures/media', name), join(media, name));
  }
  const rateLimit = { all: 1e6, creates: 1e6 };
  type Path = (typeof paths)[number];
  const open = async (name: Path, options: { workers: number; segmentLength?: number }) =>
    called(name, (await startService({ ...options, rateLimit })).client());
  const called = (name: Path, client: Client) => ({ name, client, addresses: new Map<string, Promise<string>>() });
  services = [await open('service', { workers: 1 }), await open('two workers', { workers: 2, segmentLength: 2 })];
  if (!hasPostgres()) return;
  const { origin, ...rest } = await openProcesses(rateLimit);
  processes = rest;
  services.push(called('two processes', clientOf(origin)));
});

afterAll(async () => {
  await processes?.stop();
  lab.close();
});

it.each(seeds)(
  'random project %i is the same in one piece, from the command line with a cache, in segments, from a service, two workers and two processes',
  async (seed) => {
    const body = randomProject(seed) as { output: { type: string; format?: string } };
    const text = JSON.stringify(body);
    const project = projectOf(body);
    const ending = outputExtension(project.output);
    const file = join(media, `${seed}.json`);
    writeFileSync(file, text);
    const out = (name: string) => join(lab.temp, `${seed}-${name}.${ending}`);
    const locate = async (url: string) => join(media, url);
    const whole = (await renderProject(project, { locate, out: out('whole') })).path;
    const results = new Map<(typeof paths)[number], string>();
    if (takes(seed, 'cached')) {
      const env = { CUTROOM_CACHE: join(lab.temp, 'cache') };
      const called = await cutroom(['render', file, '--out', out('cached')], { cwd: lab.temp, env });
      expect(called.code, `seed ${seed}: ${called.stderr}`).toBe(0);
      results.set('cached', out('cached'));
    }
    if (takes(seed, 'segments')) {
      const inSegments = { locate, segmentLength: 2, out: out('segments') };
      results.set('segments', (await renderProject(project, inSegments)).path);
    }
    for (const { name, client, addresses } of services.filter(({ name }) => takes(seed, name))) {
      let sent = text;
      for (const [, url = ''] of text.matchAll(/"url":"([^"]+)"/g)) {
        const type = types[url.split('.').at(-1) ?? ''] ?? '';
        const address = addresses.get(url) ?? upload(client, join(media, url), type).then((uploaded) => uploaded.url);
        addresses.set(url, address);
        sent = sent.replace(`"url":"${url}"`, `"url":"${await address}"`);
      }
      results.set(name, await byService(client, { ...JSON.parse(sent), isStudio: true }, out(name)));
    }
    const told = (name: string) => `seed ${seed}, ${name}: ${text}`;
    for (const [name, path] of results) expectSame(whole, path, body.output, told(name));
    const [segments, shared] = [results.get('segments'), results.get('two processes')];
    if (segments && shared) expect(readFileSync(segments).equals(readFileSync(shared)), told('both')).toBe(true);
  },
);

it.runIf(hasPostgres())('both processes have made segments', async () => {
  expect(await processes?.workers()).toBe(2);
});

async function openProcesses(rateLimit: { all: number; creates: number }) {
  const postgres = await createPostgres();
  const settings = { workers: 1, segmentLength: 2, databaseUrl: postgres.url, rateLimit };
  const started = [1, 2].map(() => spawnServer(join(lab.temp, 'data'), settings));
  const [one, other] = (await Promise.all(started)) as [ServerProcess, ServerProcess];
  const database = new pg.Client(postgres.url);
  await Promise.all([one.ready, other.ready, database.connect()]);
  // The rows of segments are deleted once a video is done.
  await database.query(`
    create table segment_workers (name text primary key);
    create function note_worker() returns trigger language plpgsql as $$ begin
      insert into segment_workers values (new.worker) on conflict do nothing; return null;
    end $$;
    create trigger note_worker after update on segments for each row when (new.worker is not null)
      execute function note_worker()`);
  return {
    origin: await one.ready,
    workers: async () => (await database.query<{ name: string }>('select name from segment_workers')).rows.length,
    stop: async () => {
      for (const { child } of [one, other]) child.kill('SIGTERM');
      await Promise.all([one.ended, other.ended]);
      await database.end();
      await postgres.stop();
    },
  };
}

async function byService(client: Client, body: CreateVideoBody, out: string): Promise<string> {
  const { _id } = await client.createVideo(body);
  const video = await untilFinal(client, _id);
  expect(video.error, JSON.stringify(body)).toBeNull();
  writeFileSync(out, new Uint8Array(await (await client.download(video.url ?? '')).arrayBuffer()));
  return out;
}

/** Compares two results: equal bytes, or frames and samples that differ only by encoding noise. */
function expectSame(one: string, other: string, { type }: { type: string }, told: string): void {
  if (readFileSync(one).equals(readFileSync(other))) return;
  const [streams, others] = [one, other].map(streamsOf) as [Stream[], Stream[]];
  expect(others, told).toEqual(streams);
  const picture = streams.find(({ width }) => width !== undefined);
  expect(type, `${told}: bytes`).not.toBe('animation');
  if (picture?.width && picture.height) {
    const [width, height] = [picture.width, picture.height].map((side) => Math.ceil(side / 4)) as [number, number];
    const [before, after] = [one, other].map((file) => framesOf(file, width, height)) as [
      Uint8ClampedArray[],
      Uint8ClampedArray[],
    ];
    expect(after.length, told).toBe(before.length);
    expectSameFrames(before, after, told);
  }
  if (!streams.some(({ sample_rate }) => sample_rate !== undefined)) return;
  const [heard, alsoHeard] = [samplesOf(one), samplesOf(other)];
  expect(alsoHeard.length, `${told}: samples`).toBe(heard.length);
  const farthest = heard.reduce((far, sample, i) => Math.max(far, Math.abs(sample - (alsoHeard[i] as number))), 0);
  expect(farthest, `${told}: samples`).toBeLessThan(0.001);
}

/**
 * Rate control depends on earlier frames, which causes noise up to 3. A shifted frame matches the previous or next one
 * better.
 */
function expectSameFrames(before: Uint8ClampedArray[], after: Uint8ClampedArray[], told: string): void {
  for (const [i, frame] of before.entries()) {
    const [own, ...others] = [i, i - 1, i + 1].flatMap((at) => (after[at] ? [meanDifference(frame, after[at])] : []));
    expect(own, `${told}: frame ${i}`).toBeLessThan(4);
    expect(own, `${told}: frame ${i} beside its neighbors`).toBeLessThan(Math.min(...others) + 2);
  }
}

interface Stream {
  codec_name: string;
  width?: number;
  height?: number;
  sample_rate?: string;
  nb_read_packets?: string;
}

function streamsOf(file: string): Stream[] {
  const show = 'stream=codec_name,width,height,sample_rate,channels,pix_fmt,nb_read_packets';
  const args = ['-v', 'error', '-count_packets', '-show_entries', show, '-of', 'json', file];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })).streams;
}
