import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../api/contract/client.ts';
import { startWebsite, type Website } from '../support/website.ts';
import { called, cutroom, start, tempFolder, until, write } from './command.ts';
import { makeClip, makePicture, probe } from './media.ts';
import { startServer, type TestServer } from './server.ts';

const cwd = tempFolder();
/** Number of projects in the interrupted batch. CUTROOM_LONG=1 uses the number for releases. */
const many = process.env.CUTROOM_LONG ? 30 : 10;
const noFont = 'The font "No Such Font" is not available. Arial is used instead.';
let server: TestServer;
let website: Website;

interface Entry {
  file: string;
  status: string;
  id: string;
  out: string;
  before: boolean;
  problems: { code: string; pointer: string; message: string }[];
}

const readJson = (path: string) => JSON.parse(readFileSync(join(cwd, path), 'utf8'));
const stateOf = (folder: string) => readJson(`${folder}/.cutroom-submit.json`).servers[server.url];
const submit = (args: string[]) => called(['submit', ...args, '--server', server.url], { cwd });
const results = (folder: string) => readdirSync(join(cwd, folder)).filter((name) => !name.startsWith('.'));

/** Ids of all videos that the session of a folder has requested. */
async function videosOf(folder: string): Promise<string[]> {
  const session = { get: () => stateOf(folder).session, set: () => undefined };
  const { videos } = await createClient({ baseUrl: server.url, session }).listVideos({ limit: 200 });
  return videos.map(({ _id }) => _id);
}

/** A short text video. Different texts are different work. */
function words(text: string, { seconds = 0.5, fontFamily = 'Arial' } = {}) {
  const position = { x: '0%', y: '0%', width: '100%', height: '50%' };
  return {
    width: 64,
    height: 64,
    scenes: [{ id: 's', duration: seconds, layers: [{ id: 't', type: 'text', text, fontFamily, position }] }],
  };
}

/** The same as a still, which renders in a third of the time. */
const still = (text: string) => ({ ...words(text), isImage: true });

beforeAll(async () => {
  website = await startWebsite();
  website.file('/live.m3u8', Buffer.from('#EXTM3U\n'), 'application/x-mpegurl');
  server = await startServer(cwd, { CUTROOM_LINK_HOSTS: website.host });
});
afterAll(() => Promise.all([server.stop(), website.close()]));

describe('a batch', () => {
  const batch = ['batch', '--out', 'out', '--allow-outside', 'media'];
  const video = (text: string) => ({
    width: 160,
    height: 120,
    scenes: [
      {
        id: 's',
        layers: [
          { id: 't', type: 'text', text },
          { id: 'v', type: 'video', url: '../media/clip.mp4' },
        ],
      },
    ],
  });

  beforeAll(() => {
    mkdirSync(join(cwd, 'batch/inner'), { recursive: true });
    mkdirSync(join(cwd, 'media'));
    makeClip(join(cwd, 'media'), 'clip.mp4', 1);
    makePicture(join(cwd, 'media'));
    write(join(cwd, 'batch/one.json'), video('one'));
    write(join(cwd, 'batch/two.json'), video('two'));
    write(join(cwd, 'batch/still.json'), {
      isImage: true,
      width: 64,
      height: 64,
      scenes: [{ id: 's', layers: [{ id: 'i', type: 'image', url: '../media/picture.png' }] }],
    });
    write(join(cwd, 'batch/inner/two.json'), words('another two', { fontFamily: 'No Such Font' }));
  });

  it('is uploaded, rendered and downloaded, with a report', async () => {
    const { code, stdout, stderr } = await submit([...batch, '--report', 'reports/first.json']);
    expect(stderr).toContain('4 submitted: 4 succeeded, 0 failed.');
    expect(stderr).toContain(`\nbatch/inner/two.json: ${noFont}\n`);
    expect(code).toBe(0);
    expect(results('out').sort()).toEqual(['batch_inner_two.mp4', 'batch_two.mp4', 'one.mp4', 'still.png']);
    expect(stdout.trimEnd().split('\n').sort()).toEqual(
      results('out')
        .map((name) => join('out', name))
        .sort(),
    );
    expect(probe(join(cwd, 'out/one.mp4'))).toMatchObject({ width: 160, height: 120, duration: expect.closeTo(1, 1) });
    const report = readJson('reports/first.json');
    expect(report).toMatchObject({ ok: true, server: server.url, total: 4, done: 4, failed: 0 });
    for (const entry of report.files) {
      expect(entry).toMatchObject({
        status: 'done',
        before: false,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        size: expect.any(Number),
        notes: entry.file === 'batch/inner/two.json' ? [noFont] : [],
      });
    }
  });

  it('uploads a file shared by several projects only once', () => {
    expect(Object.keys(stateOf('out').uploads)).toHaveLength(2);
  });

  it('requests nothing again when it is repeated, and downloads only missing results', async () => {
    const before = await videosOf('out');
    const { code, stdout } = await submit([...batch, '--json']);
    expect(code).toBe(0);
    const files: Entry[] = JSON.parse(stdout).files;
    expect(files.every((entry) => entry.before)).toBe(true);
    write(join(cwd, 'out/one.mp4'), 'damaged');
    const again: Entry[] = JSON.parse((await submit([...batch, '--json'])).stdout).files;
    expect(again.filter((entry) => !entry.before).map(({ file }) => file)).toEqual(['batch/one.json']);
    expect(probe(join(cwd, 'out/one.mp4')).codec).toBe('h264');
    expect(await videosOf('out')).toEqual(before);
  });

  it('continues after an invalid file, reports the problems and exits with 1', async () => {
    mkdirSync(join(cwd, 'mixed'));
    write(join(cwd, 'mixed/bad.json'), { scenes: [{ id: 's', duration: -1 }] });
    const sources = {
      ...{ lost: 'lost.mp4', kind: '../media/picture.png', junk: 'bad.json', outside: '../batch/one.json' },
      ...{ dead: `${website.origin}/none.mp4`, list: `${website.origin}/live.m3u8` },
    };
    for (const [name, url] of Object.entries(sources))
      write(join(cwd, `mixed/${name}.json`), { scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
    write(join(cwd, 'mixed/good.json'), still('good'));
    const { code, stdout } = await submit(['mixed', '--out', 'mixed-out', '--allow-outside', 'media', '--json']);
    expect(code).toBe(1);
    const files: Entry[] = JSON.parse(stdout).files;
    const briefly = ({ code: what, pointer }: Entry['problems'][number]) => `${what} ${pointer}`;
    const found = Object.fromEntries(
      files.map(({ file, status, problems = [] }) => [file, [status, ...problems.map(briefly)]]),
    );
    expect(found).toMatchObject({
      'mixed/bad.json': ['failed', 'range /scenes/0/duration'],
      'mixed/lost.json': ['failed', 'media.missing /scenes/0/layers/0/url'],
      'mixed/outside.json': ['failed', 'media.outside /scenes/0/layers/0/url'],
      'mixed/kind.json': ['failed', 'media.kind /scenes/0/layers/0/url'],
      'mixed/good.json': ['done'],
    });
    expect(found['mixed/junk.json']?.[0]).toBe('failed');
    const said = (name: string) => files.find(({ file }) => file === `mixed/${name}.json`)?.problems[0]?.message;
    expect(said('dead')).toMatch(/^Sorry, that pasted URL \(.*\) didn't work\. No content found for this URL\.$/);
    expect(said('list')).toMatch(/didn't work\. Format application\/x-mpegurl currently unsupported\.$/);
    expect(results('mixed-out')).toEqual(['good.png']);
  });
});

describe('names of results', () => {
  it('are unique for each project, whatever the folders are called', async () => {
    for (const file of ['a_b/c', 'a/b/c', 'd/c', 'd_c', 'd/C']) {
      mkdirSync(join(cwd, 'alike', file, '..'), { recursive: true });
      write(join(cwd, `alike/${file}.json`), still(file));
    }
    const { code, stdout } = await submit(['alike', '--out', 'alike-out', '--json']);
    expect(code).toBe(0);
    const outs = (JSON.parse(stdout).files as Entry[]).map(({ out }) => join(out));
    expect(new Set(outs).size).toBe(5);
    expect(
      results('alike-out')
        .map((name) => join('alike-out', name))
        .sort(),
    ).toEqual(outs.sort());
  });

  it('never overwrite the result of another project, even from an earlier run', async () => {
    for (const folder of ['north', 'south']) {
      mkdirSync(join(cwd, folder));
      write(join(cwd, folder, 'same.json'), still(folder));
    }
    expect((await submit(['north', '--out', 'towns'])).stdout).toBe('towns/same.png\n');
    const first = readFileSync(join(cwd, 'towns/same.png'));
    expect((await submit(['south', '--out', 'towns'])).stdout).toMatch(/^towns\/south_same\.png\n$/);
    expect(readFileSync(join(cwd, 'towns/same.png'))).toEqual(first);
    write(join(cwd, 'north/same.json'), still('changed'));
    expect((await submit(['north', '--out', 'towns'])).stdout).toBe('towns/same.png\n');
    expect(readFileSync(join(cwd, 'towns/same.png'))).not.toEqual(first);
  });

  it('are shortened between characters if they exceed the limit of the file system', async () => {
    const name = '\u6620'.repeat(80);
    write(join(cwd, `${name}.json`), still('long name'));
    const { code, stdout } = await submit([`${name}.json`, '--out', 'long-out']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^long-out\/\u6620+\.png\n$/);
  });
});

it('two runs into one folder do not interfere, and request shared projects once', async () => {
  mkdirSync(join(cwd, 'pair'));
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']) write(join(cwd, `pair/${name}.json`), still(`pair ${name}`));
  const layers = [{ id: 'v', type: 'video', url: '../media/clip.mp4' }];
  write(join(cwd, 'pair/p3.json'), { width: 64, height: 64, scenes: [{ id: 's', layers }] });
  const outs = ['--out', 'pair-out', '--allow-outside', 'media'];
  const some = (names: string[]) =>
    cutroom(['submit', ...names.map((name) => `pair/${name}.json`), ...outs, '--server', server.url], { cwd });
  const [one, other] = await Promise.all([some(['p3', 'p4', 'p1', 'p2']), some(['p3', 'p4', 'p5', 'p6'])]);
  expect([one.code, other.code], one.stderr + other.stderr).toEqual([0, 0]);
  expect(Object.keys(stateOf('pair-out').jobs)).toHaveLength(6);
  expect((await submit(['pair', ...outs])).stderr).toContain('6 succeeded');
  expect(await videosOf('pair-out')).toHaveLength(6);
});

describe('submit --no-wait', () => {
  it('prints ids that the status command accepts', async () => {
    write(join(cwd, 'alone.json'), words('alone', { fontFamily: 'No Such Font' }));
    const { code, stdout } = await submit(['alone.json', '--no-wait', '--out', 'no-wait']);
    expect(code).toBe(0);
    const id = stdout.trim();
    expect(await videosOf('no-wait')).toEqual([id]);
    const status = () => called(['status', id, '--server', server.url, '--json'], { cwd });
    await until(async () => JSON.parse((await status()).stdout).status === 'done', 'the video is done');
    const told = await called(['status', id, '--server', server.url], { cwd });
    expect(told.stdout).toContain(`${id}: done\nhttp://`);
    expect(told.stderr).toBe(`${noFont}\n`);
    expect((await submit(['alone.json', '--out', 'no-wait'])).code).toBe(0);
    expect(results('no-wait')).toEqual(['alone.mp4']);
    expect(await videosOf('no-wait')).toEqual([id]);
  });

  it('reports a missing video', async () => {
    const { code, stderr } = await called(['status', '0'.repeat(32), '--server', server.url], { cwd });
    expect(code).toBe(1);
    expect(stderr).not.toBe('');
  });
});

describe('a failed or interrupted submit', () => {
  it('exits with 1 when a server does not answer within --patience', async () => {
    const { code, stderr } = await called(
      ['submit', 'alone.json', '--server', 'http://localhost:9', '--patience', '1', '--out', 'never'],
      { cwd },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('could not be reached');
  });

  it('reports a damaged state file and leaves it unchanged', async () => {
    mkdirSync(join(cwd, 'damaged'));
    write(join(cwd, 'damaged/.cutroom-submit.json'), '{"version":1,');
    const { code, stderr } = await submit(['alone.json', '--out', 'damaged']);
    expect(code).toBe(1);
    expect(stderr).toContain('is damaged');
    expect(readFileSync(join(cwd, 'damaged/.cutroom-submit.json'), 'utf8')).toBe('{"version":1,');
  });

  it(`neither loses nor duplicates any of ${many} projects when the command and then the server are killed and restarted`, async () => {
    mkdirSync(join(cwd, 'many'));
    for (let i = 1; i <= many; i += 1) write(join(cwd, `many/p${i}.json`), words(`Number ${i}`));
    const outs = ['--out', 'many-out', '--report', 'many.json'];
    const args = ['submit', 'many', '--server', server.url, '--concurrency', '4', ...outs];
    const count = () =>
      existsSync(join(cwd, 'many-out')) ? results('many-out').filter((name) => name.endsWith('.mp4')).length : 0;
    const first = await start(args, { cwd });
    await until(() => count() >= 2, 'two results are there');
    first.child.kill('SIGKILL');
    await first.ended;
    expect(count()).toBeLessThan(many);
    const second = await start(args, { cwd });
    await until(() => count() >= 4, 'four results are there');
    await server.kill();
    expect(count()).toBeLessThan(many);
    await server.start();
    const { code, stderr } = await second.ended;
    expect(stderr).toContain(`${many} submitted: ${many} succeeded, 0 failed.`);
    expect(code).toBe(0);
    const report = readJson('many.json');
    expect(new Set(report.files.map(({ id }: Entry) => id)).size).toBe(many);
    expect((await videosOf('many-out')).length).toBe(many);
    expect(results('many-out').sort()).toEqual(Array.from({ length: many }, (_, i) => `p${i + 1}.mp4`).sort());
    for (const i of [1, many]) expect(probe(join(cwd, `many-out/p${i}.mp4`)).duration).toBeCloseTo(0.5, 1);
  });

  it('exits with 130 on Ctrl-C, and a second run continues', async () => {
    mkdirSync(join(cwd, 'stopped'));
    for (let i = 1; i <= 4; i += 1) write(join(cwd, `stopped/s${i}.json`), words(`Stop ${i}`, { seconds: 20 }));
    const args = ['submit', 'stopped', '--server', server.url, '--out', 'stopped-out', '--report', 'stopped.json'];
    const { child, ended } = await start(args, { cwd });
    await until(() => existsSync(join(cwd, 'stopped-out')) && results('stopped-out').length >= 1, 'a result is there');
    child.kill('SIGINT');
    const said = await ended;
    expect([said.code, said.stderr]).toEqual([130, expect.stringContaining('Run the same command again to resume.')]);
    expect(readJson('stopped.json').stopped).toBeGreaterThan(0);
    expect((await called(args, { cwd })).code).toBe(0);
    expect(results('stopped-out')).toHaveLength(4);
    expect(await videosOf('stopped-out')).toHaveLength(4);
  });
});
