import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileToolBody } from '../../engine/tools/body.ts';
import { tools } from '../../engine/tools/index.ts';
import { inputsOf, keyOf } from '../../engine/tools/inputs.ts';
import { facts } from './toolMake.ts';

/**
 * What somebody decides between a tool's open page and a render that is begun, beside pressing Create: settings of a body,
 * in the words of ui/README.md.
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

/** The rows of ui/README.md: how many decisions, Create among them, which, and of which tools. */
const written = [...readFileSync('ui/README.md', 'utf8').matchAll(/^\| (\d) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].map(
  ([, count, words, titles]) => ({ count: Number(count), words, titles: titles?.split(', ') ?? [] }),
);

describe('from an open page to a render that is begun it takes at most three decisions', () => {
  it.each(tools.map((tool) => [tool.title, tool] as const))('%s', (title, tool) => {
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
    // None of them could be left out.
    for (const one of own) expect(isMade(own.filter((other) => other !== one))).toBe(false);
    expect(own.length + 1).toBeLessThanOrEqual(3);
    const words = [...own.map(([one]) => one), 'Create'].join(', ');
    expect(written.filter(({ titles }) => titles.includes(title))).toMatchObject([{ count: own.length + 1, words }]);
  });
});
