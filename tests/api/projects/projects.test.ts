import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerOfAccount } from '../../../api/accounts/claim.ts';
import { PROJECT_LIMITS } from '../../../api/contract/project.ts';
import { createProjectClient } from '../../../api/contract/projectClient.ts';
import { openDatabase } from '../../../api/db/database.ts';
import { createProjects } from '../../../api/projects/projects.ts';
import { thinned } from '../../../api/projects/thinned.ts';
import { type Browser, newBrowser, uploadBy } from '../support/browser.ts';
import { lendDatabase } from '../support/database.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';
import { openService, type TestService } from '../support/service.ts';

const kinds = hasPostgres() ? ['embedded', 'postgresql'] : ['embedded'];
const password = 'correct horse battery';
let people = 0;

/** A project with one scene and a text. */
function projectOf(text: string, layers: object[] = []) {
  const position = { x: '10%', y: '10%', width: '50%', height: '20%', rotation: 0 };
  const said = { id: 't', type: 'text', text, position };
  return { name: 'Mine', width: 640, height: 360, scenes: [{ id: 's', duration: 3, layers: [said, ...layers] }] };
}

const picture = `data:image/webp;base64,${Buffer.from('RIFF0000WEBP').toString('base64')}`;

describe.each(kinds)('projects of an account, in the %s database', (kind) => {
  let service: TestService;
  let postgres: TestPostgres | undefined;
  let dataDir: string;
  const options = () => ({
    workers: 0,
    dataDir,
    ...(postgres ? { databaseUrl: postgres.url } : {}),
    rateLimit: { all: 6000, creates: 600, signIns: 1000 },
  });

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    if (kind === 'postgresql') postgres = await createPostgres();
    service = await openService(options());
  });

  afterAll(async () => {
    await service.app.close();
    await postgres?.stop();
  });

  async function person(): Promise<Browser> {
    const own = newBrowser(service);
    people += 1;
    await own.call('POST', '/account/sign-up', { email: `p${people}@example.org`, password });
    return own;
  }

  const save = (own: Browser, id: string, project: object, revision?: number, more: object = {}) =>
    own.call(
      'PUT',
      `/projects/${id}`,
      { project, ...more },
      revision === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${revision}"` },
    );
  const textOf = (body: { project: { scenes: { layers: { text: string }[] }[] } }) =>
    body.project.scenes[0]?.layers[0]?.text;

  it('are saved on top of a revision, and never overwrite changes from another device', async () => {
    const own = await person();
    const made = await save(own, 'one', projectOf('first'), undefined, { picture });
    expect([made.status, made.body]).toMatchObject([201, { id: 'one', name: 'Mine', width: 640, missing: [] }]);
    const { revision } = made.body;
    expect(made.headers.get('etag')).toBe(`"${revision}"`);
    expect((await save(own, 'one', projectOf('other'))).status).toBe(412);
    const changed = await save(own, 'one', projectOf('second'), revision);
    expect(changed.status).toBe(200);
    expect(changed.body.revision).toBeGreaterThan(revision);
    const late = await save(own, 'one', projectOf('late'), revision);
    expect([late.status, late.body.error.code]).toEqual([412, 'changed']);
    // The client may have lost the answer.
    const again = await save(own, 'one', projectOf('second'), revision);
    expect([again.status, again.body.revision]).toEqual([200, changed.body.revision]);
    expect((await own.call('PUT', '/projects/one', { project: projectOf('x') })).status).toBe(400);
    const read = await own.call('GET', '/projects/one');
    expect([textOf(read.body), read.headers.get('etag')]).toEqual(['second', `"${changed.body.revision}"`]);
    const { projects } = (await own.call('GET', '/projects')).body;
    expect(projects).toMatchObject([{ id: 'one', picture: '/api/v1/projects/one/picture', sceneCount: 1 }]);
    const image = await service.call(projects[0].picture, {
      headers: { cookie: [...own.jar].map((pair) => pair.join('=')).join('; ') },
    });
    expect([image.status, image.headers.get('content-type'), await image.text()]).toEqual([
      200,
      'image/webp',
      'RIFF0000WEBP',
    ]);
  });

  it('have versions, also of conflicting saves, which a deleted project regains when it is saved again', async () => {
    const own = await person();
    let { revision } = (await save(own, 'one', projectOf('1'), undefined, { picture })).body;
    for (const text of ['2', '3']) revision = (await save(own, 'one', projectOf(text), revision)).body.revision;
    expect((await own.call('POST', '/projects/one/versions', { project: projectOf('aside') })).status).toBe(201);
    const versions = (await own.call('GET', '/projects/one/versions')).body.versions;
    const texts = async () =>
      Promise.all(
        versions.map(async (one: { revision: number }) =>
          textOf((await own.call('GET', `/projects/one/versions/${one.revision}`)).body),
        ),
      );
    expect([await texts(), versions.map(({ isApart }: { isApart: boolean }) => isApart)]).toEqual([
      ['aside', '2', '1'],
      [true, false, false],
    ]);
    expect(versions[2].picture).toMatch(/^\/api\/v1\/projects\/one\/versions\/\d+\/picture$/);
    const stale = await own.call('DELETE', '/projects/one', undefined, { 'if-match': `"${versions[1].revision}"` });
    expect(stale.status).toBe(412);
    expect((await own.call('DELETE', '/projects/one', undefined, { 'if-match': `"${revision}"` })).status).toBe(200);
    expect((await own.call('GET', '/projects/one')).status).toBe(404);
    expect((await own.call('GET', '/projects/one/versions')).status).toBe(404);
    expect((await own.call('GET', '/projects')).body).toEqual({ projects: [], removed: ['one'] });
    const [gone] = (await own.call('GET', '/account/deleted-projects')).body.projects;
    expect(gone).toMatchObject({ id: 'one', name: 'Mine', deletedAt: expect.stringMatching(/^20/) });
    const restored = await own.call('POST', '/account/deleted-projects/one');
    expect([restored.status, restored.body.revision > revision]).toEqual([200, true]);
    expect((await own.call('POST', '/account/deleted-projects/one')).status).toBe(200);
    expect((await own.call('POST', '/account/deleted-projects/two')).status).toBe(404);
    expect((await own.call('DELETE', '/projects/one')).status).toBe(200);
    // A client that still has it open restores it.
    expect((await save(own, 'one', projectOf('4'), revision)).status).toBe(412);
    const back = await save(own, 'one', projectOf('4'));
    expect([back.status, back.body.revision > revision]).toEqual([201, true]);
    expect((await own.call('GET', '/projects/one/versions')).body.versions).toHaveLength(4);
    const read = await own.call('POST', '/projects/read', { ids: ['one', 'none'] });
    expect(read.body.projects.map(textOf)).toEqual(['4']);
  });

  it('cannot be read or changed by another account, even under the same id', async () => {
    const [own, other] = [await person(), await person()];
    const { revision } = (await save(own, 'same', projectOf('mine'))).body;
    for (const [method, where] of [
      ['GET', '/projects/same'],
      ['GET', '/projects/same/picture'],
      ['GET', '/projects/same/versions'],
      ['GET', `/projects/same/versions/${revision}`],
      ['GET', `/projects/same/versions/${revision}/picture`],
      ['DELETE', '/projects/same'],
    ] as const) {
      expect([where, (await other.call(method, where)).status]).toEqual([where, 404]);
      expect([where, (await newBrowser(service).call(method, where)).status]).toEqual([where, 401]);
    }
    expect((await other.call('POST', '/projects/same/versions', { project: projectOf('x') })).status).toBe(404);
    expect((await save(other, 'same', projectOf('theirs'), revision)).status).toBe(412);
    expect((await save(other, 'same', projectOf('theirs'))).status).toBe(201);
    expect(textOf((await own.call('GET', '/projects/same')).body)).toBe('mine');
    const { token } = (await own.call('POST', '/account/tokens', { name: 'script' })).body;
    const asScript = { authorization: `Bearer ${token}` };
    const script = await newBrowser(service).call('GET', '/projects/same', undefined, asScript);
    expect(textOf(script.body)).toBe('mine');
  });

  it('are rejected for a page whose user has been replaced in the same browser', async () => {
    const own = await person();
    const { id } = (await own.call('GET', '/me')).body.user;
    await save(own, 'one', projectOf('mine'));
    const [mine, another] = [{ 'cutroom-account': id }, { 'cutroom-account': `${id}x` }];
    expect((await own.call('GET', '/projects/one', undefined, mine)).status).toBe(200);
    for (const [method, where, body, more] of [
      ['GET', '/projects', undefined, {}],
      ['GET', '/projects/one', undefined, {}],
      ['PUT', '/projects/two', { project: projectOf('another’s') }, { 'if-none-match': '*' }],
      ['POST', '/projects/one/versions', { project: projectOf('another’s') }, {}],
      ['DELETE', '/projects/one', undefined, {}],
    ] as const) {
      const answer = await own.call(method, where, body, { ...more, ...another });
      expect([method, answer.status]).toEqual([method, 403]);
    }
    expect((await own.call('GET', '/projects')).body.projects).toMatchObject([{ id: 'one' }]);
    const sent: (string | null)[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      sent.push(...['cutroom-account', 'if-match'].map((name) => new Headers(init?.headers).get(name)));
      return Response.json({ projects: [], removed: [] });
    };
    const client = createProjectClient({ account: id, fetch });
    await client.list();
    await client.remove('one', 7);
    expect(sent).toEqual([id, null, id, '"7"']);
  });

  it('are validated and limited in size', async () => {
    const own = await person();
    const bad = await save(own, 'one', { ...projectOf('x'), scenes: [] });
    expect([bad.status, bad.body.error.code]).toEqual([422, 'invalid']);
    expect((await save(own, 'a.b', projectOf('x'))).status).toBe(400);
    for (const wrong of ['data:text/html;base64,PGI+', `data:image/png;base64,${'A'.repeat(200_001)}`])
      expect((await save(own, 'one', projectOf('x'), undefined, { picture: wrong })).status).toBe(400);
    const old = await save(own, 'zero', projectOf('x'), undefined, { savedAt: '0000-01-01T00:00:00Z' });
    expect([old.status, old.body.savedAt]).toEqual([201, '1970-01-01T00:00:00.000Z']);
    await own.call('DELETE', '/projects/zero');
    const zero = await save(own, 'zero', projectOf('a\0b\ud800'));
    expect(zero.status).toBe(201);
    expect((await save(own, 'big', projectOf('x'.repeat(11_000_000)))).status).toBe(413);
    const { database } = await own.call('GET', '/account/storage').then(({ body }) => ({ database: body.projects }));
    expect(database).toMatchObject({ count: 1 });
  });

  it('retain their owner’s uploads as long as the project or one of its versions needs them', async () => {
    const clip = new Uint8Array(await readFile(await makeVideo(path.join(await temporaryFolder(), 'clip.mp4'))));
    const [own, other] = [await person(), await person()];
    const [mine, theirs, unused] = [await uploadBy(own, clip), await uploadBy(other, clip), await uploadBy(own, clip)];
    const media = [
      { path: 'media/a/clip.mp4', url: `https://some.example${mine}` },
      { path: 'media/b/clip.mp4', url: theirs },
    ];
    const { body } = await save(own, 'one', projectOf('x'), undefined, { media });
    expect(body.missing).toEqual(['media/b/clip.mp4']);
    expect((await own.call('GET', '/projects/one')).body.media).toEqual([media[0]]);
    // A new thumbnail or reordered fields create no revision that other devices must fetch.
    const turned = media.map(({ path: where, url }) => ({ url, path: where }));
    const same = await save(own, 'one', projectOf('x'), body.revision, { media: turned, picture });
    expect(same.body.revision).toBe(body.revision);
    const more = await save(own, 'one', projectOf('x'), body.revision, { media: [] });
    expect(more.body.revision).toBeGreaterThan(body.revision);
    await save(
      own,
      'one',
      projectOf('y'),
      (await save(own, 'one', projectOf('x'), undefined, { media })).body.revision,
    );
    const logo = { kind: 'logo', addedAt: new Date(), name: '', type: 'image/png', media: [{ path: '', url: theirs }] };
    expect((await other.call('PUT', '/kit/logo-a', logo)).body.missing).toEqual([]);
    await service.app.close();
    const database = await openDatabase({ dataDir, url: postgres?.url });
    await sql`update uploads set touched_at = now() - interval '400 days'`.execute(database.db);
    await database.close();
    service = await openService({ ...options(), uploadLimits: { days: 30 } });
    // Only the version refers to this one; the other is a logo.
    expect([(await service.call(mine)).status, (await service.call(theirs)).status]).toEqual([200, 200]);
    expect((await service.call(unused)).status).toBe(404);
    expect(service.errors).toEqual([]);
  });
});

it('projects keep all versions for an hour, even from a device whose clock is days late', async () => {
  const dataDir = await temporaryFolder();
  const service = await openService({ workers: 0, dataDir });
  const own = newBrowser(service);
  await own.call('POST', '/account/sign-up', { email: 'late@example.org', password });
  const savedAt = new Date(Date.now() - 3 * 24 * 3600_000);
  const put = (text: string, condition: Record<string, string>, to = own) =>
    to.call('PUT', '/projects/late', { project: projectOf(text), savedAt, media: [] }, condition);
  let { revision } = (await put('0', { 'if-none-match': '*' })).body;
  for (const text of ['1', '2', '3']) revision = (await put(text, { 'if-match': `"${revision}"` })).body.revision;
  expect((await own.call('GET', '/projects/late/versions')).body.versions).toHaveLength(3);
  await service.app.close();
});

it('several projects are read as far as they fit into an answer, and the first one always', async () => {
  const projects = createProjects((await lendDatabase()).database);
  const owner = ownerOfAccount('a');
  const sizes = { huge: 9_000_000, large: 5_000_000, medium: 3_000_000, small: 1000 };
  for (const [id, size] of Object.entries(sizes)) {
    const project = { name: id, width: 64, height: 36, scene_count: 1, body: id, size, named: [] };
    await projects.save({ owner, id, project, savedAt: new Date(), media: [], picture: undefined }, 'none');
  }
  const read = async (...ids: string[]) => (await projects.findMany(owner, ids)).map(({ id }) => id).sort();
  expect(await read('huge', 'small')).toEqual(['huge']);
  expect(await read('large', 'medium', 'small')).toEqual(['large', 'medium']);
  expect(await read('missing', 'small')).toEqual(['small']);
});

it('everything stored counts, with thumbnails; a deleted project is purged only to make room', async () => {
  const database = await openDatabase({ dataDir: await temporaryFolder() });
  const projects = createProjects(database);
  const owner = ownerOfAccount('a');
  const keep = (id: string, size: number, pictured?: string) => {
    const project = { name: id, width: 64, height: 36, scene_count: 1, body: id, size, named: [] };
    return projects.save({ owner, id, project, savedAt: new Date(), media: [], picture: pictured }, 'none');
  };
  const isKept = { missing: [] };
  expect(await keep('large', PROJECT_LIMITS.storedBytes - 100_000)).toMatchObject(isKept);
  expect(await keep('pictured', 10, 'x'.repeat(150_000))).toBe('full');
  expect(await keep('small', 10_000)).toMatchObject(isKept);
  await projects.remove(owner, 'small', 'any');
  expect(await keep('more', 200_000)).toBe('full');
  expect(await projects.removed(owner)).toEqual(['small']);
  expect(await keep('fits', 95_000)).toMatchObject(isKept);
  expect(await projects.removed(owner)).toEqual([]);
  await database.close();
});

it('versions are thinned: all of an hour, one per hour, one per day, and conflicting ones at any age', () => {
  const hour = 3600_000;
  const now = 1000 * 24 * hour + hour / 2;
  const at = (revision: number, age: number, more = {}) => ({
    ...{ revision, keptAt: now - age, size: 10, isApart: false },
    ...more,
  });
  const versions = [
    at(9, 60_000),
    at(8, 120_000),
    at(7, 3 * hour),
    at(6, 3 * hour + 60_000),
    at(5, 3 * hour + 120_000, { isApart: true }),
    at(4, 30 * hour),
    at(3, 31 * hour),
    at(2, 400 * 24 * hour),
  ];
  expect(thinned(versions, now)).toEqual([6, 3]);
  expect(thinned(versions.toReversed(), now)).toEqual([3, 6]);
  const limits = { projects: 1, projectBytes: 1, versionBytes: 35, versions: 10, storedBytes: 1, picture: 1 };
  expect(thinned(versions, now, limits as never)).toEqual([7, 6, 4, 3, 2]);
  expect(thinned(versions, now, { ...limits, versions: 2 } as never)).toEqual([8, 7, 6, 4, 3, 2]);
});
