import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { waveforms } from '../../../ui/client/media/strips.ts';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import '../../../ui/studio/state/cuesFollow.ts';
import { playhead, seek } from '../../../ui/studio/state/playback.ts';
import { change, openProject, redoChange, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { SubtitleList } from '../../../ui/studio/subtitles/Subtitles.tsx';
import { plannedCuts } from '../../../ui/subtitles/plannedCuts.ts';
import { button, click, freshScreen, key, place, show, write } from '../studioScreen.ts';

freshScreen();

/** A cue with one word per second. */
const said = (id: string, startTime: number, text: string) => ({
  ...{ id, text, startTime, endTime: startTime + text.split(' ').length },
  words: text.split(' ').map((word, i) => ({ text: word, startTime: startTime + i, endTime: startTime + i + 1 })),
});
const clip = (id: string, rest: object = {}) => ({ id, type: 'video', url: `https://example.org/${id}.mp4`, ...rest });

/** Two scenes of 8 s, an image that follows the second one, and markers; subtitles of the whole video. */
function openTwo(scenes: object[] = [{ id: 'a', layers: [clip('v', { duration: 8 })] }]): void {
  const all = [...scenes, { id: 'b', layers: [clip('w', { duration: 8 })], transition: { type: 'fade', duration: 1 } }];
  const project = projectSchema.parse({
    scenes: all,
    layers: [
      {
        id: 's',
        type: 'subtitles',
        cues: [said('1', 1, 'Umm we go'), said('2', 5, 'to sea.'), said('3', 10, 'It rains')],
      },
      { id: 'logo', type: 'image', url: 'https://example.org/l.png', anchor: 'b', from: 1, to: 3 },
    ],
    markers: [{ id: 'm', at: 12 }],
  });
  openProject({ projectId: 'p', project, selectedLayerId: 's' });
}

const layer = () => studio.project.layers?.find(({ id }) => id === 's') as SubtitlesLayer;
const shown = () => layer().cues.map(({ text, startTime }) => `${text} ${startTime}`);
const status = () => place.querySelector('[role="status"]')?.textContent;
const textOf = (number: number) =>
  place.querySelector(`[aria-label="Text of subtitle ${number}"]`) as HTMLTextAreaElement;
const pick = (number: number, from: number, to: number) =>
  act(async () => {
    const field = textOf(number);
    field.focus();
    field.setSelectionRange(from, to);
    field.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift', bubbles: true }));
  });
const errors = () => notices.list.map(({ message }) => message);

beforeEach(async () => {
  closeAllNotices();
  openTwo();
  await show(<SubtitleList />);
});

it('the first subtitle is ready to write', async () => {
  await act(async () => change(({ layers: _, ...rest }) => rest));
  await click('Write subtitles');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Text of subtitle 1');
});

describe('words in the Studio', () => {
  it('are cut out of all scenes and layers in one undo step, and restored in the list', async () => {
    const before = studio.project;
    await pick(1, 0, 2);
    seek(12);
    await click('Strike out subtitle 1');
    expect(status()).toBe('3 subtitles, 1 s cut');
    expect(place.textContent).toContain('Cut: Umm');
    expect(shown()).toEqual(['we go 1', 'to sea. 4', 'It rains 9']);
    expect(totalDuration(studio.project)).toBeCloseTo(15, 3);
    expect(studio.project.markers).toEqual([{ id: 'm', at: 11 }]);
    expect(layerSpans(studio.project, 'all').find(({ layer: { id } }) => id === 'logo')?.start).toBeCloseTo(8, 3);
    // The same moment stays on the canvas.
    expect(playhead.time).toBeCloseTo(11, 3);
    await click('Strike out subtitle 3');
    expect(shown()).toEqual(['we go 1', 'to sea. 4']);
    expect(textOf(3).getAttribute('aria-description')).toBe('Removed from the video');
    await click('Restore subtitle 1 in the video');
    expect(shown()).toEqual(['Umm we go 1', 'to sea. 5']);
    await click('Restore subtitle 3 in the video');
    expect(studio.project).toEqual(before);
    for (let step = 0; step < 4; step += 1) undoChange();
    expect(studio.project).toBe(before);
    expect(studio.canUndo).toBe(false);
    redoChange();
    await show(<SubtitleList />);
    expect(place.textContent).toContain('Cut: Umm');
  });

  it('can be cut as further words of a subtitle, or as a sentence, by keyboard', async () => {
    await pick(1, 0, 2);
    await key(textOf(1), 'x', { ctrlKey: true, shiftKey: true });
    await pick(1, 3, 5);
    expect(button('Strike out subtitle 1')).toBeTruthy();
    await key(textOf(1), 'x', { ctrlKey: true, shiftKey: true });
    expect(shown()).toEqual(['go 1', 'to sea. 3', 'It rains 8']);
    await key(textOf(1), 'x', { ctrlKey: true, shiftKey: true });
    expect(shown()[0]).toBe('Umm we go 1');
    await pick(2, 1, 1);
    await key(textOf(2), 'x', { ctrlKey: true, altKey: true });
    expect(shown()).toEqual(['Umm we go 1', 'It rains 8']);
    expect(status()).toBe('3 subtitles, 2 s cut');
  });

  it('keep edits that were made after a cut', async () => {
    await pick(1, 3, 5);
    await click('Strike out subtitle 1');
    const part = studio.project.scenes[0]?.layers[0]?.id ?? '';
    await act(async () => change((project) => setLayerFields(project, part, 'video', { isMuted: true })));
    await write(textOf(3) as never, 'It snows');
    expect(shown()).toEqual(['Umm go 1', 'to sea. 4', 'It snows 9']);
    await click('Strike out subtitle 2');
    expect(studio.project.scenes[0]?.layers.find(({ id }) => id === part)).toMatchObject({ isMuted: true });
    await click('Restore subtitle 1 in the video');
    expect(shown()).toEqual(['Umm we go 1', 'It snows 8']);
    expect(parseProject(JSON.parse(JSON.stringify(studio.project))).ok).toBe(true);
  });

  it('stay cut once clips are trimmed in another way', async () => {
    await pick(1, 0, 2);
    await click('Strike out subtitle 1');
    await act(async () => change((project) => trimLayerTime(project, 'w', 'end', 6)));
    expect(status()).toBe('3 subtitles');
    expect(textOf(1).value).toBe('we go');
    await click('Strike out subtitle 1');
    await click('Restore subtitle 1 in the video');
    expect(shown()).toEqual(['we go 1', 'to sea. 4', 'It rains 9']);
  });

  it('are not cut if nothing would remain, or if a locked layer is audible', async () => {
    openTwo([{ id: 'a', layers: [clip('v', { duration: 8, isLocked: true })] }]);
    await show(<SubtitleList />);
    const before = studio.project;
    await click('Strike out subtitle 1');
    expect(studio.project).toBe(before);
    expect(errors()).toEqual(['A locked layer is heard in this part. Unlock it to cut it.']);
    await click('Strike out subtitle 3');
    expect(shown()).toEqual(['Umm we go 1', 'to sea. 5']);
  });
});

describe('filler words in the Studio', () => {
  it('are counted, shown on the timeline and cut in one step', async () => {
    await click('Filler words');
    expect(place.textContent).toContain('1 filler word, 1 s');
    expect(plannedCuts.spans).toEqual([{ startTime: 1, endTime: 2 }]);
    await click('Remove filler words');
    expect(shown()).toEqual(['we go 1', 'to sea. 4', 'It rains 9']);
    expect(place.textContent).toContain('No filler word found.');
    expect(plannedCuts.spans).toEqual([]);
    undoChange();
    expect(shown()).toEqual(['Umm we go 1', 'to sea. 5', 'It rains 10']);
  });
});

describe('silences in the Studio', () => {
  /** Loud in spans of seconds. */
  const loud = (...spans: [number, number][]) =>
    Uint8Array.from({ length: 800 }, (_, i) => (spans.some(([from, to]) => i >= from * 100 && i < to * 100) ? 200 : 0));
  const peaks: Record<string, Uint8Array> = {
    'https://example.org/v.mp4': loud([1, 4], [5, 7]),
    'https://example.org/w.mp4': loud([2, 4]),
  };

  it('are found in all files, and cut in one step', async () => {
    vi.spyOn(waveforms, 'read').mockImplementation(async (url, duration = 8) => ({
      ...{ state: 'ready', duration, peaks: peaks[url] ?? loud() },
    }));
    const before = studio.project;
    await click('Silences');
    await expect.poll(() => place.textContent).toContain('4 silences, 8.4 s. Words with known times stay.');
    expect(plannedCuts.spans[0]).toEqual({ startTime: 0, endTime: 0.9 });
    await click('Remove silences');
    expect(totalDuration(studio.project)).toBeCloseTo(7.6, 3);
    expect(shown()).toEqual(['Umm we go 0.1', 'to sea. 3.3', 'It rains 5.5']);
    await click('Restore all cuts');
    expect(studio.project).toEqual(before);
    undoChange();
    undoChange();
    expect(studio.project).toBe(before);
  });

  it('are found and cut without subtitles, and restored by undo', async () => {
    vi.spyOn(waveforms, 'read').mockImplementation(async (url, duration = 8) => ({
      ...{ state: 'ready', duration, peaks: peaks[url] ?? loud() },
    }));
    await act(async () =>
      change(({ layers = [], ...rest }) => ({ ...rest, layers: layers.filter(({ id }) => id !== 's') })),
    );
    const before = studio.project;
    seek(12);
    await click('Find silences');
    await expect.poll(() => place.textContent).toContain('4 silences, 8.4 s');
    expect(plannedCuts.spans[0]).toEqual({ startTime: 0, endTime: 0.9 });
    await click('Remove silences');
    expect([totalDuration(studio.project), playhead.time]).toEqual([7.6, 7.5]);
    await expect.poll(() => place.textContent).toContain('No silence matches.');
    await act(async () => undoChange());
    expect(studio.project).toBe(before);
    await click('Find silences');
    expect(plannedCuts.spans).toEqual([]);
  });

  it('are not looked for after a cancel, nor cut if a file cannot be read', async () => {
    let signal = new AbortController().signal;
    const read = vi.spyOn(waveforms, 'read').mockImplementation((_, __, own) => {
      signal = own;
      return new Promise(() => {});
    });
    const before = studio.project;
    await click('Silences');
    await click('Remove silences');
    await click('Cancel');
    expect(signal.aborted).toBe(true);
    read.mockImplementation(async () => ({ state: 'missing', duration: 0, peaks: new Uint8Array() }));
    await click('Remove silences');
    await expect.poll(() => place.textContent).toContain('The audio could not be read.');
    expect(studio.project).toBe(before);
  });
});
