import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { removeLayers } from '../../../engine/edit/severalLayers.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { forgetMedia, putEntry } from '../../../ui/client/media/mediaTable.ts';
import { closeAllNotices, notices, runNoticeAction } from '../../../ui/client/page/notices.ts';
import { LeftDock } from '../../../ui/studio/media/LeftDock.tsx';
import { Media, MediaPanel } from '../../../ui/studio/media/MediaPanel.tsx';
import { panelFiles, removedFiles } from '../../../ui/studio/media/panelFiles.ts';
import { docks } from '../../../ui/studio/state/docks.ts';
import { seek, shownTime } from '../../../ui/studio/state/playback.ts';
import { change, openProject, selectLayer, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, key, names, place, resizeTo, show, wordsOf, write } from '../studioScreen.ts';

freshScreen();

const video = (id: string, url = '/v.mp4') => ({ id, type: 'video', url, duration: 8, width: 1920, height: 1080 });
const image = (id: string, url = '/logo.png') => ({ id, type: 'image', url, width: 400, height: 300 });

/** Two scenes with a video, an image in three places, audio and a file that is not on this device. */
function openExample(): void {
  const project = projectSchema.parse({
    scenes: [
      { id: 'a', layers: [image('i1'), video('v')] },
      { id: 'b', layers: [image('i2'), image('lost', 'media/none/lost.png')] },
    ],
    layers: [image('i3')],
    audio: { url: '/song.mp3', duration: 61 },
  });
  openProject({ projectId: 'p', project, selectedSceneId: 'a' });
}

/** Accessible names of the files. */
const files = () => [...place.querySelectorAll('[data-file]')].map(wordsOf);
const card = (name: string) =>
  [...place.querySelectorAll<HTMLElement>('[data-file]')].find((one) => wordsOf(one).startsWith(name));
const menuItems = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
async function choose(file: string, item: string): Promise<void> {
  await click(`Actions of ${file}`);
  await act(async () =>
    menuItems()
      .find((one) => one.textContent === item)
      ?.click(),
  );
}

beforeEach(() => {
  closeAllNotices();
  removedFiles.byProject = {};
  openExample();
});

describe('the media panel', () => {
  it('lists each file of the project once, with kind, length and uses', async () => {
    await show(<MediaPanel />);
    expect(files()).toEqual([
      'logo.png Image, used 3×',
      'v.mp4 Video, 0:08, used 1×',
      'lost.png Image, used 1×, Missing',
      'song.mp3 Audio, 1:01, used 1×',
    ]);
  });

  it('shows the name, size and failed upload of a file of this device', async () => {
    const url = 'media/none/lost.png';
    const facts = { id: 'none', name: 'Lost & found.png', size: 3_400_000, type: 'image/png', sent: 0, shown: true };
    putEntry({ ...facts, url, state: 'failed' }, new Blob());
    await show(<MediaPanel />);
    expect(files()).toContain('Lost & found.png Image, used 1×, Upload failed');
    expect(card('Lost')?.title).toBe('Lost & found.png · 400 × 300 · 3.4 MB');
    await click('Actions of Lost & found.png');
    expect(menuItems().map((one) => one.textContent)).toContain('Retry the upload');
    forgetMedia(url);
  });

  it('adds a file to the scene at the playhead as one undo step', async () => {
    await show(<MediaPanel />);
    seek(2.5);
    const before = studio.project;
    await act(async () => card('logo.png')?.click());
    const added = studio.project.scenes[0]?.layers[0];
    expect(added).toMatchObject({ type: 'image', url: '/logo.png', width: 400, height: 300, from: 2.5 });
    expect(studio.selectedLayerId).toBe(added?.id);
    expect(shownTime()).toBe(2.5);
    expect(files()[0]).toBe('logo.png Image, used 4×');
    undoChange();
    expect(studio.project).toEqual(before);
  });

  it('adds a file with the scene if too little of it would be left after the playhead', async () => {
    await show(<MediaPanel />);
    seek(7.5);
    await act(async () => card('logo.png')?.click());
    expect(studio.project.scenes[0]?.layers[0]).not.toHaveProperty('from');
    await act(async () => card('v.mp4')?.click());
    expect(studio.project.scenes[0]?.layers[0]).toMatchObject({ type: 'video', from: 7.5 });
  });

  it('does not add a missing file', async () => {
    await show(<MediaPanel />);
    const before = studio.project;
    await act(async () => card('lost.png')?.click());
    expect(studio.project).toBe(before);
    await click('Actions of lost.png');
    expect(menuItems().map((one) => one.textContent)).toEqual(['Show uses', 'Replace everywhere…']);
  });

  it('selects one use after the other, and opens the audio track', async () => {
    await show(<MediaPanel />);
    const shown: unknown[] = [];
    for (let i = 0; i < 4; i += 1) {
      await choose('logo.png', 'Show uses');
      shown.push(studio.selectedLayerId);
    }
    expect(shown).toEqual(['i1', 'i2', 'i3', 'i1']);
    expect(studio.selectedSceneId).toBe('a');
    await choose('song.mp3', 'Show uses');
    expect(location.pathname).toBe('/studio/editor/audio');
  });

  it('is one tab stop, in which arrow keys move the focus', async () => {
    await show(<MediaPanel />);
    const stops = () => [...place.querySelectorAll<HTMLElement>('[data-file][tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    await act(async () => stops()[0]?.focus());
    await key(stops()[0] as HTMLElement, 'End');
    expect(document.activeElement).toBe(card('song.mp3'));
    expect(stops()).toEqual([card('song.mp3')]);
    await key(card('song.mp3') as HTMLElement, 'ArrowLeft');
    expect(document.activeElement).toBe(card('lost.png'));
    await key(card('lost.png') as HTMLElement, 'F10', { shiftKey: true });
    expect(menuItems()[0]).toBe(document.activeElement);
    await key(menuItems()[0] as HTMLElement, 'Escape');
    expect(document.activeElement).toBe(card('lost.png'));
  });

  it('finds files by name and kind', async () => {
    await show(<MediaPanel />);
    const search = place.querySelector('input[type="search"]') as HTMLInputElement;
    await write(search, 'image LO');
    await expect.poll(files).toEqual(['logo.png Image, used 3×', 'lost.png Image, used 1×, Missing']);
    await write(search, 'nothing');
    await expect.poll(() => place.textContent).toContain('No files found.');
  });
});

describe('a file dropped on a placeholder', () => {
  const box = { x: '10%', y: '20%', width: '50%', height: '30%' };
  /** Drags a file to a position where the placeholder is, or a layer that covers it. */
  async function dropOn(name: string, layerId: string, keys: PointerEventInit = {}): Promise<void> {
    const project = projectSchema.parse({
      scenes: [{ id: 'a', layers: [{ id: 'p', type: 'placeholder', position: box }, image('i'), video('v')] }],
      audio: { url: '/song.mp3', duration: 61 },
    });
    openProject({ projectId: 'p', project, selectedSceneId: 'a' });
    await show(<MediaPanel />);
    const target = document.createElement('div');
    target.dataset.layer = layerId;
    Object.assign(document, { elementsFromPoint: () => [document.body, target, place] });
    const move = (type: string, clientX: number) =>
      act(async () => {
        const init = { pointerId: 1, button: 0, clientX, clientY: 9, bubbles: true, ...keys };
        card(name)?.dispatchEvent(new PointerEvent(type, init));
      });
    await move('pointerdown', 0);
    await move('pointermove', 50);
    await move('pointerup', 50);
  }

  it('replaces it at its place, as one undo step', async () => {
    await dropOn('v.mp4', 'p');
    const [layer] = studio.project.scenes[0]?.layers ?? [];
    expect(layer).toMatchObject({ type: 'video', url: '/v.mp4' });
    expect(studio.selectedLayerId).toBe(layer?.id);
    expect(studio.project.scenes[0]?.layers).toHaveLength(3);
    undoChange();
    expect(studio.project.scenes[0]?.layers[0]).toMatchObject({ id: 'p', type: 'placeholder' });
  });

  it.each<[string, string, string, PointerEventInit]>([
    ['is audio', 'song.mp3', 'p', {}],
    ['falls on another layer', 'v.mp4', 'i', {}],
    ['is dropped with Alt', 'v.mp4', 'p', { altKey: true }],
  ])('leaves it if it %s', async (_, name, target, keys) => {
    await dropOn(name, target, keys);
    expect(studio.project.scenes[0]?.layers.some(({ id }) => id === 'p')).toBe(true);
  });
});

describe('unused files', () => {
  it('are those that undo would bring back, and are removed from the list together', async () => {
    change((project) => removeLayers(project, ['v', 'i1']));
    change((project) => removeLayers(project, ['i2', 'i3']));
    await show(<MediaPanel />);
    expect(files()).toContain('v.mp4 Video, used 0×');
    await click('Delete 2 unused files');
    expect(files()).toEqual(['lost.png Image, used 1×, Missing', 'song.mp3 Audio, 1:01, used 1×']);
    const [notice] = notices.list;
    expect(notice?.message).toContain('2 unused files were removed from the list.');
    await act(async () => notice && runNoticeAction(notice.id));
    expect(files()).toHaveLength(4);
    await choose('v.mp4', 'Remove from list');
    expect(files()).toHaveLength(3);
    await act(async () => {
      undoChange();
      undoChange();
    });
    expect(files()).toContain('v.mp4 Video, 0:08, used 1×');
  });

  it('are removed by the Delete key, which leaves used files and passes the focus on', async () => {
    change((project) => removeLayers(project, ['v']));
    await show(<MediaPanel />);
    const press = async (name: string) => {
      await act(async () => card(name)?.focus());
      await key(card(name) as HTMLElement, 'Delete');
    };
    await press('song.mp3');
    expect(files()).toHaveLength(4);
    await press('v.mp4');
    expect(files()).toEqual([
      'logo.png Image, used 3×',
      'lost.png Image, used 1×, Missing',
      'song.mp3 Audio, 1:01, used 1×',
    ]);
    expect(document.activeElement).toBe(card('song.mp3'));
  });

  it('can be added again', async () => {
    change((project) => removeLayers(project, ['v']));
    await show(<MediaPanel />);
    await act(async () => card('v.mp4')?.click());
    expect(studio.project.scenes[0]?.layers[0]).toMatchObject({ type: 'video', url: '/v.mp4' });
  });
});

describe('a project without files', () => {
  it('offers to upload some', async () => {
    openProject({ projectId: 'q', project: projectSchema.parse({ scenes: [{ id: 's' }] }) });
    await show(<MediaPanel />);
    expect(names().filter((name) => name === 'Upload')).toHaveLength(2);
  });
});

describe('many files', () => {
  it('renders only the first of them, in linear time', async () => {
    const layers = Array.from({ length: 500 }, (_, index) => image(`i${index}`, `/${index}.png`));
    openProject({ projectId: 'q', project: projectSchema.parse({ scenes: [{ id: 's', layers }] }) });
    for (let i = 0; i < 100; i += 1) change((project) => removeLayers(project, [`i${i}`]));
    const before = process.cpuUsage();
    const listed = panelFiles(studio.project);
    const { user } = process.cpuUsage(before);
    expect(listed.filter(({ uses }) => uses.length === 0)).toHaveLength(100);
    expect(user / 1000).toBeLessThan(1000);
    await show(<MediaPanel />);
    expect(files()).toHaveLength(60);
  });
});

describe('the panel at the left', () => {
  it('has tabs for scenes and media, whose choice is stored', async () => {
    docks.left = 'scenes';
    await show(<LeftDock media={<MediaPanel />} />);
    const tab = (name: string) =>
      [...place.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === name) as HTMLElement;
    expect(tab('Scenes').getAttribute('aria-selected')).toBe('true');
    await act(async () => tab('Scenes').focus());
    await key(tab('Scenes'), 'ArrowRight');
    expect(document.activeElement).toBe(tab('Media'));
    expect(files()).toHaveLength(4);
    expect(JSON.parse(localStorage.getItem('cutroom-docks') ?? '{}')).toMatchObject({ left: 'media' });
    await key(tab('Media'), 'Home');
    expect(files()).toHaveLength(0);
    expect(button('Add Scene')).toBeTruthy();
  });

  it('opens in place of the sheet where there is room for it', async () => {
    docks.left = 'scenes';
    selectLayer(null);
    await show(<Media />);
    expect(files()).toHaveLength(0);
    expect(docks.left).toBe('media');
    docks.left = 'scenes';
    resizeTo('phone');
    await show(<Media key="phone" />);
    expect(files()).toHaveLength(4);
    expect(docks.left).toBe('scenes');
    expect(findLayer(studio.project, 'v')).toBeTruthy();
  });
});

describe('the visitor’s files in the media panel', () => {
  const uploaded = (name: string, more: object = {}) => ({
    ...{ name, url: `/api/v1/files/uploads/${name}`, size: 2_000_000, mime: 'video/mp4', kind: 'video' },
    ...{ width: 640, height: 360, duration: 4, hasAudio: true, animated: false, ...more },
  });

  it('are listed with pages and search, and are added with their length', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      const isSecond = address.includes('before=');
      const uploads = isSecond
        ? [uploaded('old.mp4')]
        : [uploaded('new_4a595d46.mp4'), uploaded('a.woff2', { kind: 'font' })];
      return Response.json({ uploads, next: isSecond ? null : 'id1' });
    });
    await show(<MediaPanel />);
    await click('Your files');
    await expect.poll(files).toEqual(['new.mp4 Video, 0:04']);
    expect(names().some((name) => name.startsWith('Delete'))).toBe(false);
    await click('Show more');
    await expect.poll(files).toEqual(['new.mp4 Video, 0:04', 'old.mp4 Video, 0:04']);
    expect(names()).not.toContain('Show more');
    await click('Actions of new.mp4');
    expect(menuItems().map((one) => one.textContent)).toEqual(['Add to scene']);
    await act(async () => menuItems()[0]?.click());
    expect(studio.project.scenes[0]?.layers[0]).toMatchObject({ type: 'video', duration: 4, width: 640 });
    await write(place.querySelector('input[type="search"]') as HTMLInputElement, 'old');
    await expect.poll(() => asked.at(-1)).toContain('search=old');
    await click('This project');
  });

  it('stay if an older page fails, which can be requested again', async () => {
    let isDown = true;
    vi.stubGlobal('fetch', async (address: string) => {
      if (!address.includes('before=')) return Response.json({ uploads: [uploaded('new.mp4')], next: 'id1' });
      if (isDown) throw new TypeError('no network');
      return Response.json({ uploads: [uploaded('old.mp4')], next: null });
    });
    await show(<MediaPanel />);
    await click('Your files');
    await expect.poll(files).toEqual(['new.mp4 Video, 0:04']);
    await click('Show more');
    await expect
      .poll(() => place.querySelector('[role="alert"]')?.textContent)
      .toBe('Older files could not be loaded.');
    expect(files()).toEqual(['new.mp4 Video, 0:04']);
    isDown = false;
    await click('Try again');
    await expect.poll(files).toEqual(['new.mp4 Video, 0:04', 'old.mp4 Video, 0:04']);
    expect(place.querySelector('[role="alert"]')).toBe(null);
    await click('This project');
  });

  it('can be requested again after a failure', async () => {
    let isDown = true;
    vi.stubGlobal('fetch', async () => {
      if (isDown) throw new TypeError('no network');
      return Response.json({ uploads: [uploaded('new.mp4')], next: null });
    });
    await show(<MediaPanel />);
    await click('Your files');
    await expect.poll(() => place.textContent).toContain('Your files could not be loaded.');
    isDown = false;
    await click('Try again');
    await expect.poll(files).toEqual(['new.mp4 Video, 0:04']);
    await click('This project');
  });
});
