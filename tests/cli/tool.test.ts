import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATTING_DROPPED } from '../../engine/edit/cueFile.ts';
import { ENCODING_GUESSED } from '../../engine/edit/decodeText.ts';
import { messages } from '../../engine/project/messages.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { makeLongVideo, toolCatalogue } from '../support/toolCatalogue.ts';
import { called, cutroom, start, tempFolder, write } from './command.ts';
import { makeClip, makeGif, makePicture, probe } from './media.ts';

const cwd = tempFolder();
makeClip(cwd);
makePicture(cwd);
makeGif(cwd);

/** The help of all tools is tested in readme.test.ts. CUTROOM_LONG=1 also calls each of them. */
const toldOfHere = process.env.CUTROOM_LONG ? tools : tools.filter((_, index) => index % 5 === 0);

describe('the list of tools', () => {
  it('has every tool with its summary', async () => {
    const { code, stdout } = await called(['tool', '--list'], { cwd });
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual(tools.map(({ id, summary }) => [id, summary]));
  });

  it('has the fields of every tool as JSON', async () => {
    const { stdout } = await called(['tool', '--list', '--json'], { cwd });
    const listed = JSON.parse(stdout);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(tools.map(({ id }) => id));
    expect(listed.find(({ id }: { id: string }) => id === 'loop')).toMatchObject({
      route: '/loop-video',
      settings: { properties: { numLoops: { default: 2 } } },
    });
  });

  it.each(toldOfHere.map((tool) => [tool.id, tool] as const))(
    '%s --help has a flag for every field',
    async (id, tool) => {
      const { stdout } = await called(['tool', id, '--help'], { cwd });
      for (const { flag } of fieldsOf(tool.settings)) expect(stdout).toContain(`--${flag}`);
    },
  );
});

describe('running a tool', () => {
  it('trims a video', async () => {
    const args = ['tool', 'trim', '--source', 'clip.mp4', '--start-time', '0.5', '--end-time', '2', '--out', 'cut.mp4'];
    expect(await cutroom(args, { cwd })).toMatchObject({ code: 0, stdout: 'cut.mp4\n' });
    expect(probe(join(cwd, 'cut.mp4'))).toMatchObject({ width: 160, height: 120, duration: expect.closeTo(1.5, 1) });
  });

  it('reads files with a colon in their name', async () => {
    for (const name of ['rec-12:30.mp4', 'Interview:final.mp4']) {
      copyFileSync(join(cwd, 'clip.mp4'), join(cwd, name));
      const trimmed = await called(['tool', 'trim', name, '--end-time', '1', '--project'], { cwd });
      expect(trimmed).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(trimmed.stdout).scenes[0].layers[0].url).toBe(name);
      expect(await called(['tool', 'montage', name, '--project'], { cwd })).toMatchObject({ code: 0 });
    }
  });

  it('burns subtitles in, or writes them to a separate file', async () => {
    write(join(cwd, 'said.srt'), '1\n00:00:00,250 --> 00:00:01,500\n<i>Hello</i> you\n');
    const run = (...args: string[]) => called(['tool', 'subtitles', 'clip.mp4', ...args], { cwd });
    const burnt = await run('--srt', 'said.srt', '--out', 'said.mp4');
    expect(burnt).toMatchObject({ code: 0, stdout: 'said.mp4\n' });
    expect(burnt.stderr).toContain(`said.srt: ${FORMATTING_DROPPED}`);
    const cues = [{ id: 'c1', text: 'Hello you', startTime: 0.25, endTime: 1.5 }];
    const { stdout } = await run('--srt', 'said.srt', '--project');
    // 18 px on a frame 320 wide, scaled to a video 160 wide.
    expect(JSON.parse(stdout).scenes[0].layers[0]).toMatchObject({ type: 'subtitles', fontSize: '9px', cues });
    expect((await run('--srt', 'said.srt', '--out', 'said.vtt')).code).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
    expect(readFileSync(join(cwd, 'said.vtt'), 'utf8')).toBe('WEBVTT\n\n1\n00:00:00.250 --> 00:00:01.500\nHello you\n');
    expect((await run('--srt', 'said.srt', '--out', 'said.srt')).stderr).toContain('"said.srt" would overwrite');
    expect((await run()).stderr).toContain(messages.subtitlesMissing);
    const cut = ['--settings', JSON.stringify({ removedSpans: [{ startTime: 0.5, endTime: 1 }] })];
    expect((await run('--srt', 'said.srt', ...cut, '--out', 'cut.srt')).code).toBe(0);
    expect(readFileSync(join(cwd, 'cut.srt'), 'utf8')).toBe('1\n00:00:00,250 --> 00:00:01,000\nHello you\n');
    write(join(cwd, 'mixed.ass'), '[Script Info]\n[Events]\nDialogue: 0,0:00:00.25,0:00:01.50,,,0,0,0,,Hello\\Nyou\n');
    write(join(cwd, 'bad.srt'), '00:00:01,000 --> 00:00:01,000\nA\n\n00:00:01,000 --> 00:00:02,000\nB\n');
    write(join(cwd, 'frames.sub'), '{0}{10}A\n');
    const read = async (file: string) => {
      const { stdout, stderr } = await run('--srt', file, '--project');
      return [JSON.parse(stdout).scenes[0].layers[0].cues, stderr];
    };
    expect((await read('mixed.ass'))[0]).toMatchObject([{ text: 'Hello\nyou', startTime: 0.25, endTime: 1.5 }]);
    const [left, note] = await read('bad.srt');
    expect([left, note]).toMatchObject([[{ text: 'B' }], expect.stringContaining('bad.srt: line 1 is skipped.')]);
    expect(await read('frames.sub')).toMatchObject([[{ startTime: 0, endTime: 0.333 }], '']);
    writeFileSync(join(cwd, 'west.srt'), Buffer.from('1\n00:00:00,250 --> 00:00:01,500\nCaf\u00e9\n', 'latin1'));
    const west = await run('--srt', 'west.srt', '--project');
    expect([JSON.parse(west.stdout).scenes[0].layers[0].cues[0].text, west.stderr]).toEqual([
      'Caf\u00e9',
      `west.srt: ${ENCODING_GUESSED}\n`,
    ]);
    write(join(cwd, 'bad.srt'), '\n00:00:02,000 --> 00:00:01,000\nBack\n');
    expect((await run('--srt', 'bad.srt')).stderr).toContain(`bad.srt, line 2: ${messages.cueOrder}`);
  });

  it('cuts silences from a video and its subtitles', async () => {
    makeClip(cwd, 'pauses.mp4', 4, "volume='if(between(t,1,3),0,1)':eval=frame");
    write(join(cwd, 'pauses.srt'), '1\n00:00:00,500 --> 00:00:01,000\nOne\n\n2\n00:00:03,250 --> 00:00:04,000\nTwo\n');
    const run = (out: string) =>
      called(['tool', 'subtitles', 'pauses.mp4', '--srt', 'pauses.srt', '--remove-silences', '--out', out], { cwd });
    expect(await run('spoken.mp4')).toMatchObject({ code: 0 });
    // A tenth of a second of silence stays at each end; peaks are a hundredth of a second long.
    expect(probe(join(cwd, 'spoken.mp4')).duration).toBeCloseTo(2.2, 1);
    expect(await run('spoken.srt')).toMatchObject({ code: 0 });
    const cues = readFileSync(join(cwd, 'spoken.srt'), 'utf8');
    expect(cues).toMatch(/^1\n00:00:00,500 --> 00:00:01,000\nOne\n\n2\n00:00:01,4\d\d --> 00:00:02,[12]\d\d\nTwo\n$/);
  });

  it('loops a video, and a GIF as a GIF', async () => {
    expect(await called(['tool', 'loop', '--source', 'moving.gif', '--num-loops', '3'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'moving-loop.gif\n',
    });
    expect(probe(join(cwd, 'moving-loop.gif'))).toMatchObject({ codec: 'gif', duration: expect.closeTo(6, 0) });
    const set = ['tool', 'loop', '--source', 'clip.mp4', '--set-duration', '4.5', '--out', 'loop.mp4'];
    expect((await called(set, { cwd })).code).toBe(0);
    expect(probe(join(cwd, 'loop.mp4')).duration).toBeCloseTo(4.5, 1);
  });

  it('creates memes from images, GIFs and videos', async () => {
    const words = ['--top-text', 'one line', '--bottom-text', 'another'];
    const make = (source: string) => called(['tool', 'meme', '--source', source, ...words, '--json'], { cwd });
    const outputs = [];
    for (const source of ['picture.png', 'moving.gif', 'clip.mp4'])
      outputs.push(JSON.parse((await make(source)).stdout).outputs[0]);
    expect(outputs.map(({ mime }) => mime)).toEqual(['image/png', 'image/gif', 'video/mp4']);
    for (const { width, height } of outputs) expect(height).toBeGreaterThan((width * 120) / 160);
  });

  it('joins files, extracts a still and trims audio', async () => {
    // The canvas is large, so every second of video is expensive.
    makeGif(cwd, 'brief.gif', 0.5);
    const clips = ['--clip', 'picture.png#t=0.5', '--clip', 'clip.mp4#t=0,1', '--clip', 'brief.gif'];
    const made = [
      ['montage', ...clips, '--out', 'joined.mp4'],
      ['convert', '--source', 'clip.mp4', '--convert-option', 'jpeg', '--jpeg-timestamp', '1', '--out', 'still.jpg'],
    ];
    for (const args of made) expect(await called(['tool', ...args], { cwd }), args[0]).toMatchObject({ code: 0 });
    expect(probe(join(cwd, 'joined.mp4'))).toMatchObject({ width: 1280, duration: expect.closeTo(2, 1) });
    expect(probe(join(cwd, 'still.jpg'))).toMatchObject({ width: 160, codec: 'mjpeg' });
    const cut = ['tool', 'audio-trim', '--source', 'clip.mp4', '--audio-trim-end-time', '1.5', '--out', 'sound.wav'];
    const { outputs } = JSON.parse((await called([...cut, '--json'], { cwd })).stdout);
    expect(outputs).toMatchObject([{ duration: expect.closeTo(1.5, 1), mime: 'audio/wav' }]);
  });

  it('prints a project that renders to the same result', async () => {
    const { code, stdout } = await called(
      ['tool', 'loop', '--source', 'clip.mp4', '--project', '--quality', 'standard'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(parseProjectText(stdout)).toMatchObject({
      ok: true,
      value: { quality: 'standard', scenes: [{ layers: [{ url: 'clip.mp4' }] }] },
    });
    const { stdout: plan } = await called(['plan', '-'], { cwd, input: stdout });
    expect(JSON.parse(plan)).toMatchObject({ output: { frames: 180 } });
  });

  it('adds the described watermark', async () => {
    const args = [
      'tool',
      'loop',
      '--source',
      'clip.mp4',
      '--project',
      '--watermark-text',
      'mine',
      '--watermark-pos',
      'bottom-right',
    ];
    expect(JSON.parse((await called(args, { cwd })).stdout)).toMatchObject({
      withCustomWatermark: true,
      watermarkText: 'mine',
      watermarkPos: 'bottom-right',
      watermarkMedium: 'text',
    });
  });

  it.each([
    [['trim'], messages.trimUntrimmed],
    [['trim', '--start-time', '2', '--end-time', '1'], messages.trimOrder],
    [['trim', '--start-time', '1', '--end-time', '1.5'], messages.trimTooShort],
    [['loop', '--num-loops', 'many'], '--num-loops: "--num-loops" must be a number'],
    [['loop', '--num-loops', '0'], '--num-loops: "--num-loops" must be at least 1.'],
    [['meme', '--alignment', 'middle'], '--alignment: "--alignment" must be "left", "center" or "right".'],
  ])('rejects %j', async (args, sentence) => {
    const { code, stdout, stderr } = await called(['tool', ...args, '--source', 'clip.mp4'], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });

  it('rejects a missing source, an image where a duration is needed, and its own source as output', async () => {
    expect((await called(['tool', 'loop', '--source', 'lost.mp4'], { cwd })).code).toBe(1);
    const still = await called(['tool', 'loop', '--source', 'picture.png', '--json'], { cwd });
    expect(JSON.parse(still.stdout)).toMatchObject({ ok: false, problems: [{ code: 'media.kind' }] });
    expect((await called(['tool', 'loop', '--source', 'clip.mp4', '--out', './clip.mp4'], { cwd })).code).toBe(2);
  });
});

describe('the specified messages of the tools', () => {
  makeLongVideo(cwd);

  it.each(toolCatalogue('clip.mp4', 'long.mp4').map((one) => [one.id, one] as const))(
    'include that of %s',
    async (id, { args, says }) => {
      const { code, stdout } = await called(['tool', id, ...args, '--json'], { cwd });
      expect([code, JSON.parse(stdout).problems[0].message]).toEqual([1, says]);
    },
  );
});

describe('a tool with many files', () => {
  const folder = join(cwd, 'many');
  const odd = "it's 🎬\nx.mp4";
  mkdirSync(join(folder, 'sub'), { recursive: true });
  for (const name of ['a2.mp4', 'a10.mp4', '-dash.mp4', odd, 'sub/a2.mp4'])
    copyFileSync(join(cwd, 'clip.mp4'), join(folder, name));
  write(join(folder, 'broken.mp4'), 'nothing');
  const cut = ['--end', '0:01.5'];

  it('creates one result per file, continues after a failure, and summarizes at the end', async () => {
    const args = [
      'tool',
      'trim',
      'many/*.mp4',
      '--source',
      'many/sub',
      // Another path to the same file is not another file.
      ...['--source', './many/sub/../a10.mp4'],
      ...cut,
      '--out',
      'cuts.2026',
      '--concurrency',
      '2',
    ];
    const { code, stdout, stderr } = await called(args, { cwd });
    const made = ['-dash-trim', 'many_a2-trim', 'a10-trim', "it's 🎬\nx-trim", 'many_sub_a2-trim'];
    expect(code).toBe(1);
    expect(stdout).toBe(made.map((name) => `cuts.2026/${name}.mp4\n`).join(''));
    expect(readdirSync(join(cwd, 'cuts.2026')).sort()).toEqual(made.map((name) => `${name}.mp4`).sort());
    expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
      '6 files: 5 done, 1 failed.',
      expect.stringContaining('many/broken.mp4: --source: The file "broken.mp4" cannot be used'),
    ]);
    expect(probe(join(cwd, 'cuts.2026/a10-trim.mp4')).duration).toBeCloseTo(1.5, 1);
  });

  it('replaces existing files only on request, and never one of the sources', async () => {
    copyFileSync(join(cwd, 'clip.mp4'), join(folder, 'sub/a2-trim.mp4'));
    const args = ['tool', 'trim', 'many/sub', ...cut, '--out', 'many/sub', '--json'];
    const first = JSON.parse((await called([...args, '--overwrite'], { cwd })).stdout);
    expect(first).toMatchObject({ ok: false, total: 2, done: 1, failed: 1, stopped: 0 });
    expect(first.files).toMatchObject([
      { file: 'many/sub/a2-trim.mp4', status: 'done', out: 'many/sub/a2-trim-trim.mp4' },
      { status: 'failed', error: '"many/sub/a2-trim.mp4" is one of the source files.' },
    ]);
    const { stdout, code } = await called(args.toSpliced(2, 1, 'many/sub/a2-trim.mp4', 'clip.mp4'), { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).files[0].error).toBe(
      '"many/sub/a2-trim-trim.mp4" already exists; --overwrite replaces it.',
    );
  });

  it.each([
    ['while it renders', []],
    ['while it looks for what fits under a size', ['--fit-under', '0.02']],
  ])('stops cleanly %s', async (_when, more) => {
    const [out, work] = [join(cwd, 'stopped'), join(cwd, 'work')];
    mkdirSync(work, { recursive: true });
    const args = ['tool', 'reverse', 'many/a*.mp4', '--out', 'stopped', ...more];
    const { child, ended } = await start(args, { cwd, env: { TMPDIR: work } });
    child.stderr?.on('data', (written: Buffer) => written.includes('Rendering') && child.kill('SIGINT'));
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect([readdirSync(out), readdirSync(work)]).toEqual([[], []]);
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(running.split('\n').filter((line) => /^\S*ffmpeg/.test(line) && line.includes(cwd))).toEqual([]);
  });

  it.each([
    [
      ['trim', 'many/a2.mp4', 'many/a10.mp4', ...cut, '--out', 'x.mp4'],
      'There are several results, so --out must be a folder, not "x.mp4".',
    ],
    [
      ['trim', 'many/a*.mp4', ...cut, '--concurrency', '0'],
      '--concurrency must be a whole number from 1 to 16, not "0".',
    ],
    [['trim', 'none*.mp4', ...cut], 'No file matches none*.mp4.'],
    [['audio', 'clip.mp4', '--audio', 'a.mp3', '--audio', 'b.mp3'], '--audio takes one file, not 2.'],
    [
      ['convert', 'clip.mp4', '--convert-option', 'mp3', '--out', 'x.mp4'],
      '--convert-option is mp3, but --out is "x.mp4".',
    ],
    [['filter', 'picture.png', '--out', 'x.mp4'], 'The result is an image, so the name of --out must end in'],
    [['trim', 'clip.mp4', '--settings', '[]'], '--settings must be a JSON object'],
  ])('rejects %j', async (args, sentence) => {
    const { code, stderr } = await called(['tool', ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('chooses the format by the output name', async () => {
    const project = async (...args: string[]) =>
      JSON.parse((await called(['tool', ...args, '--project'], { cwd })).stdout).output;
    expect(await project('trim', 'clip.mp4', ...cut, '--out', 'x.gif')).toMatchObject({ type: 'gif' });
    expect(await project('convert', 'clip.mp4', '--out', 'x.JPG')).toMatchObject({ type: 'image', format: 'jpeg' });
  });
});
