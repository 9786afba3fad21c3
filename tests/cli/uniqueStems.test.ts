import { describe, expect, it } from 'vitest';
import { defaultName } from '../../cli/renderOut.ts';
import { createStemNamer } from '../../cli/uniqueStems.ts';
import type { Project } from '../../engine/project/project.ts';

const namesOf = (files: string[]) => files.map((file) => createStemNamer(files)(file));

describe('names of several results', () => {
  it.each([
    [
      ['a/x.mp4', 'y.mov'],
      ['x', 'y'],
    ],
    [
      ['a/x.mp4', 'b/x.mp4'],
      ['a_x', 'b_x'],
    ],
    [
      ['x.mp4', 'x.mov', 'x'],
      ['x_mp4', 'x_mov', expect.stringMatching(/^x(-[\da-f]{8})?$/)],
    ],
    [
      ['x.mp4', 'x.mov', 'x_mp4.gif'],
      [expect.stringMatching(/^x-[\da-f]{8}$/), 'x_mov', 'x_mp4'],
    ],
  ])('are unique for %j', (files, names) => {
    expect(namesOf(files)).toEqual(names);
  });

  it('are unique even on a case-insensitive disk', () => {
    const files = ['A.mp4', 'a.mp4', 'a.MP4', 'é.mp4', 'e\u0301.mp4', 'b/a.mp4', 'b_a.mp4'];
    const names = namesOf(files).map((name) => name.normalize('NFC').toLowerCase());
    expect(new Set(names).size).toBe(files.length);
  });
});

it('a default name that is too long is shortened between characters, with its ending intact', () => {
  const project = { output: { type: 'video', container: 'mp4' } } as Project;
  const name = defaultName(`${'\u6620'.repeat(83)}.json`, project, '-stop-motion');
  expect(name).toBe(`${'\u6620'.repeat(79)}-stop-motion.mp4`);
});
