import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { BusyError, createBodyReader, TooComplexError } from '../../api/bodies/bodyReader.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-bodies-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A thread program of the test's own, as the built one answers: the body says what to do. */
const program = join(folder, 'bodies.mjs');
writeFileSync(
  program,
  `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, args }) => {
    const text = Buffer.from(args[0]).toString();
    if (text === 'hang') for (;;);
    if (text === 'exit') process.exit(1);
    if (text === 'throw') parentPort.postMessage({ id, failure: 'Error: thrown' });
    else setTimeout(() => parentPort.postMessage({ id, value: text }), 20);
  });`,
);

const bytes = (text: string) => new TextEncoder().encode(text);

function open(options: { timeoutMs?: number } = {}) {
  const reader = createBodyReader(program, { inlineBytes: 0, ...options });
  onTestFinished(() => reader.close());
  return (client: string, text: string) => reader.read(client, 'kit', bytes(text)) as unknown as Promise<string>;
}

describe('large bodies', () => {
  it('are read by clients in turn, each client’s in the order of sending', async () => {
    const read = open();
    const done: string[] = [];
    const sent = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await Promise.all(sent.map(async (text) => done.push(await read(text[0] as string, text))));
    // The first one found nobody waiting.
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('that take too long end alone: the next ones are read by another thread', async () => {
    const read = open({ timeoutMs: 300 });
    const hung = read('a', 'hang');
    const next = read('b', 'fine');
    await expect(hung).rejects.toThrow(TooComplexError);
    expect(await next).toBe('fine');
  });

  it('whose thread dies fail, and so do those whose task throws; others go on', async () => {
    const read = open();
    await expect(read('a', 'exit')).rejects.toThrow(TooComplexError);
    await expect(read('a', 'throw')).rejects.toThrow('thrown');
    expect(await read('a', 'fine')).toBe('fine');
  });

  it('of one client are limited while they wait, and those of others are not', async () => {
    const read = open();
    const waiting = Array.from({ length: 9 }, (_, i) => read('a', `a${i}`));
    await expect(read('a', 'one more')).rejects.toThrow(BusyError);
    expect(await read('b', 'b')).toBe('b');
    await Promise.all(waiting);
  });

  it('are read as small ones are, which need no thread', async () => {
    const reader = createBodyReader(join(folder, 'not there.mjs'));
    expect(await reader.read('a', 'project', bytes('{"project": {}}'))).toMatchObject({
      ok: false,
      status: 422,
      problems: [{ pointer: '/scenes', code: 'required' }],
    });
    expect(await reader.read('a', 'project', bytes('['))).toMatchObject({ ok: false, status: 400 });
  });
});
