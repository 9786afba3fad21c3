import { describe, expect, it } from 'vitest';
import { parseProject } from '../../engine/project/parse.ts';
import { placeAt } from '../../ui/studio/routes.ts';

const place = (pathname: string) => {
  const found = placeAt(pathname);
  return found && { footer: found.footer.path, over: found.over?.path, layerId: found.layerId };
};

describe('a path of the page', () => {
  it.each([
    ['/studio/editor', { footer: '' }],
    ['/studio/editor/', { footer: '' }],
    ['/studio/editor/layers/', { footer: '', over: 'layers' }],
    ['/studio/editor/background/color', { footer: 'background', over: 'background/color' }],
    ['/studio/editor/layer/t', { footer: 'layer', layerId: 't' }],
    ['/studio/editor/layer/a%2Fb', { footer: 'layer', layerId: 'a/b' }],
    ['/studio/editor/layer/%2541', { footer: 'layer', layerId: '%41' }],
    ['/studio/editor/layer/%', { footer: 'layer', layerId: '%' }],
  ])('%s is a place of the editor', (pathname, expected) => {
    expect(place(pathname)).toEqual({ over: undefined, layerId: undefined, ...expected });
  });

  it.each([
    '/studio/editorlayers',
    '/studio/editortext',
    '/studio/editor/layer',
    '/studio/editor/layer/a/b',
    '/studio/editor/nowhere',
    '/studio/editor//layers',
    '/other/studio/editor',
  ])('%s is none', (pathname) => {
    expect(place(pathname)).toBeUndefined();
  });
});

describe('an id that no address can hold', () => {
  it.each(['.', '..'])('%s is refused in words', (id) => {
    const parsed = parseProject({ scenes: [{ id: 's', layers: [{ id, type: 'text' }] }] });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ pointer: '/scenes/0/layers/0/id', message: '"id" must not be "." or "..".' }],
    });
  });
});
