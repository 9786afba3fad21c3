import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBodyReader } from '../../../api/bodies/bodyReader.ts';
import { createTaskThreads } from '../../../api/system/taskThreads.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-bodies-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A thread program for the test that answers like the built one. The text of a task controls what happens. */
const program = join(folder, 'bodies.mjs');
writeFileSync(
  program,
  `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, args }) => {
    const [text] = args;
    if (text === 'hang') for (;;);
    if (text === 'exit') process.exit(1);
    if (text === 'throw') parentPort.postMessage({ id, failure: 'Error: thrown' });
    else setTimeout(() => parentPort.postMessage({ id, value: text }), 20);
  });`,
);

const bytes = (text: string) => new TextEncoder().encode(text);

function open({ timeoutMs = 10_000, threads = 1 } = {}) {
  const mostWaiting = { client: 8, all: 32 };
  const tasks = createTaskThreads<{ any: (text: string) => unknown }>({
    program,
    kind: 'bodies',
    threads,
    timeoutMs,
    heapMb: 64,
    mostWaiting,
  });
  onTestFinished(() => tasks.close());
  return (client: string, text: string, signal?: AbortSignal) => tasks.run(client, 'any', [text], signal);
}

describe('tasks in threads', () => {
  it('alternate between clients, in the order each client sent them', async () => {
    const read = open();
    const done: string[] = [];
    const sent = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await Promise.all(sent.map(async (text) => done.push((await read(text[0] as string, text)) as string)));
    // When the first one started, no other was waiting.
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('fail alone if they take too long; the next ones run in another thread', async () => {
    const read = open({ timeoutMs: 300 });
    const hung = read('a', 'hang');
    const next = read('b', 'fine');
    await expect(hung).rejects.toThrow('This takes too long to check. Please make it smaller.');
    expect(await next).toBe('fine');
  });

  it('fail if their thread dies or their work throws; others continue', async () => {
    const read = open();
    await expect(read('a', 'exit')).rejects.toThrow('This takes too long to check. Please make it smaller.');
    await expect(read('a', 'throw')).rejects.toThrow('thrown');
    expect(await read('a', 'fine')).toBe('fine');
  });

  it('have a limit per client while they wait', async () => {
    const read = open();
    const waiting = Array.from({ length: 8 }, (_, i) => read('a', `a${i}`));
    await expect(read('a', 'one more')).rejects.toThrow('Too many large requests are waiting.');
    expect(await read('b', 'b')).toBe('b');
    await Promise.all(waiting);
  });

  it('end when they are aborted, whether they wait or run', async () => {
    const run = open();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const hung = run('a', 'hang', running.signal);
    const next = run('a', 'fine', waiting.signal);
    const last = run('b', 'last');
    waiting.abort(new Error('No longer wanted.'));
    running.abort(new Error('Canceled.'));
    await expect(hung).rejects.toThrow('Canceled.');
    await expect(next).rejects.toThrow('No longer wanted.');
    expect(await last).toBe('last');
  });

  it('report a wrong path of the thread program', async () => {
    const options = { kind: 'bodies', threads: 1, timeoutMs: 10_000, heapMb: 64 } as const;
    const tasks = createTaskThreads({ program: join(folder, 'not there.mjs'), ...options });
    await expect(tasks.run('a', 'any', [])).rejects.toThrow('Cannot find module');
  });

  it('run in several threads at a time', async () => {
    const run = open({ threads: 2 });
    const hung = new AbortController();
    const first = run('a', 'hang', hung.signal);
    expect(await run('a', 'fine')).toBe('fine');
    hung.abort(new Error('Canceled.'));
    await expect(first).rejects.toThrow('Canceled.');
  });
});

describe('a small body', () => {
  it('is parsed without a thread', async () => {
    const reader = createBodyReader(join(folder, 'not there.mjs'));
    expect(await reader.read('a', 'project', bytes('{"project": {}}'))).toMatchObject({
      ok: false,
      status: 422,
      problems: [{ pointer: '/scenes', code: 'required' }],
    });
    expect(await reader.read('a', 'project', bytes('['))).toMatchObject({ ok: false, status: 400 });
  });
});
