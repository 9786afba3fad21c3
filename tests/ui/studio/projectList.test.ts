import { expect, it } from 'vitest';
import { nameOfFirstFile } from '../../../ui/client/projects/saveProject.ts';
import type { SavedHead } from '../../../ui/client/store/database.ts';
import { listed } from '../../../ui/studio/projects/Projects.tsx';
import { image, makeProject, scene, text, video } from '../../engine/make.ts';

const heads = ['Trip 10', 'trip 9', 'Äpfel', 'Zoo'].map(
  (name, index): SavedHead => ({ id: name, name, savedAt: 9 - index, revision: 1, width: 1, height: 1, sceneCount: 1 }),
);
const names = (query: string, order: Parameters<typeof listed>[2]) =>
  listed(heads, query, order).map(({ name }) => name);

it.each([
  ['', 'newest', ['Trip 10', 'trip 9', 'Äpfel', 'Zoo']],
  ['', 'oldest', ['Zoo', 'Äpfel', 'trip 9', 'Trip 10']],
  ['', 'name', ['Äpfel', 'trip 9', 'Trip 10', 'Zoo']],
  ['TRIP', 'newest', ['Trip 10', 'trip 9']],
  ['1 trip', 'name', ['Trip 10']],
  ['nothing', 'newest', []],
] as const)('lists projects that contain “%s”, %s', (query, order, expected) => {
  expect(names(query, order)).toEqual(expected);
});

it('names a project without a name after its first file', () => {
  const of = (layers: Parameters<typeof scene>[1]) => nameOfFirstFile(makeProject([scene('a', layers)]));
  expect(of([text('t')])).toBe('');
  expect(of([text('t'), { ...video('v', 4), url: 'media/x1/Day%20at%20sea.final.mp4' }])).toBe('Day at sea.final');
  expect(of([{ ...image('i'), url: 'https://example.org/a/cat.jpeg?size=2' }])).toBe('cat');
});
