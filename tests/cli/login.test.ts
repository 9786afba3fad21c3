import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProgram } from '../../api/system/findProgram.ts';
import { root } from '../../cli/build/paths.mjs';
import { argumentsIn } from '../support/argumentsIn.ts';
import { called, tempFolder, until, write } from './command.ts';
import { makeClip, probe } from './media.ts';
import { startServer, type TestServer } from './server.ts';

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = tempFolder();
  server = await startServer(folder);
});
afterAll(() => server?.stop());

it('login stores a token that makes work belong to the account; the operator can give it a subscription', async () => {
  const post = async (path: string, body: object, cookie = '') =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signedUp = await post('/account/sign-up', { email: 'ada@example.org', password: 'correct horse' });
  const cookie =
    signedUp.headers
      .getSetCookie()
      .find((text) => text.startsWith('cutroom_account='))
      ?.split(';')[0] ?? '';
  const { token } = (await (await post('/account/tokens', { name: 'here' }, cookie)).json()) as { token: string };
  const env = { XDG_CONFIG_HOME: join(folder, 'config') };
  const run = (args: string[], input = '') => called([...args, '--server', server.url], { cwd: folder, input, env });

  expect(await run(['login'], 'nonsense\n')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This is not an account token.'),
  });
  expect(await run(['login'], `cutroom_${'x'.repeat(43)}\n`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Unknown token'),
  });
  expect(await run(['login'], `${token}\n`)).toMatchObject({
    code: 0,
    stdout: `Signed in to ${server.url} as ada@example.org.\n`,
  });
  const file = join(folder, 'config', 'cutroom', 'tokens.json');
  expect((await stat(file)).mode & 0o077).toBe(0);

  await mkdir(join(folder, 'out'));
  const project = { isImage: true, width: 16, height: 16, scenes: [{ id: 's', duration: 1 }] };
  write(join(folder, 'still.json'), project);
  expect(await run(['submit', 'still.json', '--out', 'out'])).toMatchObject({ code: 0 });
  const list = await fetch(`${server.url}/api/v1/videos`, { headers: { cookie } });
  expect(((await list.json()) as { videos: unknown[] }).videos).toHaveLength(1);

  const given = ['--subscription', 'on', '--quota-gb', '20', '--quota-minutes-day', 'default'];
  expect(await run(['account', 'ada@example.org', ...given, '--data', 'data'])).toMatchObject({
    code: 0,
    stdout: 'ada@example.org has a subscription.\nQuota: 20 GB.\n',
  });
  expect(await run(['account', 'ada@example.org', '--quota-jobs', '1.5', '--data', 'data'])).toMatchObject({ code: 2 });
  expect(await run(['account', 'nobody@example.org', '--subscription', 'on', '--data', 'data'])).toMatchObject({
    code: 1,
  });
  expect(await run(['account', 'ada@example.org', '--subscription', 'maybe'])).toMatchObject({ code: 2 });
  expect(await run(['account', 'ada@example.org', '--subscription', 'on', '--data', 'elsewhere'])).toMatchObject({
    code: 2,
  });

  expect(await run(['login', '--out'])).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
});

const malformed = ['a\nb', 'tökén', '🔑'];
const sending = (file: string) => [
  ['submit', file, '--out', folder],
  ['status', 'x'],
  ['resend', 'x'],
];

it('every command that sends a token rejects a malformed one', async () => {
  const file = write(join(folder, 'sent.json'), {
    isImage: true,
    width: 16,
    height: 16,
    scenes: [{ id: 's', duration: 1 }],
  });
  for (const token of malformed)
    for (const args of sending(file)) {
      const env = { CUTROOM_TOKEN: token };
      const { code, stderr } = await called([...args, '--server', 'http://localhost:1'], { cwd: folder, env });
      expect([code, stderr], `${token} ${args}`).toEqual([2, 'CUTROOM_TOKEN is not an account token.\n']);
    }
});

it.each([
  ['a\nb', ['submit', 'any.json']],
  ['tökén', ['status', 'x']],
  ['🔑', ['resend', 'x']],
])('rejects the invalid token %j without printing it', async (secret, args) => {
  const server = ['--server', 'http://localhost:1'];
  write(join(folder, 'any.json'), { isImage: true, width: 16, height: 16, scenes: [{ id: 's', duration: 1 }] });
  const env = { CUTROOM_TOKEN: secret, CUTROOM_OPERATOR_TOKEN: secret };
  const stderr = 'CUTROOM_TOKEN is not an account token.\n';
  expect(await called([...args, ...server], { cwd: folder, env })).toEqual({ code: 2, stdout: '', stderr });
  expect(await called(['account', 'a@b.c', '--subscription', 'on', ...server], { cwd: folder, env })).toEqual({
    ...{ code: 2, stdout: '', stderr: 'CUTROOM_OPERATOR_TOKEN does not contain a server’s secret.\n' },
  });
  if (secret.includes('\n')) return;
  expect(await called(['login', ...server], { cwd: folder, input: `${secret}\n` })).toEqual({
    ...{ code: 2, stdout: '', stderr: 'This is not an account token.\n' },
  });
});

/** Copies a sample project and its media into a folder. */
async function takeSample(place: string, name: string): Promise<void> {
  const at = `fixtures/projects/${name}.json`;
  const text = await readFile(join(root, at), 'utf8');
  const media = [...text.matchAll(/"\.\.\/(media\/[^"]+)"/g)].map(([, path]) => `fixtures/${path}`);
  for (const path of [at, ...media]) await cp(join(root, path), join(place, path));
}

it('the commands of the README create what they promise', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, shown = ''] = /```\n(npx cutroom render [^`]*)```/.exec(readme) ?? [];
  const calls = argumentsIn(shown.replaceAll(/^npx /gm, ''), 'cutroom');
  const place = tempFolder();
  await Promise.all(['clips', 'projects'].map((name) => mkdir(join(place, name))));
  for (const name of ['summer-postcard', 'meme-classic']) await takeSample(place, name);
  makeClip(place, 'clip.mp4', 1);
  makeClip(join(place, 'clips'), 'a.mp4', 1);
  write(join(place, 'projects/still.json'), { isImage: true, width: 16, height: 16, scenes: [{ id: 's' }] });
  const run = async (words: string[]) => {
    const given = words.map((word) =>
      word.replace('http://localhost:3000', server.url).replace('projects/*.json', 'projects/still.json'),
    );
    // The repository's samples are next to the program; here they are copies.
    const allowed = words[0] === 'render' ? ['--allow-outside', 'fixtures/media'] : [];
    const { code, stderr } = await called([...given, ...allowed], { cwd: place });
    return code === 0 ? '' : `${words.join(' ')}: ${stderr}`;
  };
  for (const words of calls) expect(await run(words)).toBe('');
  const made = ['postcard.mp4', 'meme.png', 'looped.gif', 'tall/a-resize.mp4', 'results/still.png'];
  const sizes = await Promise.all(made.map(async (name) => (await stat(join(place, name))).size));
  expect([sizes.every((size) => size > 0), calls.length]).toEqual([true, made.length]);
});

it.skipIf(!findProgram('curl'))('the curl commands of the README create and download a video', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, shown = ''] = /```\n(curl [^`]*)```/.exec(readme) ?? [];
  const [ask = '', look = '', fetched = ''] = shown.replaceAll('\\\n', ' ').trim().split('\n');
  const run = (line: string, id = '') => {
    const said = line.replaceAll('http://localhost:3000', server.url).replaceAll('/ID', `/${id}`);
    return execFileSync('sh', ['-c', said], { cwd: folder, encoding: 'utf8' });
  };
  const { _id } = JSON.parse(run(ask)) as { _id: string };
  await until(() => JSON.parse(run(look, _id)).status === 'done', 'the video is done');
  const before = new Set(await readdir(folder));
  run(fetched, _id);
  const [file = ''] = (await readdir(folder)).filter((name) => !before.has(name));
  expect(probe(join(folder, file)).duration).toBeCloseTo(3, 0);
});

/** Files and folders below a folder that other users have any access to. */
async function openToOthers(place: string): Promise<string[]> {
  const names = await readdir(place, { recursive: true });
  const infos = await Promise.all(['.', ...names].map((name) => lstat(join(place, name)).catch(() => undefined)));
  return ['.', ...names].filter((name, index) => {
    const info = infos[index];
    // The data folder is closed. Render folders in it may be entered by the user that programs run as.
    const others = info?.isDirectory() && name.startsWith('work/') ? 0o066 : 0o077;
    return !info?.isSymbolicLink() && (info?.mode ?? 0) & others;
  });
}

it('denies other users access to server data, caches and tokens', async () => {
  const data = join(folder, 'data');
  const cache = join(folder, 'cache');
  await mkdir(cache, { recursive: true });
  await chmod(cache, 0o755);
  // An earlier release left its folders open, also the database that the server of this file started with.
  await server.stop();
  await mkdir(join(data, 'mail'), { recursive: true });
  write(join(data, 'mail', 'old.eml'), {});
  for (const place of [data, join(data, 'db'), join(data, 'mail')]) await chmod(place, 0o755);
  for (const place of ['db/PG_VERSION', 'db/base/1/1259', 'mail/old.eml', 'operator-token'])
    await chmod(join(data, place), 0o666);
  await server.start();
  expect(await openToOthers(data)).toEqual([]);
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const person = { email: 'grace@example.org', password: 'correct horse' };
  const cookies = (await post('/account/sign-up', person)).headers.getSetCookie();
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
  const { token } = (await (await post('/account/tokens', { name: 'here' }, cookie)).json()) as { token: string };
  expect((await post('/account/forgot-password', { email: person.email })).status).toBe(200);
  await until(async () => (await readdir(join(data, 'mail'))).length > 1, 'the email is written');
  const env = { XDG_CONFIG_HOME: join(folder, 'config'), CUTROOM_CACHE: cache };
  write(join(folder, 'still.json'), { isImage: true, width: 16, height: 16, scenes: [{ id: 's' }] });
  const run = (args: string[], input = '') => called(args, { cwd: folder, env, input });
  expect(await run(['login', '--server', server.url], `${token}\n`)).toMatchObject({ code: 0 });
  const submitted = await run(['submit', 'still.json', '--server', server.url, '--out', 'submitted']);
  expect(submitted).toMatchObject({ code: 0 });
  expect(await run(['render', 'still.json', '--out', 'still.png'])).toMatchObject({ code: 0 });
  expect(await openToOthers(data)).toEqual([]);
  expect(await openToOthers(join(folder, 'config', 'cutroom'))).toEqual([]);
  expect((await stat(cache)).mode & 0o777).toBe(0o700);
  // A backup is closed too, and so is data restored from an open one.
  await server.stop();
  expect(await run(['backup', '--data', 'data', '--out', 'saved'])).toMatchObject({ code: 0 });
  expect((await stat(join(folder, 'saved'))).mode & 0o777).toBe(0o700);
  const manifest = join(folder, 'saved', 'backup.json');
  const written = JSON.parse(await readFile(manifest, 'utf8')) as Record<'files' | 'folders', { mode: number }[]>;
  for (const one of [...written.files, ...written.folders]) one.mode = 0o755;
  write(manifest, written);
  expect(await run(['restore', 'saved', '--data', 'restored'])).toMatchObject({ code: 0 });
  expect(await openToOthers(join(folder, 'restored'))).toEqual([]);
});
