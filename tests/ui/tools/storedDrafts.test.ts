import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { tools } from '../../../engine/tools/index.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { storedDrafts } from '../../../ui/client/drafts/storedDrafts.ts';
import { addSources, draftHistories, draftOf, editDraft, setField, undoDraft } from '../../../ui/tools/drafts.ts';
import { resetAllDrafts } from '../../../ui/tools/forgetDrafts.ts';

const toolOf = (id: string) => tools.find((tool) => tool.id === id) as Tool;
const file = (url: string): ChosenMedia => ({
  ...{ url, kind: 'video', width: 640, height: 360, duration: 10, hasAudio: true, animated: false },
});

type Drafts = typeof import('../../../ui/tools/drafts.ts');

const KEY = 'cutroom-tool-drafts';
/** Returns the stored drafts after this many milliseconds, with the code that stores drafts loaded. */
const stored = async (after = 500) => {
  await import('../../../ui/client/drafts/syncDrafts.ts');
  await vi.advanceTimersByTimeAsync(after);
  return JSON.parse(localStorage.getItem(KEY) ?? '{}');
};

beforeEach(() => {
  // Discards pending writes of the previous test.
  dispatchEvent(new Event('pagehide'));
  for (const id of Object.keys(draftHistories)) delete draftHistories[id];
  vi.useFakeTimers();
});

describe('a draft', () => {
  it('is stored without its undo steps after a pause or when the page is left', async () => {
    const speed = toolOf('speed');
    await stored();
    addSources(speed, [file('a.mp4')]);
    await stored(200);
    setField(speed, 'speedChoice', 2);
    await stored(200);
    expect((await stored(0)).speed).toBeUndefined();
    expect((await stored(100)).speed).toEqual({ sources: [file('a.mp4')], settings: { speedChoice: 2 } });
    setField(speed, 'speedChoice', 3);
    dispatchEvent(new Event('pagehide'));
    expect((await stored(0)).speed).toMatchObject({ settings: { speedChoice: 3 } });
    // Continuous editing also stores it eventually.
    for (let turn = 0; turn < 16; turn += 1) {
      setField(speed, 'speedChoice', 1 + turn / 10);
      await stored(200);
    }
    expect((await stored(0)).speed).not.toMatchObject({ settings: { speedChoice: 3 } });
  });

  it('is stored less often when storing is slow, but immediately when the page is left', async () => {
    const speed = toolOf('speed');
    await stored(5000);
    vi.stubGlobal('sessionStorage', { setItem: () => void vi.setSystemTime(Date.now() + 15) });
    addSources(speed, [file('a.mp4')]);
    await stored(400);
    vi.unstubAllGlobals();
    setField(speed, 'speedChoice', 2);
    expect((await stored(600)).speed).not.toMatchObject({ settings: { speedChoice: 2 } });
    expect((await stored(400)).speed).toMatchObject({ settings: { speedChoice: 2 } });
    setField(speed, 'speedChoice', 3);
    dispatchEvent(new Event('pagehide'));
    expect((await stored(0)).speed).toMatchObject({ settings: { speedChoice: 3 } });
  });

  it('keeps the changes of this window when another window edits the same tool', async () => {
    const speed = toolOf('speed');
    addSources(speed, [file('a.mp4')]);
    setField(speed, 'speedChoice', 2);
    await stored();
    const theirs = { sources: [file('b.mp4')], settings: { speedChoice: 4 } };
    localStorage.setItem(KEY, JSON.stringify({ speed: theirs }));
    dispatchEvent(new Event('storage'));
    expect((await stored()).speed).toEqual(theirs);
    expect([draftOf(speed), storedDrafts().speed].map((draft) => draft?.settings.speedChoice)).toEqual([2, 2]);
    setField(speed, 'speedChoice', 3);
    expect((await stored()).speed.settings).toEqual({ speedChoice: 3 });
    localStorage.setItem(KEY, JSON.stringify({ speed: theirs }));
    sessionStorage.clear();
    expect(storedDrafts().speed).toEqual(theirs);
  });

  it('preserves drafts of other tools that another window stores', async () => {
    const theirs = { sources: [file('b.mp4')], settings: { brightness: 70 } };
    localStorage.setItem(KEY, JSON.stringify({ filter: theirs }));
    setField(toolOf('speed'), 'speedChoice', 3);
    expect(await stored()).toMatchObject({ filter: theirs, speed: { settings: { speedChoice: 3 } } });
  });

  it('merges the changes of two windows to the same file, and undo keeps those of the other window', async () => {
    const subtitles = toolOf('subtitles');
    const cue = (id: string, text: string) => ({ id, text, startTime: 0, endTime: 2 });
    const edit = (tab: typeof tabs, change: (cues: Cue[]) => Cue[]) =>
      tab.editDraft(subtitles, ({ settings, ...draft }) => {
        return { ...draft, settings: { ...settings, subtitles: change((settings.subtitles as Cue[]) ?? []) } };
      });
    const tabs = { editDraft, draftOf, undoDraft };
    addSources(subtitles, [file('a.mp4')]);
    edit(tabs, () => [cue('a', 'one'), cue('b', 'two')]);
    await stored();
    vi.resetModules();
    const other: typeof tabs = await import('../../../ui/tools/drafts.ts');
    const textsIn = ({ draftOf: of }: typeof tabs) =>
      (of(subtitles).settings.subtitles as Cue[]).map(({ text }) => text);
    const told = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        await stored();
        dispatchEvent(new Event('storage'));
      }
    };
    edit(other, (cues) => cues.map((one) => (one.id === 'a' ? cue('a', 'one more') : one)));
    edit(tabs, (cues) => [...cues, cue('c', 'three')]);
    other.editDraft(subtitles, (draft) => ({ ...draft, settings: { ...draft.settings, size: 20 } }));
    await told(3);
    for (const tab of [tabs, other]) expect(textsIn(tab)).toEqual(['one more', 'two', 'three']);
    expect([tabs, other].map((tab) => tab.draftOf(subtitles).settings.size)).toEqual([20, 20]);
    undoDraft(subtitles);
    expect(textsIn(tabs)).toEqual(['one more', 'two']);
    expect(draftOf(subtitles).settings.size).toBe(20);
    await told(2);
    expect(textsIn(other)).toEqual(['one more', 'two']);
    // One window overwrites what the other has just stored; versions identify the common base.
    const before = localStorage.getItem(KEY) as string;
    edit(other, (cues) => cues.filter(({ id }) => id !== 'b'));
    dispatchEvent(new Event('pagehide'));
    const mine = JSON.parse(before.replace('one more', 'one again'));
    localStorage.setItem(KEY, JSON.stringify({ ...mine, '@': ['later', ...mine['@']] }));
    await told(2);
    expect([textsIn(other), textsIn(tabs)]).toEqual([['one again'], ['one again']]);
    // Both windows write into the first cue of a new list.
    for (const tab of [tabs, other]) edit(tab, () => []);
    await told(1);
    edit(tabs, () => [cue('first', 'mine')]);
    edit(other, () => [cue('first', 'yours')]);
    await told(3);
    expect([textsIn(tabs), textsIn(other)].map((texts) => texts.toSorted())).toEqual([
      ['mine', 'yours'],
      ['mine', 'yours'],
    ]);
  });
});

describe('a reset draft', () => {
  it('stays reset after a reload, also in this window', async () => {
    const speed = toolOf('speed');
    addSources(speed, [file('a.mp4')]);
    await stored();
    expect(storedDrafts().speed).toBeDefined();
    resetAllDrafts();
    expect((await stored()).speed).toBeUndefined();
    expect(storedDrafts().speed).toBeUndefined();
  });
});

describe('a change just before the page is left', () => {
  it('survives a reload and is stored later, even if the storing code was not loaded', async () => {
    const [speed, filter] = [toolOf('speed'), toolOf('filter')];
    addSources(speed, [file('a.mp4')]);
    setField(filter, 'brightness', 50);
    await stored();
    vi.resetModules();
    const early: Drafts = await import('../../../ui/tools/drafts.ts');
    early.setField(speed, 'speedChoice', 4);
    delete early.draftHistories.filter;
    dispatchEvent(new Event('pagehide'));
    vi.resetModules();
    const again: Drafts = await import('../../../ui/tools/drafts.ts');
    expect(again.draftOf(speed)).toEqual({ sources: [file('a.mp4')], settings: { speedChoice: 4 } });
    expect(again.draftOf(filter).settings).toEqual({});
    const { speed: kept, filter: gone } = await stored(1000);
    expect([kept.settings, gone]).toEqual([{ speedChoice: 4 }, undefined]);
  });
});

it('stores a draft with the next change after storage was full', async () => {
  const speed = toolOf('speed');
  await stored();
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', full);
  vi.stubGlobal('sessionStorage', full);
  setField(speed, 'speedChoice', 3);
  expect((await stored()).speed).toBeUndefined();
  vi.unstubAllGlobals();
  setField(toolOf('filter'), 'brightness', 60);
  expect(await stored()).toMatchObject({ speed: { settings: { speedChoice: 3 } }, filter: {} });
  expect(storedDrafts().speed?.settings).toEqual({ speedChoice: 3 });
});
