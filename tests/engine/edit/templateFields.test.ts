import { expect, it } from 'vitest';
import { projectOfRow } from '../../../engine/edit/fillRow.ts';
import { fillFields, nameField, templateFields } from '../../../engine/edit/templateFields.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';

let made = 0;
const makeId = () => `new${++made}`;

const project = (): Project => {
  const layers: ProjectInput['scenes'][number]['layers'] = [
    { id: 'who', type: 'text', text: 'Ada', fieldNames: { content: 'Name', color: 'Ink' } },
    { id: 'again', type: 'text', text: 'Ada', fieldNames: { content: 'Name' } },
    { id: 'line', type: 'text', text: 'Hello {{ city }}, {{city}} and {{when}}' },
    { id: 'room', type: 'placeholder', fieldNames: { content: 'Photo' }, position: { x: '5%', width: '30%' } },
    { id: 'box', type: 'shape', shapeType: 'rectangle', background: '#000000', fieldNames: { color: 'Ink' } },
    { id: 'song', type: 'audio', url: 'a.mp3', duration: 3, fieldNames: { content: 'Song' } },
  ];
  const parsed = parseProject({ scenes: [{ id: 's', layers }] });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
};
const layersIn = (one: Project) => one.scenes[0]?.layers ?? [];
const picture = {
  url: 'me.png',
  kind: 'image',
  width: 40,
  height: 30,
  duration: 0,
  hasAudio: false,
  animated: false,
} as const;

it('lists each field of layers and braces once, in reading order', () => {
  expect(templateFields(project())).toEqual([
    { name: 'Name', kind: 'text', value: 'Ada' },
    { name: 'Ink', kind: 'color', value: '#000000' },
    { name: 'city', kind: 'text', value: '' },
    { name: 'when', kind: 'text', value: '' },
    { name: 'Photo', kind: 'file', value: '' },
    { name: 'Song', kind: 'sound', value: 'a.mp3' },
  ]);
});

it('lists one field for layers of several kinds, and reports a value of the wrong kind', () => {
  const layers = [
    { id: 'a', type: 'text', text: 'In {{Ink}}: {{Photo}}', fieldNames: { color: 'Ink' } },
    { id: 'b', type: 'placeholder', fieldNames: { content: 'Photo', color: 'Ink' } },
    { id: 'c', type: 'text', text: 'Ada', fieldNames: { content: 'Photo' } },
  ];
  const row = (Ink: string) => ({ number: 1, values: new Map(Object.entries({ Ink, Photo: 'me.png' })) });
  const made = projectOfRow({ scenes: [{ id: 's', layers }] }, row('#12ab34'), () => picture);
  if (!made.ok) throw new Error(made.problems[0]?.message);
  expect(layersIn(made.value)).toMatchObject([
    { text: 'In #12ab34: me.png', color: '#12ab34' },
    { type: 'image', url: 'me.png' },
    { text: 'Ada' },
  ]);
  expect(templateFields(made.value).map(({ name, kind }) => [name, kind])).toEqual([
    ['Ink', 'color'],
    ['Photo', 'file'],
  ]);
  expect(projectOfRow({ scenes: [{ id: 's', layers }] }, row('inky'), () => picture)).toMatchObject({
    problems: [{ message: 'Row 1, column "Ink": "Ink" must be a color such as "#5969e2".' }],
  });
});

it('fills every field with a value everywhere and does not modify the template', () => {
  const template = project();
  const before = structuredClone(template);
  const values = new Map<string, string | typeof picture>([
    ['Name', 'Grace {{when}}'],
    ['Ink', '#12ab34'],
    ['city', '$& Rome'],
    ['Photo', picture],
    ['Song', 'no file'],
  ]);
  const [who, again, line, room, box, song] = layersIn(fillFields(template, values, makeId));
  expect(template).toEqual(before);
  expect(who).toMatchObject({ text: 'Grace {{when}}', color: '#12ab34' });
  expect(again).toMatchObject({ text: 'Grace {{when}}', color: '#000000' });
  expect(line).toMatchObject({ text: 'Hello $& Rome, $& Rome and {{when}}' });
  expect(room).toMatchObject({ type: 'image', url: 'me.png', position: { x: '5%' }, fieldNames: { content: 'Photo' } });
  expect(box).toMatchObject({ background: '#12ab34' });
  expect(song).toMatchObject({ url: 'a.mp3' });
  expect(layersIn(fillFields(template, new Map([['Ink', 'no color']]), makeId))[0]).toEqual(layersIn(before)[0]);
});

it('names and unnames a field', () => {
  const named = nameField(project(), 'line', 'color', '  Accent ');
  expect(layersIn(named)[2]?.fieldNames).toEqual({ color: 'Accent' });
  expect(layersIn(nameField(named, 'line', 'color', ' '))[2]).toEqual(layersIn(project())[2]);
  expect(layersIn(nameField(named, 'who', 'content', ''))[0]?.fieldNames).toEqual({ color: 'Ink' });
});

it('rejects filled projects of more than 8 MB, however short the field names are', () => {
  const fill = (project: unknown) => projectOfRow(project, { number: 1, values }, () => 'no file');
  const values = new Map([['a', 'x'.repeat(10_000)]]);
  const tooLarge = { problems: [{ message: 'Row 1: A project file can be at most 8 MB.' }] };
  // Without a limit, this is a text of 2 GB.
  expect(fill({ scenes: [{ id: 's', layers: [] }], notes: '{{a}}'.repeat(200_000) })).toMatchObject(tooLarge);
  const layer = { type: 'text', text: '', fieldNames: { content: 'a' } };
  const scene = (s: number) => ({
    id: `s${s}`,
    layers: Array.from({ length: 450 }, (_, l) => ({ ...layer, id: `${s}-${l}` })),
  });
  expect(fill({ scenes: [scene(1)] })).toMatchObject({ ok: true });
  expect(fill({ scenes: [scene(1), scene(2)] })).toMatchObject(tooLarge);
});

it('replaces a file in ten thousand layers without walking through all of them for each', () => {
  const layer = { type: 'image', url: 'room.png', fieldNames: { content: 'Photo' } };
  const scenes = Array.from({ length: 20 }, (_, s) => ({
    id: `s${s}`,
    layers: Array.from({ length: 500 }, (__, l) => ({ ...layer, id: `${s}-${l}` })),
  }));
  const row = { number: 1, values: new Map([['Photo', 'me.png']]) };
  const made = projectOfRow({ scenes, audio: { url: 'a.mp3', duration: 20 } }, row, () => picture);
  if (!made.ok) throw new Error(made.problems[0]?.message);
  const urls = made.value.scenes.flatMap(({ layers }) => layers.map((one) => 'url' in one && one.url));
  expect([urls.length, ...new Set(urls)]).toEqual([10_000, 'me.png']);
});

it('fills braces once without expanding values, and ignores names of more than 200 characters', () => {
  const long = 'n'.repeat(201);
  const layers = [
    { id: 'a', type: 'text', text: `{{one}} {{${long}}}`, fieldNames: { color: 'Ink' } },
    { id: 'b', type: 'text', text: 'as it was', fieldNames: { content: 'Line' } },
  ];
  const fill = (values: Record<string, string>) =>
    projectOfRow(
      { scenes: [{ id: 's', layers }] },
      { number: 7, values: new Map(Object.entries(values)) },
      () => picture,
    );
  const made = fill({ one: '{{two}}', two: 'no', Line: '{{one}}', [long]: 'no' });
  if (!made.ok) throw new Error(made.problems[0]?.message);
  expect(layersIn(made.value)).toMatchObject([{ text: `{{two}} {{${long}}}` }, { text: '{{one}}' }]);
  expect(fill({ Line: 'x'.repeat(10_001), Ink: 'inky' })).toMatchObject({
    problems: [
      { message: 'Row 7, column "Ink": "Ink" must be a color such as "#5969e2".' },
      { message: 'Row 7, column "Line": "Line" must have at most 10000 characters.' },
    ],
  });
});
