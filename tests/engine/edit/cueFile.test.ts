import { describe, expect, it } from 'vitest';
import { type CueFormat, readCues, writeCues } from '../../../engine/edit/cueFile.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { createDice, type Dice } from '../../property/dice.ts';
import { cpuTime } from '../../support/cpuTime.ts';

/** Makes the ids c1, c2 and so on. */
function counted(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `c${count}`;
  };
}

function read(source: string, format?: CueFormat) {
  const found = readCues(source, counted(), format ? { name: `a.${format}` } : {});
  return found.ok ? found.cues.map(({ text, startTime, endTime }) => [startTime, endTime, text]) : found.problems;
}

describe('unusual but valid cue files', () => {
  it.each([
    [
      'byte order mark, CRLF, tags, places and hours over 99',
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHello <i>world</i>\r\nsecond <font color="#f00">red</font>\r\n\r\n2\r\n100:00:03,000 --> 100:00:04,000 X1:1\r\n{\\an8}2 < 3\r\n',
      [
        [1, 2.5, 'Hello world\nsecond red'],
        [360_003, 360_004, '2 < 3'],
      ],
    ],
    [
      'no numbers, points, short times, overlaps, no empty line between',
      '0:00:01.5 --> 0:00:03.25\nA\n00:00:02,000 --> 00:00:04,000\nB',
      [
        [1.5, 3.25, 'A'],
        [2, 4, 'B'],
      ],
    ],
    [
      'empty lines and numbers within a text',
      '7\n00:00:01,000 --> 00:00:02,000\nA\n\n42\n\n9\n00:00:02,000 --> 00:00:03,000\n1984',
      [
        [1, 2, 'A\n\n42'],
        [2, 3, '1984'],
      ],
    ],
    [
      'WebVTT with header, style, region, comments, names, settings, voices and characters by name',
      'WEBVTT - title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE a comment\nmore\n\nintro\n00:01.000 --> 00:02.000 align:start line:0\n<v Bob>Hi <b.loud>bold</b> &amp; &lt;x&gt;\nthere\n\n100:00:00.000 --> 100:00:01.000\nLate',
      [
        [1, 2, 'Hi bold & <x>\nthere'],
        [360_000, 360_001, 'Late'],
      ],
    ],
    ['WebVTT whose header ends at times', 'WEBVTT\n00:01.000 --> 00:02.000\nA', [[1, 2, 'A']]],
    [
      'arrows and times of day in a text',
      '1\n00:00:01,000 --> 00:00:02,000\n5 -> 6\n10:00 -> 11:00',
      [[1, 2, '5 -> 6\n10:00 -> 11:00']],
    ],
    ['nothing in it', 'WEBVTT\n', []],
    [
      'old line breaks, spaces around times, no last line break',
      '1\r  00:00:01,000   -->   00:00:02,000  \rA\rB\r\r2\r00:00:02,000-->00:00:03,000\rC',
      [
        [1, 2, 'A\nB'],
        [2, 3, 'C'],
      ],
    ],
    [
      'line breaks of which one half is doubled',
      '\uFEFF1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nA\r\r\nB\r\r\n\r\r\n2\r\r\n00:00:02,000 --> 00:00:03,000\r\r\nC',
      [
        [1, 2, 'A\nB'],
        [2, 3, 'C'],
      ],
    ],
    [
      'a WebVTT with commas, a byte order mark, CRLF, all settings, comments between, classes, ruby and languages',
      '\uFEFFWEBVTT\r\n\r\nNOTE\r\nTODO: 00:01.000 -> 00:02.000\r\n\r\n00:01,000 --> 00:02,500 region:fred line:-1 position:50%,line-left size:35% vertical:rl align:end\r\n<c.yellow.bg_blue>A</c> <ruby>B<rt>b</rt></ruby> <lang en-GB>C</lang>\r\n\r\nNOTE between\r\n\r\n1:00:00.000 --> 1:00:01.000\r\n<v.loud Esme>- Hi\r\n<v Mary>- &nbsp;&rlm;Yes',
      [
        [1, 2.5, 'A Bb C'],
        [3600, 3601, '- Hi\n- \u00a0\u200fYes'],
      ],
    ],
    [
      'signs of formatting that is none, and tags that are never closed',
      '1\n00:00:01,000 --> 00:00:02,000\n5 < 6 <b never {\\an8 closed <i>x</i>',
      [[1, 2, '5 < 6 <b never {\\an8 closed x']],
    ],
    [
      'cues of the same times, out of order',
      '00:00:02,000 --> 00:00:03,000\nB\n\n00:00:01,000 --> 00:00:02,000\nA\n\n00:00:02,000 --> 00:00:03,000\nC',
      [
        [2, 3, 'B'],
        [1, 2, 'A'],
        [2, 3, 'C'],
      ],
    ],
    [
      'plain text',
      'First line\n\n  Second line ',
      [
        [0, 3, 'First line'],
        [3, 6, 'Second line'],
      ],
    ],
  ] as [string, string, unknown][])('are read as players read them: %s', (_, source, wanted) => {
    expect(read(source)).toEqual(wanted);
  });
});

it('reports the line and the reason for malformed files', () => {
  const source = [
    ...['1', '00:00:01,000 -> 00:00:02,000', 'A', ''],
    ...['2', '00:00:0x,000 --> 00:00:03,000', 'B', ''],
    ...['3', '00:00:05,000 --> 00:00:04,000', 'C', ''],
    ...['4', '00:61:05,000 --> 01:62:04,000', 'D'],
  ];
  const badTimes = 'The times are not written like "00:00:01,000 --> 00:00:02,500".';
  expect(read(source.join('\n'))).toEqual([
    { line: 2, reason: badTimes },
    { line: 6, reason: badTimes },
    { line: 10, reason: 'A subtitle must end after it starts.' },
    { line: 14, reason: 'Minutes and seconds go from 0 to 59.' },
  ]);
  expect(read('00:01.000 --> 00:02.000\nA', 'vtt')).toEqual([
    { line: 1, reason: 'A WebVTT file begins with "WEBVTT".' },
  ]);
  expect(read('00:00:01,000 --> 1000:00:00,001\nA')).toEqual([{ line: 1, reason: 'Times can be at most 1000 hours.' }]);
  const long = 'x'.repeat(2001);
  const tooLong = { line: 3, reason: 'A subtitle can have at most 2000 characters.' };
  expect(read(long)).toEqual([{ ...tooLong, line: 1 }]);
  expect(read(`\n1\n00:00:01,000 --> 00:00:02,000\n${long}`)).toEqual([tooLong]);
  expect(read('\n\u0089PNG\n\u001a\n\0')).toEqual([{ line: 3, reason: 'Not a text file: it contains binary data.' }]);
  const tooMany = Array.from({ length: 5001 }, (_, i) => `00:00:00,000 --> 00:00:01,000\n${i}\n`).join('\n');
  expect(read(tooMany)).toEqual([{ line: 15_001, reason: 'A file can have at most 5000 subtitles.' }]);
});

it.each([
  [
    'a cue of no length, as whisper.cpp writes them',
    '1\n00:00:00,500 --> 00:00:00,500\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n',
    [[2, 3, 'Two']],
    [{ line: 2, reason: 'A subtitle must end after it starts.' }],
  ],
  [
    'a text without times, and times that are not valid',
    'Once\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:0x,000 --> 00:00:03,000\nB',
    [[1, 2, 'A']],
    [
      { line: 1, reason: 'This text has no times.' },
      { line: 8, reason: 'The times are not written like "00:00:01,000 --> 00:00:02,500".' },
    ],
  ],
  [
    'a text behind an empty line of WebVTT',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\nB',
    [[1, 2, 'A']],
    [{ line: 6, reason: 'This text has no times.' }],
  ],
  [
    'a plain line that is too long',
    `A\n\n${'x'.repeat(2001)}`,
    [[0, 3, 'A']],
    [{ line: 3, reason: 'A subtitle can have at most 2000 characters.' }],
  ],
] as [string, string, unknown[], unknown[]][])('skips %s and reads the rest', (_, source, wanted, skipped) => {
  expect(read(source)).toEqual(wanted);
  expect(readCues(source, counted())).toMatchObject({ ok: true, skipped });
});

it.each([
  ['SRT', '1\n\n00:00:00,500 --> 00:00:01,500\n\nOne\n\nmore\n\n\n2\n\n00:00:02,000 --> 00:00:0x,000\n\nTwo\n'],
  ['WebVTT', 'WEBVTT\n\n\n00:00:00.500 --> 00:00:01.500\n\nOne\n\nmore\n\n\n\n00:00:02.000 --> 00:00:0x.000\n\nTwo\n'],
])('reads %s with an empty line after each line and keeps its line numbers', (_, source) => {
  const found = readCues(source, counted());
  expect(found).toMatchObject({ ok: true, cues: [{ startTime: 0.5, endTime: 1.5, text: 'One\nmore' }] });
  expect(found.ok && found.skipped.map(({ line }) => line)).toEqual([12]);
});

it.each([
  ['<', 'srt'],
  ['<b ', 'srt'],
  ['{\\', 'srt'],
  ['<', 'vtt'],
  ['<00:', 'vtt'],
  ['- ', 'srt'],
  ['1:1:', 'srt'],
  [' ', 'vtt'],
] as const)('reads a million repetitions of "%s" in %s in little time', (sign, format) => {
  const text = sign.repeat(Math.floor(1_000_000 / sign.length));
  const spent = cpuTime();
  readCues(`${format === 'vtt' ? 'WEBVTT\n' : ''}\n00:00:01.000 --> 00:00:02.000\n${text}`, counted(), {
    name: `a.${format}`,
  });
  expect(spent()).toBeLessThan(2000);
});

describe('written cues', () => {
  const cues = (texts: readonly string[], length = texts.length): Cue[] =>
    Array.from({ length }, (_, i) => ({
      id: `c${i + 1}`,
      text: texts[i % texts.length] as string,
      startTime: i * 1.501 + 0.007,
      endTime: i * 1.501 + 2.25,
    })).map((cue) => ({
      ...cue,
      startTime: Math.round(cue.startTime * 1000) / 1000,
      endTime: Math.round(cue.endTime * 1000) / 1000,
    }));
  const texts = [
    'Plain',
    'Two\nlines',
    'مرحبا بالعالم',
    'שלום (abc)',
    'नमस्ते',
    '字幕です',
    '👩‍🚒 & <3 > 2',
    'A\n\nB',
    '12',
    '<b>not bold</b> {\\an8} <i',
    '1 --> 2\n00:00:01,000 -> 00:00:02,000',
    '<\u2060b> <<i>s> --\u2060> --->',
  ];
  it.each(['srt', 'vtt'] as const)('are read back unchanged with 5,000 overlapping cues as %s', (format) => {
    const given = cues(texts, 5000);
    const found = readCues(writeCues(given, format), counted(), { name: `a.${format}` });
    expect(found).toEqual({ ok: true, cues: given, hasLooks: false, skipped: [] });
  });

  it('are read back unchanged with word times in WebVTT', () => {
    const [cue] = cues(['Say it\nnow & here']) as [Cue];
    const words = [
      { text: 'Say', startTime: 0.1, endTime: 0.5 },
      { text: 'it', startTime: 0.5, endTime: 0.72 },
      { text: 'now &', startTime: 1, endTime: 1.4 },
      { text: 'here', startTime: 1.4, endTime: 2.25 },
    ];
    const written = writeCues([{ ...cue, words }], 'vtt');
    expect(readCues(written, () => 'c1')).toEqual({
      ok: true,
      cues: [{ ...cue, words }],
      hasLooks: false,
      skipped: [],
    });
  });

  it.each([1, 2, 3, 5, 8, 13, 21, 34])('are read back unchanged with any text at any time (seed %i)', (seed) => {
    const dice = createDice(seed);
    const given = Array.from({ length: 150 }, (_, i) => anyCue(dice, `c${i + 1}`)).sort(
      (a, b) => a.startTime - b.startTime,
    );
    const named = given.map((cue, i) => ({ ...cue, id: `c${i + 1}` }));
    const asWritten = (line: string) => (dice.chance(0.5) ? line.replaceAll('\n', '\r\n') : line);
    expect(readCues(asWritten(writeCues(named, 'vtt')), counted(), { name: 'a.vtt' })).toEqual({
      ok: true,
      cues: named,
      hasLooks: false,
      skipped: [],
    });
    const bare = named.map(({ words: _, ...cue }) => cue);
    expect(readCues(asWritten(writeCues(named, 'srt')), counted(), { name: 'a.srt' })).toEqual({
      ok: true,
      cues: bare,
      hasLooks: false,
      skipped: [],
    });
  });
});

/** Text with a special meaning to a writer or a reader. */
const pieces = [
  ...[
    'a',
    'Word',
    '字幕',
    'नमस्ते',
    'שלום',
    'مرحبا',
    '👩‍🚒',
    '\u200b',
    '\u2060',
    'x\u00a0x',
    '&',
    '&amp;',
    '&lt;',
    '<',
    '>',
    '<<',
    '->',
  ],
  ...[
    '-->',
    '--\u2060>',
    '<b>',
    '</b>',
    '<i',
    '<font color="x">',
    '<v Bob>',
    '<c.x>',
    '<00:00:01.000>',
    '{\\an8}',
    '{',
    '}',
    '\\N',
    '\\',
  ],
  ...[
    '1',
    '12',
    '00:00:01,000',
    '00:00:01.000 --> 00:00:02.000',
    '1:2:3 -> 4',
    'WEBVTT',
    'NOTE',
    'NOTE x',
    'STYLE',
    'REGION',
    '"',
    '%',
    'x\uFEFFx',
  ],
];

/** A cue with any text that neither starts nor ends with a space, often with a time for every word. */
function anyCue(dice: Dice, id: string): Cue {
  const count = 1 + Math.floor(dice.random() * 8);
  const words = Array.from({ length: count }, () => dice.pick(pieces));
  const gaps = words.map((_, i) => (i === 0 ? '' : dice.pick([' ', ' ', ' ', '\n', '\n\n', '  '])));
  const text = words.map((word, i) => gaps[i] + word).join('');
  let time = Math.floor(dice.random() * 4_000_000);
  const later = () => {
    time += 1 + Math.floor(dice.random() * 900);
    return time / 1000;
  };
  const startTime = time / 1000;
  const spoken = words.map((word) => ({
    ...{ text: word, startTime: dice.chance(0.5) ? time / 1000 : later() },
    endTime: later(),
  }));
  const cue = { id, text, startTime, endTime: later() };
  return dice.chance(0.4) ? { ...cue, words: spoken } : cue;
}
