import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { closestName, misspelledInProject } from '../../../engine/project/misspelledFields.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { watermarkNotes } from '../../../engine/project/watermark.ts';
import { bodyNotes } from '../../../engine/tools/bodyNotes.ts';

const note = (name: string, place: string, meant: string) =>
  `The field “${name}”${place} is not known and is ignored. Did you mean “${meant}”?`;

describe('a misspelled field', () => {
  it('is noted with its place and the nearest name, at every depth of a project', () => {
    const layer = { id: 't', type: 'TEXT', colour: '#fff', fontsize: '30px', position: { x: '1%', widht: '3%' } };
    const project = {
      backgroud: 'red',
      output: { type: 'video', fitunder: 3 },
      scenes: [{ id: 'a', trasition: { type: 'fade' }, layers: [layer] }],
    };
    expect(misspelledInProject(project)).toEqual([
      note('backgroud', '', 'background'),
      note('fitunder', ' at /output', 'fitUnder'),
      note('trasition', ' at /scenes/0', 'transition'),
      note('colour', ' at /scenes/0/layers/0', 'color'),
      note('fontsize', ' at /scenes/0/layers/0', 'fontSize'),
      note('widht', ' at /scenes/0/layers/0/position', 'width'),
    ]);
  });

  it('is noted in the body of a tool', () => {
    const body = { isLooped: true, sourceVideo: 'a.mp4', numLoop: 3, editorPath: '/loop-video', isGif: false };
    expect(bodyNotes(body)).toEqual([note('numLoop', '', 'numLoops')]);
    expect(bodyNotes({ scenes: [{ id: 'a', backgrund: 'red' }] })).toEqual([
      note('backgrund', ' at /scenes/0', 'background'),
    ]);
  });

  it('is not assumed for fields of other programs, of the stored state, and in the samples', () => {
    const state = { projectId: 'p', savedAt: 1, stateVersion: 1, studioTime: 3, showCanvas: true, layerSceneDict: {} };
    const layer = { id: 'v', type: 'video', url: 'a.mp4', gif_name: 'b', conversion_id: null, x_tool: { any: 1 } };
    expect(
      misspelledInProject({ ...state, creator: 'c', scenes: [{ id: 'a', maxLayer: 'v', layers: [layer] }] }),
    ).toEqual([]);
    const folder = 'fixtures/projects';
    const samples = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(samples.length).toBeGreaterThan(10);
    expect(
      samples.flatMap((name) => misspelledInProject(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))),
    ).toEqual([]);
  });

  it.each([
    ['colr', 'color'],
    ['Color', 'color'],
    ['fade_in', 'fadeIn'],
    ['volumne', 'volume'],
    ['xyz', undefined],
    ['id2', undefined],
  ])('%s is matched to %s', (name, meant) => {
    expect(closestName(name, ['color', 'fadeIn', 'fadeOut', 'volume', 'id'])).toBe(meant);
  });
});

it('compares at most 1,000 unknown names of a value with the known ones', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`other-${index}`, 1]));
  const notesAfter = (count: number) => misspelledInProject({ scenes: [], ...unknown(count), widht: 100 }).length;
  expect([notesAfter(999), notesAfter(1000)]).toEqual([1, 0]);
});

it('a watermark that is on and shows nothing is noted', () => {
  const notes = (fields: object) => {
    const parsed = parseProject({ scenes: [{ id: 'a' }], ...fields });
    return parsed.ok ? watermarkNotes(parsed.value).length : 'refused';
  };
  expect([
    notes({ watermark: true }),
    notes({ withCustomWatermark: true, watermarkMedium: 'image' }),
    notes({ watermark: true, watermarkText: 'mine' }),
    notes({}),
    notes({ watermark: true, tool: 'thanks' }),
  ]).toEqual([1, 1, 0, 0, 0]);
});
