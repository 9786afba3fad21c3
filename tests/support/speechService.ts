import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordsIn } from '../../api/speech/pocketSphinx.ts';

/** Whether PocketSphinx and its model are installed; otherwise recognition is not tested. */
export const hearsSpeech =
  spawnSync('pocketsphinx_continuous', ['-infile', '/dev/null', '-logfn', '/dev/null']).status === 0;

/** Text of the speech sample. */
export const spoken =
  'Welcome to Cutroom. Bring your clips, your pictures and your words, and make something that people want to watch.';

/** A service with OpenAI's transcription API, backed by PocketSphinx. */
export interface SpeechService {
  url: string;
  /** Fields of every request, and its Authorization header. */
  asked: Record<string, string[]>[];
  /** Replaces the next response. */
  next(answer: (reply: ServerResponse, request: IncomingMessage) => void): void;
  close(): Promise<void>;
}

/** Starts the service on a free port. */
export async function startSpeechService(): Promise<SpeechService> {
  const asked: SpeechService['asked'] = [];
  const instead: ((reply: ServerResponse, request: IncomingMessage) => void)[] = [];
  const server = createServer(async (request, reply) => {
    const other = instead.shift();
    if (other) {
      // Unread data would hide that the client disconnected.
      request.resume();
      return other(reply, request);
    }
    const form = await formOf(request);
    const fields: Record<string, string[]> = { authorization: [request.headers.authorization ?? ''] };
    for (const key of new Set(form.keys())) if (key !== 'file') fields[key] = form.getAll(key).map(String);
    asked.push(fields);
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(await transcribe(form.get('file') as Blob)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    next: (answer) => void instead.push(answer),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(chunks), { headers }).formData();
}

/** Returns a response in the "verbose_json" format: words without punctuation, the text with it. */
async function transcribe(file: Blob) {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-heard-'));
  try {
    const wav = join(folder, 'a.wav');
    await writeFile(wav, Buffer.from(await file.arrayBuffer()));
    const args = ['-infile', wav, '-time', 'yes', '-logfn', '/dev/null'];
    const words = wordsIn(spawnSync('pocketsphinx_continuous', args).stdout.toString());
    return {
      ...{ task: 'transcribe', language: 'english', text: `${words.map(({ text }) => text).join(' ')}.` },
      words: words.map(({ text, startTime, endTime }) => ({ word: text, start: startTime, end: endTime })),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
