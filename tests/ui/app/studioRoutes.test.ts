import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { screenAt } from '../../../ui/app/screens.ts';

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

describe('an id that no URL can contain', () => {
  it.each(['.', '..'])('rejects %s with a message', (id) => {
    const parsed = parseProject({ scenes: [{ id: 's', layers: [{ id, type: 'text' }] }] });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ pointer: '/scenes/0/layers/0/id', message: '"id" must not be "." or "..".' }],
    });
  });
});
