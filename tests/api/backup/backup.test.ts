import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backUp } from '../../../api/backup/backUp.ts';
import { BACKUP_FILE, readManifest } from '../../../api/backup/manifest.ts';
import { checkBackup, restore } from '../../../api/backup/restore.ts';
import { UNFINISHED } from '../../../api/backup/unfinished.ts';
import { findProgram } from '../../../api/system/findProgram.ts';
import type { S3Settings } from '../../../api/system/s3Settings.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { type Browser, newBrowser, uploadBy } from '../support/browser.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';
import { textBody, videoBody } from '../support/projects.ts';
import { newBucket } from '../support/s3.ts';
import { openService, until } from '../support/service.ts';

const canDump = hasPostgres() && Boolean(findProgram('pg_dump'));
const kinds = canDump ? ['embedded', 'postgresql'] : ['embedded'];
const person = { email: 'ada@example.org', password: 'correct horse battery' };

describe.each(kinds)('a backup of a service with the %s database', (kind) => {
  let folder: string;
  let [live, empty]: (TestPostgres | undefined)[] = [];
  let own: Browser;
  let video: string;
  let clip: string;
  let writes: Written = { clips: [], projects: [] };
  const place = (name: string) => path.join(folder, name);
  const backup = () => place('backup');

  beforeAll(async () => {
    folder = await temporaryFolder();
    if (kind === 'postgresql') [live, empty] = await Promise.all([createPostgres(), createPostgres({ isEmpty: true })]);
    const service = await openService({ dataDir: place('data'), databaseUrl: live?.url });
    own = newBrowser(service);
    await own.call('POST', '/account/sign-up', person);
    clip = await uploadBy(own, new Uint8Array(await videoBytes(0.2)));
    await own.call('PUT', '/projects/one', { project: textBody('kept'), savedAt: new Date(), media: [] }, anew);
    const created = await own.call('POST', '/videos/createVideo', textBody());
    video = created.body._id;
    await own.call('POST', '/videos/triggerLambda', { _id: video });
    await until(async () => (await own.call('GET', `/videos/${video}`)).body.status === 'done');
    if (kind === 'embedded') {
      await expect(backUp({ dataDir: place('data'), out: backup() })).rejects.toThrow('is in use by process');
      await service.app.close();
    }
    // Simulates an operator who moved the files to another disk.
    await rename(place('data/contents'), place('contents'));
    await symlink(place('contents'), place('data/contents'));
    const stopWriting = kind === 'postgresql' ? await writeOn(own) : undefined;
    await backUp({ dataDir: place('data'), databaseUrl: live?.url, out: backup() });
    if (!stopWriting) return;
    writes = await stopWriting();
    expect(writes.clips.length).toBeGreaterThan(1);
    await service.app.close();
  });

  afterAll(() => Promise.all([live?.stop(), empty?.stop()]));

  it('is rejected with a clear message if it is incomplete or damaged, and writes nothing', async () => {
    const into = place('refused');
    const tryWith = async (change: (copy: string) => Promise<unknown>) => {
      const copy = place('copy');
      await copied(backup(), copy);
      await change(copy);
      const said = await restore({ from: copy, dataDir: into, databaseUrl: empty?.url }).catch(
        (error) => error.message,
      );
      await rm(copy, { recursive: true });
      return said;
    };
    const contents = (await readManifest(backup())).files.find((file) => file.path.startsWith('data/contents/'));
    const [file = ''] = [contents?.path];
    expect(await tryWith((copy) => rm(path.join(copy, BACKUP_FILE)))).toContain('is not a complete backup');
    expect(await tryWith((copy) => rm(path.join(copy, file)))).toContain(`incomplete: ${file} is missing`);
    expect(await tryWith((copy) => rewrite(path.join(copy, file), 'x'))).toContain(`damaged: ${file} has changed`);
    expect(await tryWith((copy) => rewrite(path.join(copy, BACKUP_FILE), '{"format"'))).toContain('is damaged');
    const told = async (copy: string, more: object) => {
      const said = JSON.parse(await readFile(path.join(copy, BACKUP_FILE), 'utf8'));
      await rewrite(path.join(copy, BACKUP_FILE), JSON.stringify({ ...said, ...more }));
    };
    const newer = (copy: string) => told(copy, { migrations: ['999_of_tomorrow'] });
    expect(await tryWith(newer)).toContain('created by a newer release of Cutroom');
    const outside = { path: 'data/../../over', mode: 0o600, size: 1, sha256: '' };
    expect(await tryWith((copy) => told(copy, { files: [outside] }))).toContain('is damaged');
    const asRoot = { path: 'data/x', mode: 0o4755 };
    expect(await tryWith((copy) => told(copy, { folders: [asRoot] }))).toContain('is damaged');
    expect(await readdir(folder)).not.toContain('refused');
    const other = kind === 'embedded' ? 'postgres://localhost/x' : undefined;
    await expect(restore({ from: backup(), dataDir: into, databaseUrl: other })).rejects.toThrow('The backup contains');
    if (kind === 'embedded') return;
    const nobody = 'postgres://127.0.0.1:1/x';
    await expect(restore({ from: backup(), dataDir: into, databaseUrl: nobody })).rejects.toThrow('does not answer');
  });

  it('overwrites nothing, neither when it is saved nor when it is restored', async () => {
    const full = place('full');
    await mkdir(full);
    await writeFile(path.join(full, 'mine'), 'mine');
    await expect(restore({ from: backup(), dataDir: full, databaseUrl: empty?.url })).rejects.toThrow('is not empty');
    const data = { dataDir: place('data'), databaseUrl: live?.url };
    await expect(backUp({ ...data, out: full })).rejects.toThrow('is not empty');
    await expect(backUp({ ...data, out: path.join(data.dataDir, 'backup') })).rejects.toThrow('data folder');
    await expect(backUp({ ...data, dataDir: place('nowhere'), out: place('new') })).rejects.toThrow('no data');
    const inTheWay = path.join(full, 'mine');
    for (const out of [inTheWay, path.join(inTheWay, 'below')]) {
      const sentence = `The folder ${out} cannot be created: `;
      await expect(backUp({ ...data, out })).rejects.toThrow(sentence);
      await expect(restore({ from: backup(), dataDir: out, databaseUrl: empty?.url })).rejects.toThrow(sentence);
    }
    await symlink(data.dataDir, place('same'));
    await expect(backUp({ ...data, out: place('same/backup') })).rejects.toThrow('data folder');
    await mkdir(place('apart/db'), { recursive: true });
    await symlink(place('unplugged'), place('apart/contents'));
    await expect(backUp({ ...data, dataDir: place('apart'), out: place('new') })).rejects.toThrow(
      'its target does not exist',
    );
    expect(await readdir(folder)).not.toContain('new');
    if (kind === 'postgresql') {
      // With an object store, any machine may create the backup.
      const s3 = { endpoint: 'http://store', bucket: 'b', prefix: '' } as S3Settings;
      const { files } = await backUp({ ...data, s3, dataDir: place('nowhere'), out: place('elsewhere') });
      expect(files).toHaveLength(1);
    }
    expect(await readdir(full)).toEqual(['mine']);
    expect(await checkBackup(backup())).toMatchObject({ database: kind, bucket: null });
  });

  it('restores everything into another folder, also after a killed restore', async () => {
    const dataDir = place('restored');
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, UNFINISHED), '');
    await writeFile(path.join(dataDir, 'half'), 'half');
    const options = { dataDir, databaseUrl: empty?.url };
    await expect(openService(options)).rejects.toThrow('was interrupted');
    await copied(backup(), path.join(dataDir, 'backup'));
    const inside = restore({ from: path.join(dataDir, 'backup'), ...options });
    await expect(inside).rejects.toThrow('is inside the data folder');
    expect(await readdir(dataDir)).toContain('backup');
    await restore({ from: backup(), ...options });
    expect(await readdir(dataDir)).not.toContain('half');
    const service = await openService(options);
    const again = newBrowser(service);
    expect((await again.call('POST', '/account/sign-in', person)).status).toBe(200);
    expect((await again.call('GET', '/projects/one')).body.project.scenes[0].layers[0].text).toBe('kept');
    const list = async () => (await again.call('GET', '/videos?limit=50')).body.videos as { _id: string }[];
    expect((await list()).at(-1)).toMatchObject({ _id: video });
    const bytes = async (where: string) => new Uint8Array(await (await service.call(where)).arrayBuffer());
    expect((await bytes(`/api/v1/videos/${video}/file`)).length).toBeGreaterThan(500);
    expect((await bytes(clip)).length).toBeGreaterThan(500);
    expect(await readFile(path.join(dataDir, 'operator-token'))).toEqual(
      await readFile(path.join(place('data'), 'operator-token')),
    );
    // Writes acknowledged before the backup began are in it. Each later write is either complete or absent.
    const [[firstClip, ...laterClips], [firstProject, ...laterProjects]] = [writes.clips, writes.projects];
    if (firstClip) expect((await bytes(firstClip)).length).toBeGreaterThan(500);
    for (const url of laterClips) {
      const answer = await service.call(url);
      if (answer.status !== 404) expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }
    if (firstProject) expect((await again.call('GET', `/projects/${firstProject}`)).status).toBe(200);
    for (const id of laterProjects) expect([200, 404]).toContain((await again.call('GET', `/projects/${id}`)).status);
    const created = await again.call('POST', '/videos/createVideo', videoBody(clip));
    await again.call('POST', '/videos/triggerLambda', { _id: created.body._id });
    for (const { _id } of await list()) {
      const state = async () => (await again.call('GET', `/videos/${_id}`)).body;
      await until(async () => !['queued', 'rendering'].includes((await state()).status));
      expect(await state()).toMatchObject({ status: 'done' });
    }
    expect(service.errors).toEqual([]);
    await service.app.close();
  });
});

/** What was written during a backup, in order. The first of each kind was written before it began. */
interface Written {
  clips: string[];
  projects: string[];
}

/** Uploads, saves and renders until stopped. @returns a function that stops, once the first of each is acknowledged. */
async function writeOn(own: Browser): Promise<() => Promise<Written>> {
  const written: Written = { clips: [], projects: [] };
  const bytes = new Uint8Array(await videoBytes(0.2));
  const write = async () => {
    const clip = await uploadBy(own, bytes);
    const project = `live-${written.projects.length}`;
    const saved = { project: videoBody(clip), savedAt: new Date(), media: [] };
    expect((await own.call('PUT', `/projects/${project}`, saved, anew)).status).toBeLessThan(300);
    // Each is rendered here and once more where it is restored.
    if (written.clips.length < 2) {
      const { body } = await own.call('POST', '/videos/createVideo', videoBody(clip));
      await own.call('POST', '/videos/triggerLambda', { _id: body._id });
    }
    written.clips.push(clip);
    written.projects.push(project);
  };
  await write();
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped && written.clips.length < 6) await write();
  })();
  return async () => {
    isStopped = true;
    await writing;
    return written;
  };
}

const s3 = await sharedS3();

it.skipIf(!s3)(
  'a backup of a service on S3 omits the bucket, and the restored service continues with that bucket',
  async () => {
    const folder = await temporaryFolder();
    const place = (name: string) => path.join(folder, name);
    const settings = s3 && (await newBucket(s3));
    // The dump of a server is one file; the embedded database has a thousand.
    const [live, empty] = canDump ? await Promise.all([createPostgres(), createPostgres({ isEmpty: true })]) : [];
    onTestFinished(async () => {
      await Promise.all([live?.stop(), empty?.stop()]);
    });
    const service = await openService({ dataDir: place('data'), databaseUrl: live?.url, s3: settings, workers: 0 });
    const own = newBrowser(service);
    await own.call('POST', '/account/sign-up', person);
    const clip = await uploadBy(own, new Uint8Array(await videoBytes(0.2)));
    await service.app.close();
    const data = { dataDir: place('data'), databaseUrl: live?.url, s3: settings };
    const { bucket, files } = await backUp({ ...data, out: place('backup') });
    expect([bucket, files.filter((file) => file.path.startsWith('data/contents/'))]).toEqual([
      expect.stringContaining(`/${settings?.bucket}/`),
      [],
    ]);
    const restored = { dataDir: place('restored'), databaseUrl: empty?.url };
    await restore({ from: place('backup'), ...restored });
    const again = await openService({ ...restored, s3: settings, workers: 0 });
    expect((await newBrowser(again).call('POST', '/account/sign-in', person)).status).toBe(200);
    expect((await (await again.call(clip)).arrayBuffer()).byteLength).toBeGreaterThan(500);
    await again.app.close();
  },
);

/** Copies by hard link, so a changed file must be written as a new one. */
const copied = (from: string, to: string) => promisify(execFile)('cp', ['-al', from, to]);
const rewrite = (file: string, text: string) => rm(file).then(() => writeFile(file, text));
const anew = { 'if-none-match': '*' };
