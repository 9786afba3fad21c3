import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { tools } from '../../../engine/tools/index.ts';
import { inputsOf, keyOf } from '../../../engine/tools/inputs.ts';
import { facts } from './make.ts';

/**
 * Decisions from the open page of a tool to a started render, apart from pressing Create: settings of a body, in the
 * words of ui/README.md.
 */
const decisions: Record<string, [words: string, settings: Record<string, unknown>][]> = {
  trim: [
    ['the file', { sourceVideo: 'clip.mp4' }],
    ['which part', { endTime: 5 }],
  ],
  audio: [
    ['the file', { sourceVideo: 'clip.mp4' }],
    ['the sound', { audio: 'song.mp3' }],
  ],
  subtitles: [
    ['the file', { sourceVideo: 'clip.mp4' }],
    ['what is said', { subtitles: [{ id: 's', text: 'Hello', startTime: 0, endTime: 2 }] }],
  ],
  watermark: [
    ['the file', { sourceVideo: 'clip.mp4' }],
    ['the mark', { watermarkText: 'mine' }],
  ],
  'stop-motion': [
    ['the file', { sourceVideo: 'clip.mp4' }],
    ['which part', { endTime: 5 }],
  ],
  thanks: [['the subject', { thanksSubject: 'My mother' }]],
  'audio-trim': [['the file', { audio: 'song.mp3' }]],
  'image-video': [['the file', { sourceVideo: 'photo.jpg' }]],
  slideshow: [['the files', { clips: ['photo.jpg', 'photo.jpg'] }]],
  montage: [['the files', { clips: ['photo.jpg', 'clip.mp4'] }]],
  maker: [['the files', { clips: ['photo.jpg', 'clip.mp4'] }]],
  'text-video': [],
  meme: [],
};
const usual: (typeof decisions)[string] = [['the file', { sourceVideo: 'clip.mp4' }]];

/** The rows of ui/README.md: number of decisions including Create, the decisions, and the tools. */
const written = [...readFileSync('ui/README.md', 'utf8').matchAll(/^\| (\d) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].map(
  ([, count, words, titles]) => ({ count: Number(count), words, titles: titles?.split(', ') ?? [] }),
);

describe('decisions from an open page to a started render', () => {
  it.each(tools.map((tool) => [tool.title, tool] as const))('are at most three for %s', (title, tool) => {
    const own = decisions[tool.id] ?? usual;
    const isMade = (chosen: typeof own) => {
      const settings = Object.assign({}, ...chosen.map(([, one]) => one));
      const needed = inputsOf(tool).filter(({ min }) => min > 0);
      return (
        needed.every((inputs) => keyOf(inputs) in settings) &&
        compileToolBody({ [String(tool.flags[0])]: true, ...settings }, facts).ok
      );
    };
    expect(isMade(own)).toBe(true);
    // Every decision is necessary.
    for (const one of own) expect(isMade(own.filter((other) => other !== one))).toBe(false);
    expect(own.length + 1).toBeLessThanOrEqual(3);
    const words = [...own.map(([one]) => one), 'Create'].join(', ');
    expect(written.filter(({ titles }) => titles.includes(title))).toMatchObject([{ count: own.length + 1, words }]);
  });
});
