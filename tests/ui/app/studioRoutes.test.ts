import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { type Screen, type ScreenId, screenAt, screenOf, screens } from '../../../ui/app/screens.ts';

describe('screenAt', () => {
  it.each([
    ['/studio/editor', { screen: '' }],
    ['/studio/editor/', { screen: '' }],
    ['/studio/editor/layers/', { screen: 'layers' }],
    ['/studio/editor/background/color', { screen: 'background/color' }],
    ['/studio/editor/subtitles/transcribe', { screen: 'subtitles/transcribe' }],
    ['/studio/editor/layer/t', { screen: 'layer', layerId: 't' }],
    ['/studio/editor/layer/a%2Fb', { screen: 'layer', layerId: 'a/b' }],
    ['/studio/editor/layer/%2541', { screen: 'layer', layerId: '%41' }],
    ['/studio/editor/layer/%', { screen: 'layer', layerId: '%' }],
  ])('maps %s to a screen of the editor', (path, expected) => {
    expect(screenAt(path)).toEqual(expected);
  });

  it.each([
    '/studio/editorlayers',
    '/studio/editortext',
    '/studio/editor/layer',
    '/studio/editor/layer/a/b',
    '/studio/editor/nowhere',
    '/studio/editor//layers',
    '/other/studio/editor',
    '/studio/editor/constructor',
  ])('rejects %s', (path) => {
    expect(screenAt(path)).toBeUndefined();
  });
});

describe('the screens of the specification', () => {
  it.each<[Screen['kind'], ScreenId[]]>([
    ['footer', ['', 'layer', 'text', 'background', 'shape', 'size']],
    ['work', ['timeline', 'audio', 'audio-trimmer', 'trimmer', 'animate']],
    ['sheet', ['replace', 'background/color', 'colors', 'outline-colors', 'fonts', 'layers', 'more-options', 'output']],
    ['sheet', ['search', 'settings', 'upload', 'drag-upload']],
  ])('are of the kind %s: %s', (kind, ids) => {
    expect(ids.map((id) => [id, screenOf(id)?.kind])).toEqual(ids.map((id) => [id, kind]));
  });

  it('replace the canvas only where something plays or is trimmed', () => {
    const ids = Object.keys(screens).filter((id) => screenOf(id as ScreenId).kind === 'work');
    expect(ids.toSorted()).toEqual(['animate', 'audio', 'audio-trimmer', 'timeline', 'trimmer']);
  });

  it('keep the home link and DONE, except on the timeline and during a trim', () => {
    const ids = Object.keys(screens).filter((id) => screenOf(id as ScreenId).hidesHeader);
    expect(ids.toSorted()).toEqual(['audio-trimmer', 'timeline', 'trimmer']);
  });
});

describe('an id that no URL can contain', () => {
  it.each(['.', '..'])('rejects %s with a message', (id) => {
    const parsed = parseProject({ scenes: [{ id: 's', layers: [{ id, type: 'text' }] }] });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ pointer: '/scenes/0/layers/0/id', message: '"id" must not be "." or "..".' }],
    });
  });
});
