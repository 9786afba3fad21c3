import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptionRecord } from '../../../api/contract/transcription.ts';
import { createTranscriptionClient, type TranscriptionClient } from '../../../api/contract/transcriptionClient.ts';
import { createDice } from '../../property/dice.ts';
import { makeFile } from '../../support/renderLab.ts';
import { hearsSpeech, type SpeechService, startSpeechService } from '../../support/speechService.ts';
import { toneWav } from '../../support/toneWav.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { temporaryFolder } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { clientOf, memorySession, startService, type TestService, until, upload } from '../support/service.ts';

const samples = path.resolve('fixtures');
const speech = path.join(samples, 'media/speech.wav');

let service: TestService;
let remote: SpeechService;
let site: Website;
let folder: string;
const session = memorySession();
let client: TranscriptionClient;

const clientAt = (origin: string, by = session) => createTranscriptionClient({ baseUrl: origin, session: by });

beforeAll(async () => {
  folder = await temporaryFolder();
  [remote, site] = await Promise.all([startSpeechService(), startWebsite()]);
  const links = { hosts: [site.host] };
  const settings = { remote: { url: remote.url, key: 'sk-1', model: 'tiny' } };
  service = await startService({ workers: 1, samplesDir: samples, links, speech: settings });
  client = clientAt(service.origin);
});

afterAll(async () => void (await Promise.all([remote.close(), site.close()])));

/** Polls until it is done or failed. */
const ended = (id: string, at = client) =>
  until(async () => {
    const record = await at.getTranscription(id);
    return (!record.success || record.response.done) && record;
  });

const textOf = ({ response }: TranscriptionRecord) => response.subtitles.map(({ text }) => text).join(' ');

/** A program in place of PocketSphinx. */
async function program(name: string, script: string): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place);
  const file = path.join(place, 'pocketsphinx_continuous');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe.skipIf(!hearsSpeech)('PocketSphinx', () => {
  /** A service without a speech service. */
  let own: TestService;
  let at: TranscriptionClient;
  beforeAll(async () => {
    own = await startService({ workers: 1, samplesDir: samples });
    at = clientAt(own.origin);
  });

  it('recognizes the sample offline, with real progress steps and word times', async () => {
    expect(await at.speech()).toMatchObject({ engine: 'PocketSphinx', hint: expect.stringContaining('English only') });
    const { url } = await upload(clientOf(own.origin, session), speech, 'audio/wav');
    const id = await at.createTranscription({ sourceVideo: url });
    // Repeated requests share one transcription.
    expect(await at.createTranscription({ sourceVideo: { url } })).toBe(id);
    const seen: string[] = [];
    const record = await until(async () => {
      const now = await at.getTranscription(id);
      const { downloaded, extracted, conformed, done } = now.response.progress;
      seen.push([downloaded, extracted, conformed, done].map(Number).join(''));
      return now.response.done && now;
    });
    expect(seen).toEqual([...seen].sort());
    expect(record).toMatchObject({ success: true, response: { progress: { speech: 1, done: true } } });
    expect(textOf(record).replaceAll('\n', ' ')).toContain('make something that people want to watch');
    const { subtitles } = record.response;
    const words = subtitles.flatMap((cue) => cue.words ?? []);
    expect(words.map(({ text }) => text).join(' ')).toBe(textOf(record).replaceAll('\n', ' '));
    const times = words.flatMap(({ startTime, endTime }) => [startTime, endTime]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(words.at(-1)?.text).toBe('watch');
    expect(words.at(-1)?.endTime).toBeCloseTo(6.5, 0);
    for (const cue of subtitles) for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(42);
    await expect(at.createTranscription({ sourceVideo: url, languageCode: 'de-DE' })).rejects.toMatchObject({
      status: 422,
      message: 'PocketSphinx cannot recognize German (Germany) (de-DE). It recognizes English.',
    });
    expect(own.errors).toEqual([]);
  });

  it('hears all of the speech of a project, at its times', async () => {
    const { url } = await upload(clientOf(own.origin, session), speech, 'audio/wav');
    const said = (id: string, rest: object) => ({ id, type: 'audio', url, ...rest });
    const project = {
      scenes: [
        { id: 'a', duration: 3, layers: [{ id: 't', type: 'text' }] },
        { id: 'b', duration: 8, layers: [said('voice', { from: 1 }), said('music', { ducking: {} })] },
      ],
      layers: [said('lead', { anchor: 'b', from: -2.5, to: 1 })],
    };
    const id = await at.createTranscription({ project });
    expect(await at.createTranscription({ project })).toBe(id);
    const record = await ended(id, at);
    expect(record).toMatchObject({ success: true, response: { progress: { downloaded: true, speech: 1 } } });
    const words = record.response.subtitles.flatMap((cue) => cue.words ?? []);
    const [first, second] = words.filter(({ text }) => /^welcome/i.test(text));
    expect(first?.startTime).toBeLessThan(1.5);
    // From −2.5 s of its scene to 1 s of it.
    expect((second?.startTime ?? 0) - (first?.startTime ?? 0)).toBeCloseTo(3.5, 0);
    expect(words.at(-1)?.endTime).toBeCloseTo(10.5, 0);
    expect(own.errors).toEqual([]);
  });

  it('rejects a project without audio, with an unknown file or with problems', async () => {
    const bodies = [
      [{ project: { scenes: [{ id: 'a', duration: 2 }] } }, 'This file has no audio.'],
      [{ project: { scenes: [] } }, ''],
      [{ project: { scenes: [{ id: 'a', layers: [{ id: 'v', type: 'audio', url: '/api/v1/uploads/none' }] }] } }, ''],
    ] as const;
    for (const [body, message] of bodies) {
      const failed = client.createTranscription(body as never);
      await expect(failed).rejects.toMatchObject({ status: 422, message: expect.stringContaining(message) });
    }
    const both = client.createTranscription({ sourceVideo: '/a.mp4', project: {} });
    await expect(both).rejects.toMatchObject({ status: 400, message: expect.stringContaining('either sourceVideo') });
  });

  it('continues after the server was killed in the middle', async () => {
    const slow = await program('slow', 'sleep 1; echo people; echo "people 0.5 1.0 1.0"');
    const dataDir = path.join(folder, 'killed');
    const first = await spawnServer(dataDir, { speech: { pocketSphinx: slow } });
    const origin = await first.ready;
    const { url } = await upload(clientOf(origin, session), speech, 'audio/wav');
    const id = await clientAt(origin).createTranscription({ sourceVideo: url });
    await until(async () => (await clientAt(origin).getTranscription(id)).response.progress.conformed);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await spawnServer(dataDir, { speech: { pocketSphinx: slow } });
    const record = await ended(id, clientAt(await second.ready));
    expect(textOf(record)).toContain('people');
    second.child.kill('SIGTERM');
    await second.ended;
    expect(await readdir(path.join(dataDir, 'work'))).toEqual([]);
  });

  it('does not break the service if it hangs, fails or prints garbage', async () => {
    const script = path.join(folder, 'script');
    const pocketSphinx = await program('odd', `. ${script}`);
    const own = await startService({ workers: 1, samplesDir: samples, speech: { pocketSphinx } });
    const at = clientAt(own.origin);
    for (const [text, code] of [
      ['sleep 600', 'cancelled'],
      ['echo no >&2; exit 3', 'unavailable'],
      ['head -c 2000000 /dev/urandom; echo "x 1.0 2.0 1.0"', undefined],
    ] as const) {
      await writeFile(script, text);
      const id = await at.createTranscription({ sourceVideo: '/samples/media/speech.wav' });
      if (code === 'cancelled') {
        await until(async () => (await at.getTranscription(id)).response.progress.conformed);
        expect((await at.cancelTranscription(id)).error?.code).toBe('cancelled');
      }
      const record = await ended(id, at);
      expect(record.error?.code, text).toBe(code);
      if (code === 'unavailable') expect(record.error?.message).toBe('Failed to transcribe, please try again later');
      await until(async () => (await readdir(path.join(own.dataDir, 'work'))).length === 0);
      expect(own.errors.splice(0).length, text).toBe(code === 'unavailable' ? 1 : 0);
    }
  });
});

describe('a configured speech service', () => {
  it.skipIf(!hearsSpeech)('receives language and model, and returns words with punctuation', async () => {
    const { engine, languageCodes } = await client.speech();
    expect([engine, languageCodes.includes('de-DE'), languageCodes.includes('zu-ZA')]).toEqual(['tiny', true, false]);
    const body = { sourceVideo: '/samples/media/speech.wav', languageCode: 'nb-NO' as const };
    const record = await ended(await client.createTranscription(body));
    expect(textOf(record)).toMatch(/want to watch\.$/);
    expect(record.response.subtitles.at(-1)?.words?.at(-1)?.text).toBe('watch.');
    expect(remote.asked.at(-1)).toEqual({
      ...{ authorization: ['Bearer sk-1'], model: ['tiny'], language: ['no'], response_format: ['verbose_json'] },
      'timestamp_granularities[]': ['word', 'segment'],
    });
  });

  it('fails the transcription with a clear message if it returns an error page or too much data', async () => {
    const words = Array.from({ length: 6001 }, () => ({ word: 'x', start: 0, end: 1 }));
    const lie = JSON.stringify({ words });
    const bodies = ['<html>Bad gateway</html>', '{"words":[{"word":7}]}', lie, 'x'.repeat(9_000_000)];
    for (const body of bodies) {
      remote.next((reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(body));
      const id = await client.createTranscription({ sourceVideo: '/samples/media/speech.wav' });
      expect((await ended(id)).error).toEqual({
        code: 'unavailable',
        message: 'Failed to transcribe, please try again later',
      });
    }
    const said = service.errors.splice(0).map((line) => /could not recognize speech: \w+: (.*)/.exec(line)?.[1]);
    expect(said).toEqual([
      'The answer of the speech service is not JSON.',
      ...Array.from({ length: 2 }, () => 'The answer of the speech service has an unknown form.'),
      'The answer of the speech service is too large.',
    ]);
  });

  it('may return only text, which is spread over the duration without characters that databases cannot store', async () => {
    remote.next((reply) => reply.end(JSON.stringify({ text: 'Hello\0, world \ud83d.' })));
    const record = await ended(await client.createTranscription({ sourceVideo: '/samples/media/speech.wav' }));
    expect(textOf(record)).toBe('Hello, world \ufffd.');
    expect(record.response.subtitles[0]?.words?.length).toBe(3);
  });

  it('is asked again after a short overload', async () => {
    remote.next((reply) => reply.writeHead(503, { 'retry-after': '0' }).end());
    remote.next((reply) => reply.socket?.destroy());
    remote.next((reply) => reply.end(JSON.stringify({ text: 'People want to watch.' })));
    const id = await client.createTranscription({ sourceVideo: '/samples/media/speech.wav' });
    expect(textOf(await ended(id))).toContain('watch.');
    expect(service.errors).toEqual([]);
  });

  it('is disconnected when the transcription is canceled', async () => {
    let state = 'none';
    remote.next((reply) => {
      state = 'asked';
      reply.on('close', () => {
        state = 'left';
      });
    });
    const id = await client.createTranscription({ sourceVideo: '/samples/media/speech.wav' });
    await until(() => state === 'asked');
    await client.cancelTranscription(id);
    await until(() => state === 'left');
    await until(async () => (await readdir(path.join(service.dataDir, 'work'))).length === 0);
  });
});

describe('a transcription', () => {
  it('of silence has no subtitles and sends no request', async () => {
    const before = remote.asked.length;
    site.file('/silence.wav', toneWav([0], 3), 'audio/wav');
    const record = await ended(await client.createTranscription({ sourceVideo: `${site.origin}/silence.wav` }));
    expect(record).toMatchObject({ success: true, response: { done: true, subtitles: [] } });
    expect(remote.asked.length).toBe(before);
  });

  it('of a very long URL, or one with a zero character, is accepted', async () => {
    const dice = createDice(7);
    const signs = Array.from({ length: 1900 }, () => String.fromCodePoint(0x4e00 + Math.floor(dice.random() * 20_000)));
    const long = `${site.origin}/${signs.join('')}`;
    for (const sourceVideo of [`${site.origin}/\0`, long]) {
      const id = await client.createTranscription({ sourceVideo });
      expect((await ended(id)).error).toMatchObject({ code: 'link' });
    }
  });

  it('of a file with several audio tracks hears the chosen one', async () => {
    const film = makeFile(
      path.join(folder, 'film.mkv'),
      ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:d=2', '-f', 'lavfi', '-i', 'sine=300:d=2:r=48000'],
      ...['-map', '0', '-map', '1', '-c:a', 'aac', '-f', 'mp4'],
    );
    const { url } = await upload(clientOf(service.origin, session), film, 'video/mp4');
    const before = remote.asked.length;
    const silent = await ended(await client.createTranscription({ sourceVideo: url, audioTrack: 1 }));
    expect([textOf(silent), remote.asked.length]).toEqual(['', before]);
    remote.next((reply) => reply.end(JSON.stringify({ text: 'A tone.' })));
    expect(textOf(await ended(await client.createTranscription({ sourceVideo: url, audioTrack: 2 })))).toBe('A tone.');
    await expect(client.createTranscription({ sourceVideo: url, audioTrack: 3 })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('has 2 audio tracks. Choose one from 1 to 2.'),
    });
  });

  it('that two requesters share is canceled when both cancel it', async () => {
    const gone: string[] = [];
    remote.next((reply) => reply.on('close', () => gone.push('left')));
    const sourceVideo = '/samples/media/speech.wav';
    const id = await client.createTranscription({ sourceVideo });
    expect(await client.createTranscription({ sourceVideo })).toBe(id);
    expect(await client.cancelTranscription(id)).toMatchObject({ success: true });
    expect(gone).toEqual([]);
    expect((await client.cancelTranscription(id)).error?.code).toBe('cancelled');
    expect((await client.cancelTranscription(id)).error?.code).toBe('cancelled');
  });

  it('of a finished video also accepts its full URL', async () => {
    const body = { scenes: [{ id: 's', duration: 0.2 }], width: 16, height: 16, quality: 'fast' as const };
    const maker = service.client();
    const { _id } = await maker.createVideo(body);
    await until(async () => (await maker.getVideo(_id)).status === 'done');
    const url = `${service.origin}/api/v1/videos/${_id}/file`;
    await expect(client.createTranscription({ sourceVideo: url })).rejects.toThrow('This file has no audio.');
    const layers = [{ id: 'v', type: 'video' as const, url }];
    const made = await maker.createVideo({ ...body, scenes: [{ id: 's', layers }] });
    expect(await until(async () => (await maker.getVideo(made._id)).status === 'done')).toBe(true);
  });

  it('of a dead link reports that', async () => {
    const id = await client.createTranscription({ sourceVideo: `${site.origin}/nothing` });
    expect((await ended(id)).error).toMatchObject({ code: 'link' });
    const inside = await client.createTranscription({ sourceVideo: 'http://127.0.0.1:1/a.mp4' });
    expect((await ended(inside)).error).toMatchObject({ code: 'link' });
  });

  it('is private, and requires a file with audio', async () => {
    const id = await client.createTranscription({ sourceVideo: '/samples/media/mountains.mp4' });
    const other = clientAt(service.origin, memorySession('a'.repeat(22)));
    for (const call of [
      () => other.getTranscription(id),
      () => other.cancelTranscription(id),
      () => client.getTranscription('x'),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 });
    await client.cancelTranscription(id);
    const post = async (body: unknown) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await service.call('/api/v1/transcriptions', init);
      return `${answer.status} ${((await answer.json()) as { error?: { message: string } }).error?.message}`;
    };
    const sourceVideo = '/samples/media/speech.wav';
    expect(await post({ sourceVideo: '/samples/media/ocean.mp4' })).toBe('422 This file has no audio.');
    expect(await post({ sourceVideo: '/samples/media/lake.jpg' })).toBe('422 This file has no audio.');
    for (const [body, status] of [
      [{ sourceVideo: '/etc/passwd' }, 422],
      [{ sourceVideo: 'file:///etc/passwd' }, 422],
      [{ sourceVideo: '/samples/media/../../package.json' }, 422],
      [{ sourceVideo, languageCode: 'zu-ZA' }, 422],
      [{ sourceVideo, languageCode: 'xx-XX' }, 400],
      [{ sourceVideo, languageCode: 'en-US; rm -rf /' }, 400],
      [{ sourceVideo, languageCode: '--hmm' }, 400],
      [{ sourceVideo, languageCode: ['en-US'] }, 400],
      [{ sourceVideo, languageCode: '__proto__' }, 400],
      [{ sourceVideo: '' }, 400],
      [{}, 400],
    ] as const)
      expect([body, Number((await post(body)).slice(0, 3))]).toEqual([body, status]);
  });

  it('is rejected without a speech engine, with a message for users and a hint for the operator', async () => {
    const none = await startService({ workers: 0, samplesDir: samples, speech: { pocketSphinx: '/nowhere' } });
    const at = clientAt(none.origin);
    expect(await at.speech()).toMatchObject({
      engine: null,
      languageCodes: [],
      hint: expect.stringContaining('install'),
    });
    await expect(at.createTranscription({ sourceVideo: '/samples/media/speech.wav' })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('pocketsphinx-en-us'),
    });
  });
});
