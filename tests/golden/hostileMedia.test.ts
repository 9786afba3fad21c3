import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { bundleTs } from '../../cli/build/runTs.mjs';
import { parseProject } from '../../engine/project/parse.ts';
import { bombsOf, jpegWithNotes, mp4PointingTo, pngOf } from '../support/hostileMedia.ts';
import { avifOf, bmpOf, id3, jpegWith, unreadFiles } from '../support/oddMedia.ts';
import { canTrace, type Reach, watchPrograms } from '../support/trace.ts';
import { type Trial, tryMedia } from '../support/tryMedia.ts';
import type { Cost } from '../support/tryMediaChild.ts';

const run = promisify(execFile);
const media = (name: string) => readFileSync(resolve('fixtures/media', name));
const temp = realpathSync(mkdtempSync(join(tmpdir(), 'cutroom-hostile-')));
const [work, outs] = [join(temp, 'tmp'), join(temp, 'outs')];
const before = { ...process.env };
/** A file that no render may read, and a server that no render may contact. */
const secret = join(temp, 'private', 'secret.mp4');
const hits: string[] = [];
const canary = createServer((request, answer) => {
  hits.push(request.url ?? '');
  answer.end();
});
let address = '';
let reached: () => Reach;

beforeAll(async () => {
  for (const folder of [work, outs, join(temp, 'private')]) mkdirSync(folder);
  copyFileSync(resolve('fixtures/media/odd.mp4'), secret);
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  process.env.TMPDIR = work;
  reached = watchPrograms(join(temp, 'programs'), [work, outs]);
});

afterAll(() => {
  for (const name of ['TMPDIR', 'FFMPEG_PATH', 'FFPROBE_PATH']) restore(name, before);
  canary.close();
  rmSync(temp, { recursive: true, force: true });
  if (!canTrace) console.log('strace is not there: what ffmpeg opens was not watched, only what comes out.');
});

type Make = () => Buffer | string;
const hls = (...lines: string[]) => ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST', ''].join('\n');
/** Only frames, without a tag before them. */
const mp3 = () => media('music.mp3').subarray(10_000, 40_000);
const half = (name: string) => media(name).subarray(0, media(name).length / 2);

const disguises: [name: string, make: Make][] = [
  ['list.mp4', () => `ffconcat version 1.0\nfile '${secret}'\n`],
  ['near.mp4', () => 'ffconcat version 1.0\nfile private/secret.mp4\n'],
  ['stream.mp4', () => hls('#EXTINF:2,', secret)],
  ['stream.m3u8', () => hls('#EXTINF:2,', `file://${secret}`, '#EXTINF:2,', `${address}/part.ts`)],
  ['far.m3u8', () => hls('#EXTINF:2,', `${address}/part.ts`)],
  ['dash.mpd', () => `<?xml version="1.0"?><MPD><Period><BaseURL>${address}/</BaseURL></Period></MPD>`],
  [
    'picture.svg',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="file://${secret}"/><image href="${address}/x.png"/></svg>`,
  ],
  ['picture.png', () => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file://${secret}">]><svg>&b;</svg>`],
  ['notes.png', () => 'These are words and no picture.\n'.repeat(100)],
  [
    'call.sdp',
    () =>
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${new URL(address).port} RTP/AVP 96\n`,
  ],
  ['pointing.mp4', () => mp4PointingTo(media('odd.mp4'), secret)],
  ['archive.mp4', () => Buffer.from('504b0304140000000800000000000000', 'hex')],
  ['document.gif', () => '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
  ['program.mp4', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(512)])],
  ['script.mp4', () => '#!/bin/sh\nexit 0\n'],
  [
    'head.mp4',
    () => Buffer.concat([media('odd.mp4').subarray(0, 32), Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`)]),
  ],
  [
    'head.mp3',
    () => Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.from(hls('#EXTINF:2,', secret))]),
  ],
  ['zeros.mp4', () => Buffer.alloc(100_000)],
  ['empty.mp4', () => ''],
  ['narrow.png', () => pngOf([0, 64], [64, 64])],
];

describe(`disguised files${canTrace ? '' : ' (not traced)'}`, () => {
  it.each(disguises)('are rejected: %s', async (name, make) => {
    const { outcome } = await trial(written(name, make()));
    expect(outcome).toBe('refused');
  });

  it('are rejected like a folder, a pipe without a writer and a missing file', async () => {
    const [folder, pipe] = [join(temp, 'folder.mp4'), join(temp, 'pipe.mp4')];
    mkdirSync(folder);
    execFileSync('mkfifo', [pipe]);
    for (const path of [folder, pipe, join(temp, 'nowhere.mp4')]) expect((await trial(path)).outcome).toBe('refused');
  });
});

it('detects an opened file and a network request in the control experiment', async () => {
  if (!canTrace) return;
  const read = (url: string) => run(process.env.FFMPEG_PATH ?? '', ['-v', 'error', '-i', url, '-f', 'null', '-']);
  await read(secret);
  await expect(read(`${address}/x.mp4`)).rejects.toThrow();
  const { files, network } = reached();
  expect(files).toContain(secret);
  expect(network.length).toBeGreaterThan(0);
  expect(hits).toContain('/x.mp4');
  hits.length = 0;
});

const broken: [name: string, make: Make, outcome: Trial['outcome']][] = [
  ['half.mp4', () => half('odd.mp4'), 'rendered'],
  ['half.webm', () => half('ribbons.webm'), 'rendered'],
  ['half.gif', () => half('dance.gif'), 'rendered'],
  ['half.jpg', () => half('forest.jpg'), 'rendered'],
  ['half.png', () => half('sticker.png'), 'rendered'],
  ['half.webp', () => half('pattern.webp'), 'rendered'],
  ['half.mp3', () => media('music.mp3').subarray(0, 40_000), 'rendered'],
  ['half.wav', () => half('speech.wav'), 'rendered'],
  ['start.mp4', () => media('odd.mp4').subarray(0, 1200), 'refused'],
  ['start.webm', () => media('ribbons.webm').subarray(0, 300), 'refused'],
  ['start.gif', () => media('dance.gif').subarray(0, 20), 'refused'],
  ['start.jpg', () => media('forest.jpg').subarray(0, 200), 'refused'],
  ['start.png', () => media('sticker.png').subarray(0, 40), 'refused'],
  ['notes.jpg', () => jpegWithNotes(media('forest.jpg'), 2_000_000), 'rendered'],
  ['app14.jpg', () => jpegWith(media('forest.jpg'), 'ffee0007f2a8416401'), 'rendered'],
  ['junk.jpg', () => jpegWith(media('forest.jpg'), '00112233', '445566'), 'rendered'],
  ['behind.jpg', () => Buffer.concat([media('forest.jpg'), Buffer.alloc(5000, 'junk')]), 'rendered'],
  ['zeros.mp3', () => Buffer.concat([Buffer.alloc(3000), mp3()]), 'rendered'],
  ['tags.mp3', () => Buffer.concat([id3(200), id3(20_000), mp3()]), 'rendered'],
  ['picture.avif', () => avifOf(), 'rendered'],
  ['picture.bmp', () => bmpOf([40, 24]), 'rendered'],
  ['half.bmp', () => bmpOf([40, 24]).subarray(0, 1200), 'rendered'],
  ['large.bmp', () => bmpOf([40, 24], [60_000, 60_000]), 'refused'],
  ['large.avif', () => avifOf(60_000), 'refused'],
  ['large.qoi', () => Buffer.from('716f69660000ea600000ea600300', 'hex'), 'refused'],
  ['large.ppm', () => Buffer.from('P6 60000 60000 255\n'), 'refused'],
  ['large.ico', () => Buffer.from('00000100010000000000010020000000000016000000', 'hex'), 'refused'],
  ['start.qoi', () => Buffer.from('716f69660000004000000040030000', 'hex'), 'refused'],
  ['start.flv', () => Buffer.from('464c5601050000000900000000', 'hex'), 'refused'],
  ['start.wma', () => Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), 'refused'],
  ['shorter.png', () => pngOf([64, 64], [64, 8]), 'rendered'],
  ['longer.png', () => pngOf([64, 8], [64, 64]), 'rendered'],
];

it('rejects an unsupported format by its name', async () => {
  for (const [name, bytes] of unreadFiles)
    await expect(probeFile(written('photo.jpg', bytes))).rejects.toThrow(
      `The file "photo.jpg" cannot be used: ${name} files are not supported.`,
    );
});

describe('damaged files', () => {
  it.each(broken)('are rendered as far as possible or rejected: %s', async (name, make, expected) => {
    const { outcome, sentence } = await trial(written(name, make()));
    expect(outcome, sentence).toBe(expected);
  });
});

it('rejects a video that cannot be decoded in a still too', async () => {
  const url = written('pointing.mp4', mp4PointingTo(media('odd.mp4'), secret));
  const project = parseProject({ isImage: true, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
  if (!project.ok) throw new Error(project.problems[0]?.message);
  await expect(
    renderProject(project.value, { out: join(newFolder(), 'out.png'), locate: async (path) => path }),
  ).rejects.toThrow('The file "pointing.mp4" cannot be used: it is damaged and cannot be decoded.');
  expect(reached()).toEqual({ files: canTrace ? [url] : [], network: [] });
});

it('distinguishes a missing ffmpeg from a damaged file', async () => {
  const watched = { ...process.env };
  for (const name of ['FFMPEG_PATH', 'FFPROBE_PATH']) process.env[name] = join(temp, 'none');
  await expect(probeFile(written('good.mp4', media('odd.mp4')))).rejects.toThrow(/^ffmpeg was not found/);
  for (const name of ['FFMPEG_PATH', 'FFPROBE_PATH']) restore(name, watched);
});

describe('file names', () => {
  it.each([
    // To a shell, a terminal, an image sequence and a filter.
    `it's "quoted" 🎈🏽 ünïcødé two\nlines\r\tand\x1b[31m red, picture-%03d a;b|c&&d\`e\`$(f) > g*?{a,b}`,
    '-i',
    'concat:a|b',
    ...(process.env.CUTROOM_LONG ? ['pipe:0', "[0:v],drawtext=text='x':y=\\"] : []),
  ])('have no special meaning: %j', async (name) => {
    // Names are passed to programs in one way, and images need no program. CUTROOM_LONG=1: all kinds.
    for (const type of process.env.CUTROOM_LONG ? ['sticker.png', 'odd.mp4', 'dance.gif', 'speech.wav'] : ['odd.mp4']) {
      const { outcome, sentence } = await trial(written(`${name}.${type.split('.')[1]}`, media(type)));
      expect(outcome, sentence).toBe('rendered');
    }
    expect((await trial(written(`${name}.mp4`, 'words'))).outcome).toBe('refused');
  });
});

describe('files that would exhaust the memory', () => {
  it('are rejected before decoding, in little time and memory, without ffmpeg', async () => {
    const bundle = await bundleTs('tests/support/tryMediaChild.ts');
    const env = { ...process.env, FFMPEG_PATH: join(temp, 'none'), FFPROBE_PATH: join(temp, 'none') };
    const bombs = bombsOf(media('forest.jpg'));
    const files = [written('usual.png', pngOf([64, 64])), ...bombs.map(([name, make]) => written(name, make()))];
    const { stdout } = await run(process.execPath, [bundle, newFolder(), ...files], { env });
    const [usual, ...trials] = JSON.parse(stdout) as [Trial & Cost, ...(Trial & Cost)[]];
    expect(usual).toMatchObject({ outcome: 'rendered', faults: [] });
    expect(trials).toHaveLength(bombs.length);
    for (const [i, [name]] of bombs.entries()) {
      const { outcome, faults, memory, cpu } = trials[i] as Trial & Cost;
      expect({ name, outcome, faults }).toEqual({ name, outcome: 'refused', faults: [] });
      expect(memory - usual.memory, name).toBeLessThan(300_000_000);
      expect(cpu, name).toBeLessThan(2);
    }
  });
});

function restore(name: string, from: NodeJS.ProcessEnv): void {
  if (from[name] === undefined) delete process.env[name];
  else process.env[name] = from[name];
}

let count = 0;

/** Writes a file into its own folder, so that no other file is next to it. */
function written(name: string, content: Buffer | string): string {
  count += 1;
  const folder = join(temp, `${count}`);
  mkdirSync(folder);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function newFolder(): string {
  return mkdtempSync(join(outs, 'out-'));
}

/** Renders a file and expects that nothing else is read, no server is contacted and no file remains. */
async function trial(file: string): Promise<Trial> {
  const tried = await tryMedia(file, join(newFolder(), 'out'), AbortSignal.timeout(30_000));
  expect(tried.faults, basename(file)).toEqual([]);
  const { files, network } = reached();
  expect(files.filter((path) => path !== file)).toEqual([]);
  expect(network).toEqual([]);
  expect(hits).toEqual([]);
  expect(readdirSync(work)).toEqual([]);
  return tried;
}
