import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/db/database.ts';
import { createStore } from '../../api/jobs/jobStore.ts';
import { openQueue } from '../../api/jobs/queue.ts';
import { textBody } from '../api/support/projects.ts';
import { openService } from '../api/support/service.ts';
import { called, start, tempFolder, until, write } from './command.ts';

it('submit and status say that a video is in its second attempt, waiting and rendering', async () => {
  const cwd = tempFolder();
  const dataDir = join(cwd, 'data');
  write(join(cwd, 'card.json'), textBody('again', 0.2));
  const first = await openService({ dataDir, workers: 0 });
  const server = ['--server', first.origin];
  const { stdout } = await called(['submit', 'card.json', ...server, '--no-wait'], { cwd });
  const id = stdout.trim();
  const plain = await called(['status', id, ...server], { cwd });
  expect(plain.stdout).toBe(`${id}: queued\n`);
  await first.app.close();
  await crash(dataDir, id);

  const port = Number(new URL(first.origin).port);
  const idle = await openService({ dataDir, workers: 0, port });
  const again = await called(['status', id, ...server], { cwd });
  expect(again.stdout).toBe(`${id}: queued (second attempt)\n`);
  const { child, ended } = await start(['submit', 'card.json', ...server], { cwd });
  let told = '';
  child.stderr?.on('data', (text: Buffer) => {
    told += text.toString();
  });
  await until(() => told.includes('Second attempt: waiting'), 'submit says that the second attempt waits');
  await idle.app.close();
  const working = await openService({ dataDir, workers: 1, port });
  onTestFinished(() => working.app.close());
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  // A short render may end before the next poll sees it running.
  expect(stderr).toContain('card.json: Second attempt: ');
});

/** The process that works on a video ends. */
async function crash(dataDir: string, id: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  const queue = await openQueue(database, () => undefined);
  const store = createStore(database, queue);
  const row = await store.get(id);
  await store.claim(id, row?.job_id ?? '', 'w');
  const claimed = await store.get(id);
  if (claimed) await store.requeue(claimed, 'crashed');
  await queue.stop();
  await database.close();
}
