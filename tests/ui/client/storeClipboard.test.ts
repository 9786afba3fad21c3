import { describe, expect, it } from 'vitest';
import { newMediaLayer, newTextLayer } from '../../../engine/edit/newLayers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import {
  clipMediaUrls,
  copyClip,
  createPasteThrottle,
  parseClip,
  printClip,
  readClip,
} from '../../../ui/client/projects/systemClipboard.ts';
import { fileOf } from '../make.ts';

const text = newTextLayer(() => 'text-1');
const facts = { kind: 'image', width: 4, height: 3, duration: 0, hasAudio: false, animated: false } as const;
const picture = newMediaLayer({ url: 'media/abc/a.png', ...facts }, () => 'picture-1');
const sample = newMediaLayer({ url: '/samples/media/b.png', ...facts }, () => 'picture-2');
const scene = { id: 's', layers: [text, picture, sample], background: '#ffffff', duration: 3, isImageVideo: true };

/** Data of a paste event. */
function data(plain: string, files: File[] = []): DataTransfer {
  return { files, getData: () => plain } as unknown as DataTransfer;
}

describe('the clipboard', () => {
  it.each([
    ['a layer', { itemType: 'layer', item: text } as const],
    ['layers', { itemType: 'layers', item: [text, picture] } as const],
    ['a scene', { itemType: 'scene', item: scene } as const],
    [
      'layers of the whole project',
      { itemType: 'layers', item: [], projectLayers: [{ ...text, anchor: 'x', from: -1 }] } as const,
    ],
    [
      'linked layers',
      { itemType: 'layers', item: [{ ...text, link: 'l' }], projectLayers: [{ ...sample, link: 'l' }] } as const,
    ],
    [
      'a scene with what follows it',
      { itemType: 'scene', item: scene, projectLayers: [{ ...text, id: 't2', anchor: 's', from: -0.5 }] } as const,
    ],
  ])('restores %s unchanged', (_, clip) => {
    expect(parseClip(printClip(clip) ?? '')).toEqual(clip);
  });

  it('writes marked JSON into a copy event synchronously', () => {
    const put: string[][] = [];
    void copyClip({ itemType: 'layer', item: text }, { setData: (...given: string[]) => put.push(given) } as never);
    expect(put).toEqual([['text/plain', printClip({ itemType: 'layer', item: text })]]);
  });

  it('cuts long text between characters', () => {
    expect(parseClip(`${'x'.repeat(9_999)}\u{1f469}\u200d\u{1f680}`)).toEqual({
      itemType: 'text',
      item: 'x'.repeat(9_999),
    });
  });

  it('prefers files to everything else', () => {
    const file = fileOf('a.png');
    expect(readClip(data('words', [file]))).toEqual({ itemType: 'files', item: [file] });
  });

  it('turns other text into a text layer, cut to the maximum length', () => {
    expect(readClip(data('  Hello\r\nworld '))).toEqual({ itemType: 'text', item: 'Hello\nworld' });
    expect(parseClip('x'.repeat(20_000))).toEqual({ itemType: 'text', item: 'x'.repeat(10_000) });
    expect(parseClip(' \n ')).toBeUndefined();
  });

  it('falls back to what was copied on this page', async () => {
    const clip = { itemType: 'scene', item: scene } as const;
    await copyClip(clip, { setData: () => undefined } as never);
    expect(readClip(null)).toEqual(clip);
    expect(readClip(data(''))).toEqual(clip);
    expect(readClip(data('newer'))).toEqual({ itemType: 'text', item: 'newer' });
  });

  it('prefers its own copy while the system clipboard is unavailable, until the page loses focus', async () => {
    const clip = { itemType: 'files', item: [fileOf('a.png')] } as const;
    expect(await copyClip({ ...clip, item: [...clip.item] })).toBe(false);
    expect(readClip(data('older'))).toEqual(clip);
    dispatchEvent(new Event('blur'));
    expect(readClip(data('newer'))).toEqual({ itemType: 'text', item: 'newer' });
  });

  it.each([
    ['a key that alters objects', '{"id":"a","type":"text","__proto__":{"x":1}}'],
    ['an unknown kind', '{"id":"a","type":"script"}'],
    ['a scheme', '{"id":"a","type":"image","url":"javascript:alert(1)"}'],
    ['no object', '"text"'],
    ['no JSON', '{'],
  ])('rejects a layer with %s', (_, item) => {
    expect(parseClip(`{"type":"cutroom-clip","itemType":"layer","item":${item}}`)).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('rejects an invalid scene and an unknown kind', () => {
    expect(parseClip('{"type":"cutroom-clip","itemType":"scene","item":{"id":1}}')).toBeUndefined();
    expect(parseClip('{"type":"cutroom-clip","itemType":"project","item":{}}')).toBeUndefined();
  });

  it('lists the local files that a clip needs', () => {
    expect(clipMediaUrls({ itemType: 'scene', item: scene })).toEqual(['media/abc/a.png']);
    expect(clipMediaUrls({ itemType: 'layer', item: picture })).toEqual(['media/abc/a.png']);
    expect(clipMediaUrls({ itemType: 'layers', item: [], projectLayers: [picture] })).toEqual(['media/abc/a.png']);
    expect(clipMediaUrls({ itemType: 'text', item: 'media/abc/a.png' })).toEqual([]);
  });

  it('accepts a project that the schema produced', () => {
    expect(parseProject({ scenes: [scene] }).ok).toBe(true);
  });
});

describe('createPasteThrottle', () => {
  it('allows one paste per 300 ms', () => {
    let now = 1000;
    const may = createPasteThrottle(undefined, () => now);
    const answers = [0, 100, 299, 300, 599, 600].map((after) => {
      now = 1000 + after;
      return may();
    });
    expect(answers).toEqual([true, false, false, true, false, true]);
  });
});
