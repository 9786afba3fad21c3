import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { type Autosave, createAutosave } from '../../../ui/client/projects/autosave.ts';
import { KEPT_NOWHERE } from '../../../ui/client/projects/listSaver.ts';
import { parseState } from '../../../ui/client/projects/readStored.ts';
import { restoreState, restoreStudio } from '../../../ui/client/projects/restore.ts';
import { type StoredState, writer, writeState } from '../../../ui/client/projects/stateStore.ts';
import { unreadableTexts } from '../unreadableTexts.ts';

const layers = ['front', 'back'].map((id) => newTextLayer(() => id));
const project = made({ scenes: [{ id: 'one' }, { id: 'two', layers }] });
const place = {
  selectedSceneId: 'two',
  selectedSceneIndex: 1,
  selectedLayerId: 'back',
  studioTime: 3,
  showCanvas: true,
};
const state: StoredState = { ...project, ...place, projectId: 'p1', savedAt: 1000, stateVersion: 1 };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('a stored state', () => {
  it('is restored unchanged', async () => {
    expect(writeState(state).kept).toBe('whole');
    expect(await restoreState()).toEqual({ ok: true, state: { ...state, writer } });
  });

  it('has the fields of the specification, which are not part of the restored project', async () => {
    const media = { width: 100, height: 100, duration: 2 };
    const scenes = [
      {
        id: 'one',
        layers: [
          { id: 'short', type: 'video', url: 'a.mp4', ...media },
          { id: 'long', type: 'video', url: 'b.mp4', ...media, duration: 5 },
          { id: 'gif', type: 'video', url: 'media/x/c.gif', converted_gif: true, ...media, duration: 9 },
        ],
      },
      { id: 'two', duration: 3, isImageVideo: true, layers: [{ id: 'text', type: 'text' }] },
    ];
    const given = { ...state, ...made({ scenes }), selectedLayerId: 'text' };
    writeState(given);
    const kept = JSON.parse(localStorage.getItem('state') ?? '');
    expect(kept).toMatchObject({
      ...{ videoType: 'mp4', duration: 8, parentId: null, selectedSceneIndex: 1 },
      layerSceneDict: { short: 'one', long: 'one', gif: 'one', text: 'two' },
      scenes: [
        { maxLayer: 'long', layers: [{ id: 'short' }, { id: 'long' }, { gif_name: 'c.gif', conversion_id: null }] },
        { maxLayer: null },
      ],
    });
    expect(await restoreState()).toEqual({ ok: true, state: { ...given, writer } });
  });

  it('is undefined on the first visit', async () => {
    expect(await restoreState()).toBeUndefined();
  });

  it.each([
    ['a scene that is gone', { selectedSceneId: 'gone' }, { selectedSceneId: 'one', selectedSceneIndex: 0 }],
    ['a layer that is gone', { selectedLayerId: 'gone' }, { selectedLayerId: null }],
    ['the background', { selectedLayerId: 'background' }, { selectedLayerId: 'background' }],
    ['a time that is none', { studioTime: 'now' }, { studioTime: 0 }],
    ['no project id', { projectId: '../x' }, { projectId: expect.stringMatching(/^\w{12}$/) }],
  ])('with %s is repaired', (_, broken, mended) => {
    const found = parseState(JSON.stringify({ ...state, ...broken }));
    expect(found).toMatchObject({ ok: true, state: mended });
  });

  it('of this tab has priority over that of another tab, unless that is newer and of the same project', async () => {
    writeState(state);
    localStorage.setItem('state', JSON.stringify({ ...state, projectId: 'p2', savedAt: 2000 }));
    expect(await restoreState()).toMatchObject({ state: { projectId: 'p1' } });
    localStorage.setItem('state', JSON.stringify({ ...state, name: 'Newer', savedAt: 2000 }));
    expect(await restoreState()).toMatchObject({ state: { name: 'Newer' } });
  });

  it('is read once from a page that the server preloaded it into', async () => {
    writeState(state);
    const script = document.createElement('script');
    Object.assign(script, { type: 'application/json', id: 'preloaded-state' });
    script.textContent = JSON.stringify({ ...project, name: 'From the server' });
    document.body.append(script);
    expect(await restoreState()).toMatchObject({ ok: true, state: { name: 'From the server' } });
    expect(await restoreState()).toMatchObject({ ok: true, state: { projectId: 'p1' } });
  });
});

describe('an older state', () => {
  it('opens as a bare project', () => {
    expect(parseState(JSON.stringify(project))).toMatchObject({ ok: true, state: { ...project, stateVersion: 1 } });
  });

  it('opens in the flat form without unknown fields', async () => {
    const old = {
      ratio: '16:9',
      width: 1280,
      height: 720,
      background: '#ffffff',
      duration: null,
      audio: {},
      selectedSceneId: 7,
      selectedSceneIndex: 0,
      selectedLayerId: 11,
      layerSceneDict: { 11: 7 },
      canvasVideos: [{}],
      clipboard: { itemType: 'layer', item: null },
      overlayMounted: true,
      studioPaused: true,
      fontsLoaded: 9,
      scenes: [
        {
          id: 7,
          background: '#000000',
          maxLayer: { id: 11 },
          duration: null,
          layers: [
            { id: 11, type: 'Text', text: 'Old', fontSize: 40, position: { x: 10, y: '5%', width: 50, height: 20 } },
            { id: 12, type: 'image', url: 'blob:https://example.org/1', width: 0, position: { x: '1%' } },
            { id: 13, type: 'video', url: 'https://example.org/a.mp4', duration: null, width: 64, height: 48 },
          ],
        },
      ],
    };
    const found = parseState(JSON.stringify(old));
    expect(found).toMatchObject({
      ok: true,
      state: { height: 720, audio: null, selectedSceneId: '7', selectedLayerId: '11', studioTime: 0 },
    });
    if (found.ok !== true) return;
    expect(found.state).not.toHaveProperty('layerSceneDict');
    const [scene] = found.state.scenes;
    expect(scene?.layers.map(({ id, type }) => [id, type])).toEqual([
      ['11', 'text'],
      ['12', 'placeholder'],
      ['13', 'video'],
    ]);
    expect(scene?.layers[0]).toMatchObject({ fontSize: '40px', position: { x: '10%', width: '50%' } });
    expect(scene?.layers[1]).toMatchObject({ position: { x: '1%' } });
  });
});

describe('an unreadable state', () => {
  it.each([
    ['no JSON', '{"scenes": [', ''],
    ['nothing', '', ''],
    ['no object', '5', ''],
    ['a key that alters objects', '{"scenes":[{"id":"a"}],"__proto__":{"polluted":1}}', '/__proto__'],
    ['a wrong value', '{"width":5,"scenes":[{"id":"a"}]}', '/width'],
    ['a newer version', '{"stateVersion":2,"scenes":[{"id":"a"}]}', '/stateVersion'],
  ])('because it is %s is reported and set aside', async (_, text, pointer) => {
    localStorage.setItem('state', text);
    const found = await restoreState();
    expect(found).toMatchObject({ ok: false, text, problems: [{ pointer, message: expect.stringMatching(/\.$/) }] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    writeState(state);
    expect(unreadableTexts()).toEqual(text === '' ? [] : [text]);
  });

  it('replaces the oldest of three stored texts', async () => {
    for (const text of ['1', '2', '3', '4', '4']) {
      localStorage.setItem('state', text);
      await restoreState();
    }
    expect(unreadableTexts()).toEqual(['2', '3', '4']);
    localStorage.removeItem('state-unreadable-2');
    localStorage.setItem('state', '5');
    await restoreState();
    expect(unreadableTexts()).toEqual(['2', '5', '4']);
  });

  it('does not hide a readable state of this tab', async () => {
    writeState(state);
    localStorage.setItem('state', '{');
    expect(await restoreState()).toEqual({ ok: true, state: { ...state, writer } });
    expect(unreadableTexts()).toHaveLength(1);
  });
});

describe('full or forbidden storage', () => {
  it('holds only the id, and the project is loaded from the list', async () => {
    refuse((text) => text.length > 200);
    expect(writeState(state).kept).toBe('pointer');
    expect(await restoreState()).toEqual({ ok: 'saved', projectId: 'p1', savedAt: 1000 });
    // There is no database here, so the list is empty.
    expect(await restoreStudio()).toMatchObject({ ok: false, problems: [{ code: 'file.unreadable' }] });
  });

  it('causes no exception', async () => {
    const forbid = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    const forbidden = { getItem: forbid, setItem: forbid, removeItem: forbid };
    vi.stubGlobal('localStorage', forbidden);
    vi.stubGlobal('sessionStorage', forbidden);
    expect(writeState(state).kept).toBe('nothing');
    expect(await restoreState()).toBeUndefined();
  });
});

describe('autosave', () => {
  let open: Project | undefined;
  let autosave: Autosave;
  const kept = () => (JSON.parse(localStorage.getItem('state') ?? 'null') as StoredState | null)?.name;
  const edit = (name: string) => {
    open = { ...project, name };
    autosave.changed();
  };
  const trouble: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    trouble.length = 0;
    open = project;
    autosave = createAutosave({
      read: () => open && { projectId: 'p1', project: open, place },
      onTrouble: (sentence) => trouble.push(sentence),
    });
  });
  afterEach(() => autosave.stop());

  it('writes 300 ms after the first of many changes', () => {
    edit('a');
    vi.advanceTimersByTime(200);
    edit('ab');
    vi.advanceTimersByTime(99);
    expect(kept()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(kept()).toBe('ab');
  });

  it.each([
    ['left', () => dispatchEvent(new Event('pagehide'))],
    [
      'hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('writes immediately when the page is %s', (_, leave) => {
    edit('half a wo');
    leave();
    expect(kept()).toBe('half a wo');
  });

  it('writes nothing without changes, so work of another tab stays', () => {
    localStorage.setItem('state', JSON.stringify({ ...state, name: 'Other tab' }));
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toBe('Other tab');
  });

  it('writes a change without notification when the page is left', () => {
    open = { ...project, name: 'untold' };
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toBe('untold');
  });

  it('writes nothing after it stopped or while no project is open', () => {
    edit('a');
    open = undefined;
    vi.advanceTimersByTime(300);
    edit('b');
    autosave.stop();
    vi.advanceTimersByTime(1000);
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toBeUndefined();
  });

  it('reports once that work cannot be stored, and once that it can again', async () => {
    const makeRoom = refuse(() => true);
    edit('a');
    await vi.advanceTimersByTimeAsync(10_000);
    edit('b');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(trouble).toEqual([KEPT_NOWHERE]);
    makeRoom();
    edit('c');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(trouble).toEqual([KEPT_NOWHERE, '']);
    expect(kept()).toBe('c');
  });
});

/** Replaces the storages with full ones that reject some texts. @returns a function that makes room. */
function refuse(isRefused: (text: string) => boolean): () => void {
  let isFull = true;
  for (const name of ['localStorage', 'sessionStorage']) {
    const items = new Map<string, string>();
    vi.stubGlobal(name, {
      getItem: (key: string) => items.get(key) ?? null,
      removeItem: (key: string) => items.delete(key),
      setItem: (key: string, text: string) => {
        if (isFull && isRefused(text)) throw new DOMException('Full', 'QuotaExceededError');
        items.set(key, text);
      },
    });
  }
  return () => {
    isFull = false;
  };
}

function made(input: unknown): Project {
  const parsed = parseProject(input);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}
