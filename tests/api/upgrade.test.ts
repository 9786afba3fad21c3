import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/db/database.ts';
import { QUEUE_SCHEMA } from '../../api/jobs/queue.ts';
import { newBrowser } from './support/browser.ts';
import { temporaryFolder } from './support/files.ts';
import { openService } from './support/service.ts';

/** What services of earlier releases had stored, a file a release; none is ever changed. */
const stored = path.join(import.meta.dirname, 'stored');

it.each(await readdir(stored))('what was stored in %s is there with this release', async (name) => {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await mkdir(dataDir);
  const before = await PGlite.create(path.join(dataDir, 'db'));
  await before.exec(await readFile(path.join(stored, name), 'utf8'));
  await before.close();
  const service = await openService({ dataDir, workers: 0, uploadLimits: { days: 0, hours: 0 } });
  const own = newBrowser(service);
  const person = { email: 'ada@example.org', password: 'correct horse battery' };
  expect((await own.call('POST', '/account/sign-in', person)).status).toBe(200);
  expect((await own.call('GET', '/me')).body.user).toMatchObject({ email: person.email, name: 'Ada' });
  const textOf = (body: { project: { scenes: { layers: { text: string }[] }[] } }) =>
    body.project.scenes[0]?.layers[0]?.text;
  const { body, headers } = await own.call('GET', '/projects/one');
  expect(textOf(body)).toBe('kept');
  const { versions } = (await own.call('GET', '/projects/one/versions')).body;
  expect(versions).toHaveLength(1);
  expect(textOf((await own.call('GET', `/projects/one/versions/${versions[0].revision}`)).body)).toBe('before');
  const [video, ...others] = (await own.call('GET', '/videos')).body.videos;
  expect([video.status, others]).toEqual(['queued', []]);
  // And it goes on from there.
  const more = { project: body.project, savedAt: new Date(), media: [], picture: undefined };
  more.project.name = 'More';
  const saved = await own.call('PUT', '/projects/one', more, { 'if-match': headers.get('etag') ?? '' });
  expect(saved.status).toBe(200);
  expect((await own.call('POST', '/videos/triggerLambda', { _id: video._id })).status).toBe(200);
  expect(service.errors).toEqual([]);
  await service.app.close();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const jobs = await sql`select j.state from videos v join ${sql.table(`${QUEUE_SCHEMA}.job`)} j on j.id = v.job_id`;
  expect((await jobs.execute(database.db)).rows).toEqual([{ state: 'created' }]);
});

it('a database of a later release is refused in words, and left as it is', async () => {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ dataDir });
  await sql`insert into kysely_migration (name, timestamp) values ('999_of_tomorrow', 'now')`.execute(database.db);
  await database.close();
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    'The database is of a later release of Cutroom. Start that release, or restore a backup that this one made.',
  );
});
