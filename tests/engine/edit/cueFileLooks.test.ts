import { expect, it } from 'vitest';
import { readCues } from '../../../engine/edit/cueFile.ts';

it.each([
  ['00:00:01,000 --> 00:00:02,000\nA <i>word</i>', true],
  ['00:00:01,000 --> 00:00:02,000\n{\\an8}A', true],
  ['00:00:01,000 --> 00:00:02,000 X1:10\nA', true],
  ['00:00:01,000 --> 00:00:02,000\n1 < 2 <3> <script>', false],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>A', true],
  ['WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nA', true],
  ['WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\nA', true],
  ['WEBVTT\n\nNOTE <i>\n\n00:01.000 --> 00:02.000\n<00:01.000>A<00:01.500> &lt;i&gt;', false],
  ['<i>plain</i>', false],
])('for %s, reports skipped formatting: %s', (source, hasLooks) => {
  expect(readCues(source, () => 'c')).toMatchObject({ ok: true, hasLooks });
});
