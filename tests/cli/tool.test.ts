import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../engine/project/messages.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { cutroom, tempFolder } from './command.ts';
import { makeClip, makeGif, makePicture, probe } from './media.ts';

const cwd = tempFolder();
makeClip(cwd);
makePicture(cwd);
makeGif(cwd);

describe('the list of tools', () => {
  it('has every tool with what it does', async () => {
    const { code, stdout } = await cutroom(['tool', '--list'], { cwd });
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual(tools.map(({ id, summary }) => [id, summary]));
  });

  it('has the fields of every tool as JSON', async () => {
    const { stdout } = await cutroom(['tool', '--list', '--json'], { cwd });
    const listed = JSON.parse(stdout);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(tools.map(({ id }) => id));
    expect(listed.find(({ id }: { id: string }) => id === 'loop')).toMatchObject({
      route: '/loop-video',
      settings: { properties: { numLoops: { default: 2 } } },
    });
  });

  it.each(tools.map((tool) => [tool.id, tool] as const))('%s --help has a flag for every field', async (id, tool) => {
    const { stdout } = await cutroom(['tool', id, '--help'], { cwd });
    for (const { flag } of fieldsOf(tool.settings)) expect(stdout).toContain(`--${flag}`);
  });
});

describe('running a tool', () => {
  it('trims', async () => {
    const args = ['tool', 'trim', '--source', 'clip.mp4', '--start-time', '0.5', '--end-time', '2', '--out', 'cut.mp4'];
    expect(await cutroom(args, { cwd })).toMatchObject({ code: 0, stdout: 'cut.mp4\n' });
    expect(probe(join(cwd, 'cut.mp4'))).toMatchObject({ width: 160, height: 120, duration: expect.closeTo(1.5, 1) });
  });

  it('loops, a GIF as a GIF', async () => {
    expect(await cutroom(['tool', 'loop', '--source', 'moving.gif', '--num-loops', '3'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'moving-loop.gif\n',
    });
    expect(probe(join(cwd, 'moving-loop.gif'))).toMatchObject({ codec: 'gif', duration: expect.closeTo(6, 0) });
    const set = ['tool', 'loop', '--source', 'clip.mp4', '--set-duration', '4.5', '--out', 'loop.mp4'];
    expect((await cutroom(set, { cwd })).code).toBe(0);
    expect(probe(join(cwd, 'loop.mp4')).duration).toBeCloseTo(4.5, 1);
  });

  it('makes memes of pictures, GIFs and videos', async () => {
    const words = ['--top-text', 'one line', '--bottom-text', 'another'];
    const make = (source: string) => cutroom(['tool', 'meme', '--source', source, ...words, '--json'], { cwd });
    const outputs = [];
    for (const source of ['picture.png', 'moving.gif', 'clip.mp4'])
      outputs.push(JSON.parse((await make(source)).stdout).outputs[0]);
    expect(outputs.map(({ mime }) => mime)).toEqual(['image/png', 'image/gif', 'video/mp4']);
    for (const { width, height } of outputs) expect(height).toBeGreaterThan((width * 120) / 160);
  });

  it('joins files, takes a picture of a moment, and cuts a sound', async () => {
    const clips = ['--clip', 'picture.png#t=0.5', '--clip', 'clip.mp4#t=0,1', '--clip', 'moving.gif'];
    const made = [
      ['montage', ...clips, '--out', 'joined.mp4'],
      ['convert', '--source', 'clip.mp4', '--convert-option', 'jpeg', '--jpeg-timestamp', '1', '--out', 'still.jpg'],
    ];
    for (const args of made) expect(await cutroom(['tool', ...args], { cwd }), args[0]).toMatchObject({ code: 0 });
    expect(probe(join(cwd, 'joined.mp4'))).toMatchObject({ width: 1280, duration: expect.closeTo(3.5, 1) });
    expect(probe(join(cwd, 'still.jpg'))).toMatchObject({ width: 160, codec: 'mjpeg' });
    const cut = ['tool', 'audio-trim', '--source', 'clip.mp4', '--audio-trim-end-time', '1.5', '--out', 'sound.wav'];
    const { outputs } = JSON.parse((await cutroom([...cut, '--json'], { cwd })).stdout);
    expect(outputs).toMatchObject([{ duration: expect.closeTo(1.5, 1), mime: 'audio/wav' }]);
  });

  it('prints the project instead, which renders to the same', async () => {
    const { code, stdout } = await cutroom(
      ['tool', 'loop', '--source', 'clip.mp4', '--project', '--quality', 'standard'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(parseProjectText(stdout)).toMatchObject({
      ok: true,
      value: { quality: 'standard', scenes: [{ layers: [{ url: 'clip.mp4' }] }] },
    });
    const { stdout: plan } = await cutroom(['plan', '-'], { cwd, input: stdout });
    expect(JSON.parse(plan)).toMatchObject({ output: { frames: 180 } });
  });

  it('puts a watermark on when one is described', async () => {
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
    expect(JSON.parse((await cutroom(args, { cwd })).stdout)).toMatchObject({
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
    [['loop', '--num-loops', '500'], messages.loopTooLong],
    [['audio'], messages.audioFileMissing],
    [['loop', '--num-loops', 'many'], '--num-loops: "--num-loops" must be a number'],
    [['loop', '--num-loops', '0'], '--num-loops: "--num-loops" must be at least 1.'],
    [['meme', '--alignment', 'middle'], '--alignment: "--alignment" must be "left", "center" or "right".'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stdout, stderr } = await cutroom(['tool', ...args, '--source', 'clip.mp4'], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });

  it('refuses a source that is not there, a still where time is worked on, and its own source as output', async () => {
    expect((await cutroom(['tool', 'loop', '--source', 'lost.mp4'], { cwd })).code).toBe(1);
    const still = await cutroom(['tool', 'loop', '--source', 'picture.png', '--json'], { cwd });
    expect(JSON.parse(still.stdout)).toMatchObject({ ok: false, problems: [{ code: 'media.kind' }] });
    expect((await cutroom(['tool', 'loop', '--source', 'clip.mp4', '--out', './clip.mp4'], { cwd })).code).toBe(2);
  });
});
