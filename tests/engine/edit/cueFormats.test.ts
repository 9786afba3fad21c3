import { expect, it } from 'vitest';
import { CUE_FORMATS, readCues } from '../../../engine/edit/cueFile.ts';
import { cpuTime } from '../../support/cpuTime.ts';

const read = (source: string, name = 'a.txt', videoRate?: number) => {
  const found = readCues(source, () => 'c', { name, videoRate });
  return found.ok ? found.cues.map(({ startTime, endTime, text }) => [startTime, endTime, text]) : found.problems;
};

const ass = [
  ...['[Script Info]', 'ScriptType: v4.00+', '', '[V4+ Styles]', 'Format: Name, Fontname', 'Style: Default,Arial', ''],
  ...['[Events]', 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'],
  'Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\an8}One, or\\Ntwo\\hthree',
  'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Not shown',
  'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}',
  'Dialogue: 0,1:00:02.00,1:00:03.25,Default,,0,0,0,,{\\i1}Late{\\i0}',
].join('\n');

const ttml = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="1000">',
  '<head><styling><style xml:id="s" tts:color="red"/></styling></head>',
  '<!-- <p begin="0s" end="1s">not shown</p> -->',
  '<body><div begin="10s">',
  '  <p begin="00:00:00.500" end="00:00:01:05" style="s">One &amp;<br/>  <span>two</span>\n three</p>',
  "  <p begin='2000t' dur='500ms'>Four</p>",
  '  <p><span begin="3s" end="4s">Five</span> <span begin="4s" end="5s">six</span></p>',
  '</div></body></tt>',
].join('\n');

it.each([
  [
    'ASS',
    ass,
    [
      [0.5, 1.5, 'One, or\ntwo\u00a0three'],
      [3602, 3603.25, 'Late'],
    ],
  ],
  [
    'SSA, whose events have fields of their own',
    '[Script Info]\nScriptType: v4.00\n\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,A, b',
    [[1, 2, 'A, b']],
  ],
  [
    'SBV',
    '0:00:00.500,0:00:01.500\nOne\nmore\n\n0:00:02.000,0:00:03.000\nTwo\n',
    [
      [0.5, 1.5, 'One\nmore'],
      [2, 3, 'Two'],
    ],
  ],
  [
    'SubViewer',
    '[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n00:00:00.50,00:00:01.50\nOne[br]two\n',
    [[0.5, 1.5, 'One\ntwo']],
    'a.sub',
  ],
  [
    'LRC, of which a line may have several times, and an empty one ends it',
    '[ar:Ann]\n[offset:+500]\n[00:01.50][00:10.00]One <00:02.00>two\n[00:03.50]\n[00:05.00]Three\n',
    [
      [1, 3, 'One two'],
      [4.5, 9.5, 'Three'],
      [9.5, 12.5, 'One two'],
    ],
    'a.lrc',
  ],
  [
    'MicroDVD with its frame rate',
    '{1}{1}50.000\n{25}{75}{y:i}One|/two\n{100}{}Three',
    [
      [0.5, 1.5, 'One\ntwo'],
      [2, 5, 'Three'],
    ],
  ],
  [
    'TTML',
    ttml,
    [
      [10.5, 11.2, 'One &\ntwo three'],
      [12, 12.5, 'Four'],
      [13, 14, 'Five'],
      [14, 15, 'six'],
    ],
  ],
] as [string, string, unknown, string?][])('detects and reads %s by content', (_, source, wanted, name) => {
  expect(read(source, name)).toEqual(wanted);
});

it('uses the frame rate of the video for MicroDVD, or 25 and reports that', () => {
  const source = '{12}{37}One|two\n{50}{75}Three\n';
  expect(read(source, 'a.sub', 50)).toEqual([
    [0.24, 0.74, 'One\ntwo'],
    [1, 1.5, 'Three'],
  ]);
  expect(readCues(source, () => 'c')).toMatchObject({
    ok: true,
    assumedRate: 25,
    cues: [{ startTime: 0.48 }, { startTime: 2 }],
  });
});

it('skips invalid cues and reports their lines', () => {
  const source =
    '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:01.00,,,0,0,0,,A\nDialogue: 0,0:00:0x.00,0:00:01.00,,,0,0,0,,B\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,C';
  expect(readCues(source, () => 'c')).toMatchObject({
    ok: true,
    cues: [{ text: 'C' }],
    skipped: [
      { line: 3, reason: 'A subtitle must end after it starts.' },
      { line: 4, reason: 'The times of this text cannot be read.' },
    ],
  });
});

it.each([
  ['SAMI', 'a.smi', '<SAMI><BODY><SYNC Start=1>A</BODY></SAMI>'],
  ['SAMI', 'a.txt', '<SAMI><BODY><SYNC Start=1>A</BODY></SAMI>'],
  ['Scenarist (SCC)', 'a.scc', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420'],
  ['VobSub', 'a.idx', '# VobSub index file, v7'],
  ['RTF', 'a.rtf', '{\\rtf1\\ansi hello}'],
  ['HTML', 'a.html', '<!DOCTYPE html><p>hello</p>'],
])('rejects unsupported %s by name (%s)', (format, name, source) => {
  expect(read(source, name)).toEqual([
    { line: 1, reason: `${format} subtitles are not supported. Save them as ${CUE_FORMATS}.` },
  ]);
});

it.each(['a.ass', 'a.sbv', 'a.lrc', 'a.sub', 'a.ttml'])('rejects a file named %s without cues', (name) => {
  expect(read('Dear diary\n', name)).toEqual([{ line: 1, reason: 'No subtitles with times were found in this file.' }]);
});

it.each([
  ['a.ass', '[Script Info]\n[Events]\nDialogue: ', '{\\'],
  ['a.lrc', '[00:01.00]', '[00:01.00]'],
  ['a.lrc', '[00:01.00]', '\n'],
  ['a.sub', '{1}{2}', '{y:'],
  ['a.sbv', '0:00:00.500,0:00:01.500\n', '0:'],
  ['a.ttml', '<tt>', '<p begin="1s">'],
  ['a.ttml', '<tt>', '<!--'],
  ['a.ttml', '<tt>', '<tt '],
])('reads a million characters of a hostile %s in little time', (name, head, sign) => {
  const spent = cpuTime();
  read(head + sign.repeat(1_000_000 / sign.length), name);
  expect(spent()).toBeLessThan(2000);
});
