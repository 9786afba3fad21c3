import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setAudio } from '../../../engine/edit/audio.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { parsePath } from '../../../engine/layout/path.ts';
import { pathData } from '../../../engine/project/fields.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer, ShapeLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { layerPreview } from '../../../ui/client/media/layerTitle.ts';
import type { MediaEntry } from '../../../ui/client/media/mediaEntry.ts';
import { newMediaPath, putEntry } from '../../../ui/client/media/mediaTable.ts';
import { Settings } from '../../../ui/studio/export/Settings.tsx';
import { DragUpload, Replace, Upload } from '../../../ui/studio/images/Upload.tsx';
import { ShapeFooter, shapeOffers } from '../../../ui/studio/inspector/footers.tsx';
import { LayerFooter } from '../../../ui/studio/inspector/LayerFooter.tsx';
import { Layers } from '../../../ui/studio/inspector/Layers.tsx';
import { MainFooter } from '../../../ui/studio/inspector/MainFooter.tsx';
import { MoreOptions } from '../../../ui/studio/inspector/MoreOptions.tsx';
import { SizeFooter } from '../../../ui/studio/inspector/SizeFooter.tsx';
import { change, openProject, studio } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, layer, names, open, place, show, wordsOf, write } from '../studioScreen.ts';

freshScreen();

/** Bounding box of a path as left, top, right and bottom, from points sampled along its curves. */
function reachOf(data: string): [number, number, number, number] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const { points: p } of parsePath(data)) {
    const [a, b, c, d, e, f] = p as [number, number, number, number, number, number];
    if (p.length === 2) points.push([a, b]);
    for (let i = 1; p.length === 6 && i <= 50; i += 1) {
      const [t, u] = [i / 50, 1 - i / 50];
      const along = (from: number, one: number, two: number, to: number) =>
        u ** 3 * from + 3 * u * u * t * one + 3 * u * t * t * two + t ** 3 * to;
      points.push([along(x, a, c, e), along(y, b, d, f)]);
    }
    if (p.length > 0) [x, y] = p.slice(-2) as [number, number];
  }
  const [xs, ys] = [points.map(([one]) => one), points.map(([, one]) => one)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe('a shape', () => {
  it('has a second head as an arrow and another cap as a line', async () => {
    open([{ type: 'shape', shapeType: 'arrow' }]);
    await show(<LayerFooter />);
    await click('Two-sided');
    expect(layer<'shape'>().pointerAtBeginning).toBe(true);
    await click('One-sided');
    expect(layer<'shape'>().pointerAtBeginning).toBe(false);
    await act(async () => open([{ type: 'shape', shapeType: 'line' }]));
    await click('Square');
    expect(layer<'shape'>().lineCap).toBe('square');
  });

  it('is offered in thirteen forms with valid paths that fill their size', async () => {
    for (const { choice, name } of shapeOffers) {
      if (!choice.svg) continue;
      const { data, width, height } = choice.svg;
      expect(pathData.safeParse(data).success, name).toBe(true);
      const reach = reachOf(data);
      for (const [at, edge] of [0, 0, width, height].entries()) {
        expect(Math.abs((reach[at] as number) - edge), `${name}, edge ${at}`).toBeLessThan(0.3);
      }
    }
    open([]);
    await show(<ShapeFooter />);
    expect(place.textContent).toContain('More shapes coming soon!');
    expect(names()).toHaveLength(14);
    await click('Heart');
    const heart = layer<'shape'>() as ShapeLayer;
    expect(heart).toMatchObject({ shapeType: 'svg', background: '#000000', lineWidth: 2 });
    expect(heart.position).toMatchObject({ svg_width: 100 });
    expect(location.pathname).toBe(`/studio/editor/layer/${heart.id}`);
  });
});

describe('SizeFooter', () => {
  it('applies aspect ratios, adds padding of a tenth per side, and removes it', async () => {
    open([{ type: 'text' }]);
    await show(<SizeFooter />);
    const size = () => `${studio.project.width} ${studio.project.height}`;
    for (const [name, result] of [
      ['9:16, Story', '720 1280'],
      ['16:9, Widescreen', '1280 720'],
      ['4:5, Portrait', '1024 1280'],
      ['5:4, Landscape', '1280 1024'],
      ['1:1, Square', '1280 1280'],
    ] as const) {
      await click(name);
      expect(size()).toBe(result);
      expect(button(name).getAttribute('aria-pressed')).toBe('true');
    }
    for (const side of ['Top', 'Bottom', 'Left', 'Right']) await click(`Expand padding: ${side}`);
    expect(size()).toBe('1548 1548');
    await click('Remove extra padding');
    expect(size()).toBe('1280 1280');
    expect(button('Remove extra padding').getAttribute('aria-disabled')).toBe('true');
  });

  it('shows a file without a standard ratio as custom, not as square', async () => {
    open([], { width: 1000, height: 640 });
    await show(<SizeFooter />);
    expect(button('1:1, Square').getAttribute('aria-pressed')).toBe('false');
    expect(button('Custom').getAttribute('aria-pressed')).toBe('true');
  });

  it('accepts a custom size within limits', async () => {
    open([]);
    await show(<SizeFooter />);
    await click('Custom');
    const alert = () => place.querySelector('[role="alert"]');
    const [width, height] = [...place.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement];
    await write(width, '5');
    await write(height, '');
    await click('Apply');
    expect(alert()?.textContent).toBe(
      'The width must be a whole number of pixels from 16 to 4096. The height must be a whole number of pixels from 16 to 4096.',
    );
    expect(studio.project.width).toBe(1280);
    await write(width, '640');
    await write(height, '360');
    await click('Apply');
    expect(alert()?.textContent).toBe('');
    expect(studio.project).toMatchObject({ width: 640, height: 360, ratio: '16:9' });
  });
});

describe('the layer list', () => {
  it('explains what to do while it is empty', async () => {
    open([]);
    await show(<Layers />);
    expect(place.textContent).toBe('No layers to show. Add a layer to your media to get started!');
  });

  it('shows the start of each text, and opens, reorders and removes layers', async () => {
    open([
      { type: 'text', text: 'One\n two three four five six seven eight' },
      { type: 'image', url: 'media/x/lake.jpg' },
      { type: 'shape', shapeType: 'ellipse' },
    ]);
    await show(<Layers />);
    const rows = () => [...place.querySelectorAll('li button:first-child:not([aria-label])')].map(wordsOf);
    expect(rows()).toEqual(['TextOne two three four five six se…', 'Imagelake.jpg', 'Ellipse']);
    await click('Bring forward: Ellipse');
    expect(rows()[1]).toBe('Ellipse');
    await click('Remove: Ellipse');
    expect(rows()).toHaveLength(2);
    await act(async () => place.querySelector<HTMLElement>('li:nth-child(2) button')?.click());
    expect(studio.selectedLayerId).toBe('l1');
    expect(location.pathname).toBe('/studio/editor/layer/l1');
  });

  it('cuts a preview to 30 whole characters', () => {
    const family = '👨‍👩‍👧';
    const text = { type: 'text', text: family.repeat(31) } as Layer;
    expect(layerPreview(text)).toBe(`${family.repeat(30)}…`);
    expect(layerPreview({ type: 'text', text: 'x'.repeat(30) } as Layer)).toBe('x'.repeat(30));
  });

  it('names a file as on this device, in any script', () => {
    const { id, url } = newMediaPath('مرحبا صورة.png');
    expect(layerPreview({ type: 'image', url } as Layer)).toBe('file.png');
    const entry = {
      id,
      url,
      name: 'مرحبا صورة.png',
      type: 'image/png',
      size: 4,
      shown: true,
      state: 'uploaded',
      sent: 4,
    };
    putEntry(entry as MediaEntry, new Blob(['data']));
    expect(layerPreview({ type: 'image', url } as Layer)).toBe('مرحبا صورة.png');
  });
});

describe('Settings', () => {
  it('offers video type, quality and snapping', async () => {
    open([]);
    await show(<Settings />);
    const radio = (text: string) =>
      [...place.querySelectorAll('label')]
        .find((one) => one.textContent?.startsWith(text))
        ?.querySelector('input') as HTMLElement;
    await act(async () => radio('GIF').click());
    await act(async () => radio('Standard').click());
    await click('Snap to grid');
    expect(studio.project).toMatchObject({ output: { type: 'gif' }, quality: 'standard', snapToGrid: false });
    expect(button('Snap to grid').getAttribute('aria-checked')).toBe('false');
  });

  it('warns that a GIF would be too long and loses its audio', async () => {
    open([], { videoType: 'gif', audio: { url: 'a.mp3' }, scenes: [{ id: 's', duration: 61, isImageVideo: true }] });
    await show(<Settings />);
    const [, warned] = place.querySelectorAll('[role="status"]');
    const warnings = [...(warned?.children ?? [])].map((one) => one.textContent);
    expect(warnings).toEqual([messages.gifTooLong, messages.gifHasNoSound]);
  });

  it.each([
    ['mp4', 'transparent', 'MP4 cannot be transparent: the transparent background is filled.'],
    ['mov', 'transparent', 'A transparent MOV is ProRes 4444'],
    ['webm', 'transparent', undefined],
    ['mov', '#ffffff', undefined],
  ])('says for %s what becomes of a background of %s', async (container, background, note) => {
    const scenes = [{ id: 's', duration: 2, isImageVideo: true, background }];
    open([], { output: { type: 'video', container }, scenes });
    await show(<Settings />);
    if (note === undefined) expect(place.textContent).not.toMatch(/transparent/i);
    else expect(place.textContent).toContain(note);
  });
});

describe('the main footer', () => {
  it('offers all tools, adds a text and opens screens', async () => {
    openProject({ projectId: 'p', project: newProject(newId) });
    await show(<MainFooter />);
    const last = ['Subtitles', 'Resize', 'Layers', 'Timeline', 'Settings', 'More'];
    expect(names()).toEqual(['Upload', 'Text', 'Images', 'Shapes', 'Background', 'Audio', ...last]);
    for (const [name, route] of [
      ['Upload', 'upload'],
      ['Images', 'search'],
      ['Shapes', 'shape'],
      ['Background', 'background'],
      ['Audio', 'audio'],
      ['Subtitles', 'subtitles'],
      ['Resize', 'size'],
      ['Layers', 'layers'],
      ['Timeline', 'timeline'],
      ['Settings', 'settings'],
      ['More', 'more-options'],
    ] as const) {
      await click(name);
      expect(location.pathname).toBe(`/studio/editor/${route}`);
    }
    await click('Text');
    await vi.waitFor(() => expect(layer()).toBeDefined(), 30_000);
    expect(layer<'text'>()).toMatchObject({ text: 'Sample text', fontFamily: 'Arial' });
    expect(location.pathname).toBe('/studio/editor/text');
  });

  it.each([
    [768, true],
    [769, false],
  ])('opens the list of scenes in a window of %d px: %s', async (width, isListed) => {
    openProject({ projectId: 'p', project: newProject(newId) });
    await show(<MainFooter />);
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
    await act(async () => happyDOM.setViewport({ width, height: 844 }));
    expect(names().includes('1 Scenes')).toBe(isListed);
  });

  it('opens the editor of existing audio', async () => {
    openProject({ projectId: 'p', project: newProject(newId) });
    change((project) => setAudio(project, { url: 'song.mp3', duration: 4 }));
    await show(<MainFooter />);
    await click('Edit Audio');
    expect(location.pathname).toBe('/studio/editor/audio');
  });

  it('creates a placeholder under More', async () => {
    openProject({ projectId: 'p', project: newProject(newId) });
    await show(<MoreOptions />);
    expect(place.textContent).toContain('Create placeholder');
    const option = [...place.querySelectorAll('button')].find((one) => one.textContent?.includes('placeholder'));
    await act(async () => option?.click());
    await vi.waitFor(() => expect(layer()).toBeDefined(), 30_000);
    expect(layer<'placeholder'>()).toMatchObject({ type: 'placeholder', background: '#eeeeee' });
  });
});

describe('the upload widget', () => {
  const others = ['or, drag and drop', 'or try a sample!'];
  it.each<[string, React.ReactNode, object[], string[]]>([
    ['upload', <Upload key="u" />, [], ['Click to upload', ...others]],
    ['replace', <Replace key="r" />, [{ type: 'placeholder' }], ['Click to upload', ...others]],
    ['replace', <Replace key="s" />, [{ type: 'audio', url: 'a.mp3' }], ['Click to upload audio', ...others]],
  ])('offers files, a link and a sample on the screen %s', async (_, screen, layers, words) => {
    open(layers);
    await show(screen);
    for (const one of words) expect(place.textContent).toContain(one);
    expect(place.querySelector('input[aria-label="Paste a link"]')).not.toBeNull();
  });

  it('only says where to drop while files are dragged', async () => {
    await show(<DragUpload />);
    expect([place.textContent, names()]).toEqual(['Drag here to upload', []]);
  });
});
