import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addSettingFlags, commandSettings, toolBody } from '../../cli/toolBody.ts';
import { namedFiles, sourceFlags } from '../../cli/toolSources.ts';
import { asCommand, asRenderCommand } from '../../engine/tools/asCommand.ts';
import { asCurl } from '../../engine/tools/asCurl.ts';
import { compileToolBody } from '../../engine/tools/body.ts';
import { parseClip, printClip } from '../../engine/tools/clipFragment.ts';
import { tools } from '../../engine/tools/index.ts';
import { shellQuoted } from '../../engine/tools/shellQuoted.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { good } from './make.ts';
import { clip, facts, photo } from './toolMake.ts';
import { rows } from './toolRows.ts';
import { joinedRows } from './toolRowsJoined.ts';

const toolOf = (id: string) => tools.find((tool) => tool.id === id) as Tool;

/** The arguments that a real shell gives to each of the commands in a script, by name. */
function argumentsIn(script: string, program: string): string[][] {
  const echo = `${program}() { printf '%s\\0' $#; for one do printf '%s\\0' "$one"; done; }`;
  const printed = execFileSync('/bin/sh', ['-c', `${echo}\n${script}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const calls: string[][] = [];
  while (printed.length > 0) calls.push(printed.splice(0, Number(printed.shift())));
  return calls;
}

/** What the printed command makes, read by a shell and by the command line's own parser. */
function madeBy(tool: Tool, line: string, known = facts) {
  const [[program, group, id, ...args] = []] = argumentsIn(line, 'npx');
  expect([program, group, id]).toEqual(['cutroom', 'tool', tool.id]);
  const command = new Command(tool.id).exitOverride();
  for (const flag of sourceFlags(tool)) command.addOption(flag);
  addSettingFlags(command, tool);
  const options = command.option('--out <file>').parse(args, { from: 'user' }).opts();
  const body = toolBody(tool, commandSettings(tool, options), namedFiles(tool, options));
  return good(compileToolBody(body, known));
}

const odd = [
  ...["it's", 'a "b" $HOME `id` \\n !', 'two\nlines', '🎬 Überschrift', '-rf', '--out', '#t=2', '=ls', '~', ' ', "''"],
  ...['a\u001b[201~b', 'tab\there', '%s', '*', '@file@1@file@', '\u0085x'],
];

describe('text for a shell', () => {
  it.each(odd)('%j comes back as it was', (text) => {
    expect(argumentsIn(`show ${shellQuoted(text)}`, 'show')).toEqual([[text]]);
  });

  it('has nothing that a terminal would obey', () => {
    expect(shellQuoted('a\u001b[201~\u0007')).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe('a tool as a command', () => {
  const all = [...rows, ...joinedRows];

  it.each(all.map((row, i) => [`${row.id} ${i}`, row] as const))('%s makes what the body makes', (_name, row) => {
    const tool = toolOf(row.id);
    expect(madeBy(tool, asCommand(tool, row.body))).toEqual(good(compileToolBody(row.body, facts)));
  });

  it.each(odd)('passes on the text %j, and a file of that name', (text) => {
    const known = new Map([[`${text}.jpg`, photo]]);
    const body = { isMeme: true, topText: text, sourceVideo: `${text}.jpg`, watermarkText: text, watermark: true };
    const named = new Map([...known, [`./${text}.jpg`, photo]]);
    const made = madeBy(toolOf('meme'), asCommand(toolOf('meme'), body), named);
    const expected = good(compileToolBody(body, known));
    expect(
      JSON.parse(JSON.stringify(made).replaceAll(JSON.stringify(`./${text}.jpg`), JSON.stringify(`${text}.jpg`))),
    ).toEqual({ ...JSON.parse(JSON.stringify(expected)), withCustomWatermark: true });
  });

  it('leaves out what is as usual, and a watermark that is off', () => {
    const body = {
      isLooped: true,
      sourceVideo: 'clip.mp4',
      numLoops: 2,
      setDuration: 0,
      watermarkText: 'mine',
      name: 'clip',
    };
    expect(asCommand(toolOf('loop'), body)).toBe('npx cutroom tool loop --source clip.mp4');
    expect(asCommand(toolOf('loop'), { ...body, numLoops: 3, quality: 'fast' }, 'my loop.mp4')).toBe(
      "npx cutroom tool loop --source clip.mp4 --num-loops 3 --quality fast --out 'my loop.mp4'",
    );
  });

  it('says what no flag says as JSON', () => {
    const text = { isTextVideo: true, animationText: '', textObjects: [{ text: "it's", xPos: 5 }] };
    const line = asCommand(toolOf('text-video'), text);
    expect(madeBy(toolOf('text-video'), line)).toEqual(good(compileToolBody(text, facts)));
    const clips = [{ url: 'a#t=2', startTime: 1, endTime: 3 }, 'photo.jpg'];
    const known = new Map([...facts, ['a#t=2', clip]]);
    const joined = { isMontage: true, clips };
    expect(madeBy(toolOf('montage'), asCommand(toolOf('montage'), joined), known)).toEqual(
      good(compileToolBody(joined, known)),
    );
  });

  it('renders a saved project', () => {
    expect(asRenderCommand('-my project.json', 'out.mp4')).toBe(
      "npx cutroom render './-my project.json' --out out.mp4",
    );
  });
});

describe('a file with what stands behind it', () => {
  it.each([
    ['a.mp4', { url: 'a.mp4' }],
    ['a.mp4#t=2,5', { url: 'a.mp4', startTime: 2, endTime: 5, duration: 3 }],
    ['a.mp4#t=,1:30', { url: 'a.mp4', startTime: 0, endTime: 90, duration: 90 }],
    ['a.jpg#t=4', { url: 'a.jpg', startTime: 4, duration: 4 }],
    ['a.mp4#start-time=1:05&is-muted', { url: 'a.mp4', startTime: 65, isMuted: true }],
    ['a#b.mp4', { url: 'a#b.mp4' }],
    ['a#t=x', { url: 'a#t=x' }],
    ['a#t=5,', { url: 'a#t=5,' }],
    ['a\nb.mp4#t=1', { url: 'a\nb.mp4', startTime: 1, duration: 1 }],
    ['a.mp4#unknown=1', { url: 'a.mp4#unknown=1' }],
  ])('%j', (text, read) => {
    expect(parseClip(text)).toEqual(read);
  });

  it('is read as it was printed', () => {
    for (const one of [
      { url: 'a.mp4', startTime: 1.25, endTime: 3, isMuted: true },
      { url: 'a', duration: 2 },
      { url: 'x#y' },
    ])
      expect(parseClip(printClip(one) as string)).toEqual(one);
    expect(printClip({ url: 'a#t=2' })).toBeUndefined();
  });
});

describe('a request as curl', () => {
  const server = 'http://localhost:3000';

  it.each(odd)('sends a body with %j as it is', (text) => {
    const body = { isMeme: true, topText: text, sourceVideo: '/samples/media/mountains.mp4', done: false };
    const [args = []] = argumentsIn(asCurl(body, server), 'curl');
    const { done: _, ...said } = body;
    expect(args[1]).toBe(`${server}/api/v1/videos/createVideo`);
    expect(JSON.parse(args.at(-1) as string)).toEqual(said);
  });
});
