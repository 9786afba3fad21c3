import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addSettingFlags, commandSettings, toolBody } from '../../../cli/toolBody.ts';
import { namedFiles, sourceFlags } from '../../../cli/toolSources.ts';
import { asCommand, asRenderCommand } from '../../../engine/tools/asCommand.ts';
import { asCurl } from '../../../engine/tools/asCurl.ts';
import { commonFieldsOf, compileToolBody } from '../../../engine/tools/body.ts';
import { parseClip, printClip } from '../../../engine/tools/clipFragment.ts';
import { type Field, fieldsOf } from '../../../engine/tools/field.ts';
import { tools } from '../../../engine/tools/index.ts';
import { requestBody } from '../../../engine/tools/requestBody.ts';
import { shellQuoted } from '../../../engine/tools/shellQuoted.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { argumentsIn } from '../../support/argumentsIn.ts';
import { good, image, makeProject, scene, video } from '../make.ts';
import { clip, facts, photo } from './make.ts';
import { rows } from './rows.ts';
import { joinedRows } from './rowsJoined.ts';

const toolOf = (id: string) => tools.find((tool) => tool.id === id) as Tool;

/** The body that the printed command produces when parsed by a shell and by the parser of the command line. */
function madeBy(tool: Tool, line: string, known = facts) {
  const [args = []] = argumentsIn(line, 'npx');
  return madeByArguments(tool, args, known);
}

function madeByArguments(tool: Tool, [program, group, id, ...args]: string[], known = facts) {
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

describe('shellQuoted', () => {
  it.each(odd)('preserves %j', (text) => {
    expect(argumentsIn(`show ${shellQuoted(text)}`, 'show')).toEqual([[text]]);
  });

  it('contains no control characters that a terminal would obey', () => {
    expect(shellQuoted('a\u001b[201~\u0007')).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe('a tool as a command', () => {
  const all = [...rows, ...joinedRows];

  it.each(all.map((row, i) => [`${row.id} ${i}`, row] as const))(
    '%s produces the same project as the body',
    (_name, row) => {
      const tool = toolOf(row.id);
      expect(madeBy(tool, asCommand(tool, row.body))).toEqual(good(compileToolBody(row.body, facts)));
    },
  );

  it.each(odd)('preserves the text %j, and a file with that name', (text) => {
    const known = new Map([[`${text}.jpg`, photo]]);
    const body = { isMeme: true, topText: text, sourceVideo: `${text}.jpg`, watermarkText: text, watermark: true };
    const named = new Map([...known, [`./${text}.jpg`, photo]]);
    const made = madeBy(toolOf('meme'), asCommand(toolOf('meme'), body), named);
    const expected = good(compileToolBody(body, known));
    expect(
      JSON.parse(JSON.stringify(made).replaceAll(JSON.stringify(`./${text}.jpg`), JSON.stringify(`${text}.jpg`))),
    ).toEqual({ ...JSON.parse(JSON.stringify(expected)), withCustomWatermark: true });
  });

  it('omits defaults and a disabled watermark', () => {
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

  it('writes settings without a flag as JSON', () => {
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

/** A value of a field that differs from its default. */
function otherValue({ choices, control, isNumber, default: usual, minimum = 1, maximum = 60 }: Field): unknown {
  if (choices.length > 0) return choices.map(({ value }) => value).find((value) => value !== usual);
  if (control === 'switch') return usual !== true;
  if (!isNumber) return control === 'color' ? '#ff0000' : 'words';
  const between = Math.min(maximum, Math.max(minimum, 2));
  return between === usual ? Math.min(maximum, between + 1) : between;
}

describe('each field of each tool', () => {
  it.each(tools.map((tool) => [tool.id, tool] as const))('round-trips through the command of %s', (_id, tool) => {
    const { kinds, max } = tool.inputs;
    const file = kinds.includes('video') ? 'clip.mp4' : kinds.includes('image') ? 'photo.jpg' : 'song.mp3';
    const must = {
      endTime: 9,
      thanksSubject: 'rain',
      watermarkText: 'mine',
      stopMotionSpeed: 1,
      withCustomWatermark: true,
      highlight: true,
      subtitles: [{ text: 'Rain', startTime: 0, endTime: 2 }],
    };
    const bodies = [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))].map((field) =>
      requestBody(tool, {
        settings: { ...must, [field.name]: otherValue(field) },
        files: max === 0 ? [] : [file],
        extra: tool.extra ? 'song.mp3' : undefined,
      }),
    );
    const known = new Map([...facts, ['words', photo]]);
    const commands = argumentsIn(bodies.map((body) => asCommand(tool, body)).join('\n'), 'npx');
    expect(commands).toHaveLength(bodies.length);
    bodies.forEach((body, i) => {
      const compiled = compileToolBody(body, known);
      // Both entrances reject a setting that excludes all others.
      if (compiled.ok) expect(madeByArguments(tool, commands[i] as string[], known)).toEqual(compiled.value);
    });
    expect(bodies.filter((body) => compileToolBody(body, known).ok).length).toBeGreaterThan(bodies.length / 2);
  });
});

describe('parseClip', () => {
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
  ])('parses %j', (text, read) => {
    expect(parseClip(text)).toEqual(read);
  });

  it('parses what printClip writes', () => {
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

  it.each(odd)('sends a body with %j unchanged', (text) => {
    const body = { isMeme: true, topText: text, sourceVideo: '/samples/media/mountains.mp4', done: false };
    const [args = []] = argumentsIn(asCurl(body, server), 'curl');
    const { done: _, ...said } = body;
    expect(args[1]).toBe(`${server}/api/v1/videos/createVideo`);
    expect(JSON.parse(args.at(-1) as string)).toEqual(said);
  });

  it('uploads the files of a Studio project first, each from its path in the saved project', () => {
    const project = makeProject([scene('a', [image('i', { url: 'media/x1/lake.jpg' }), video('v', 2)])]);
    const file = { url: 'media/x1/lake.jpg', name: 'My film/media/x1/lake.jpg', type: 'image/jpeg' };
    const [ask = [], send = [], create = []] = argumentsIn(
      asCurl({ isStudio: true, ...project }, server, [file]).replaceAll(/uris=\$\((.*)\)$/gm, '$1'),
      'curl',
    );
    expect(JSON.parse(ask.at(-1) as string)).toEqual({ files: [{ fileName: 'lake.jpg', fileType: 'image/jpeg' }] });
    expect(send).toContain('My film/media/x1/lake.jpg');
    const { scenes, isStudio } = JSON.parse(create.at(-1) as string);
    expect([isStudio, ...scenes[0].layers.map(({ url }: { url: string }) => url)]).toEqual([true, '', 'v.mp4']);
  });

  it('pipes a body that is too long for an argument', () => {
    const body = { isMeme: true, topText: 'ä'.repeat(90_000), sourceVideo: 'clip.mp4' };
    const input = `curl() { cat; }\n${asCurl(body, server)}`;
    expect(JSON.parse(execFileSync('/bin/sh', { input, encoding: 'utf8' }))).toEqual(body);
  });
});
