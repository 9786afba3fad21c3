import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createSourcePlayer } from '../../../engine/browser/player/sourcePlayer.ts';
import { placesMoved } from '../../../engine/edit/moveSoleClip.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { useWorkKeys, type WorkKeys } from '../../../ui/app/useWorkKeys.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { TimeField } from '../../../ui/kit/TimeField.tsx';
import { TrimSlider } from '../../../ui/kit/TrimSlider.tsx';
import { UNREADABLE_TIME } from '../../../ui/kit/words.ts';
import { TrimEditor } from '../../../ui/player/TrimEditor.tsx';
import { Seeker } from '../../../ui/studio/stage/PlayBar.tsx';
import { seek } from '../../../ui/studio/state/playback.ts';
import { player } from '../../../ui/studio/state/player.ts';
import { change, dropStep, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { AudioBar } from '../../../ui/studio/timeline/AudioBar.tsx';
import { Ruler } from '../../../ui/studio/timeline/Board.tsx';
import { SceneBlock } from '../../../ui/studio/timeline/SceneBlock.tsx';
import { Transport } from '../../../ui/studio/timeline/Transport.tsx';
import { gesturePreview, timelineDrag } from '../../../ui/studio/timeline/timelineDrag.ts';
import { useStudioDrop } from '../../../ui/studio/useStudioDrop.ts';
import { button, click, field, freshScreen, key, open, part, place, show, slider, write } from '../studioScreen.ts';

freshScreen();

/** Dispatches a pointer event to an element. */
const point = (element: Element, name: string, x: number, y = 0, pointerType = 'mouse') =>
  act(async () => {
    const init = { clientX: x, clientY: y, pointerId: 1, pointerType, bubbles: true, cancelable: true };
    element.dispatchEvent(new PointerEvent(`pointer${name}`, init));
  });

/** Makes an element 100 px wide, starting at the left edge. */
function makeWide(element: Element): void {
  element.getBoundingClientRect = () => new DOMRect(0, 0, 100, 10);
}

/** A slider that applies each change to its window and reports it. */
function Slider({ tell }: { tell: (words: string) => void }) {
  const [{ start, end }, setSpan] = useState({ start: 2, end: 6 });
  const take = (from: number, to: number) => {
    tell(`${from}-${to}`);
    setSpan({ start: from, end: to });
  };
  return <TrimSlider label="Trim" {...{ start, end }} duration={10} onChange={take} onEnd={() => tell('end')} />;
}

describe('a trim slider', () => {
  const told: string[] = [];
  const showSlider = async () => {
    told.length = 0;
    await show(<Slider tell={(words) => told.push(words)} />);
    makeWide(part('trim-track'));
  };

  it('ignores a press that the system cancels, such as a swipe that scrolls', async () => {
    await showSlider();
    for (const element of [part('trim-window'), slider('Trim: start')]) {
      await point(element, 'down', 20);
      await point(element, 'cancel', 20);
    }
    expect(told).toEqual([]);
  });

  it('is dragged by its middle after 5 px, is restored by Escape and works again', async () => {
    await showSlider();
    const middle = part('trim-window');
    await point(middle, 'down', 40);
    await point(middle, 'move', 44);
    expect(told).toEqual([]);
    await point(middle, 'move', 45);
    await point(middle, 'move', 50);
    await key(middle, 'Escape');
    await point(middle, 'move', 60);
    await point(middle, 'up', 60);
    expect(told).toEqual(['2.5-6.5', '3-7', '2-6', 'end']);
    const thumb = slider('Trim: end');
    await point(thumb, 'down', 60);
    await act(async () => thumb.dispatchEvent(new PointerEvent('lostpointercapture', { pointerId: 1, bubbles: true })));
    await point(thumb, 'down', 60);
    await point(thumb, 'move', 70);
    await point(thumb, 'up', 70);
    expect(told.slice(4)).toEqual(['2-7', 'end']);
  });
});

describe('Ruler', () => {
  it.each([
    { total: 619, scale: 1.2 },
    { total: 4.3, scale: 600 },
  ])('has no label beyond its edge at $total s', async ({ total, scale }) => {
    await show(<Ruler scroller={{ current: null }} view={{ scale, start: 16, from: 0, to: total }} total={total} />);
    const marks = [...(place.querySelector('[role="slider"]')?.children ?? [])] as HTMLElement[];
    const ends = marks.map(({ style: { left, maxWidth } }) => Number.parseFloat(left) + Number.parseFloat(maxWidth));
    expect(ends.length).toBeGreaterThan(2);
    for (const end of ends) expect(end).toBeLessThanOrEqual(total * scale + 16.01);
  });
});

it('shows times in frames of the output, if chosen', async () => {
  open([{ type: 'video', url: '/a.mp4', duration: 8, fps: 25 }]);
  await show(<Transport />);
  const times = () => place.querySelector('[role="timer"]')?.textContent;
  await act(async () => seek(1.5));
  expect(times()).toBe('00:01.50 / 00:08.00');
  await act(async () => button('Show frames').click());
  expect(times()).toBe('00:01:12 / 00:08:00');
  await act(async () => button('Show hundredths').click());
  expect(times()).toBe('00:01.50 / 00:08.00');
});

it('goes to a typed time, in seconds or in frames, and returns the focus', async () => {
  open([{ type: 'video', url: '/a.mp4', duration: 80, fps: 25 }]);
  await show(<Transport />);
  const input = () => place.querySelector('[role="timer"] input') as HTMLInputElement;
  const start = button('Play');
  start.focus();
  await click('00:00.00');
  expect(document.activeElement).toBe(input());
  await write(input(), '1:02.5');
  await key(input(), 'Enter');
  expect(player.time).toBe(62.5);
  expect(document.activeElement).toBe(start);
  await click('01:02.50');
  await write(input(), '3');
  await key(input(), 'Escape');
  expect([player.time, input()]).toEqual([62.5, null]);
  await click('Show frames');
  await click('01:02:12');
  await write(input(), '0:10:05');
  await key(input(), 'Enter');
  expect(player.time).toBeCloseTo(10.2, 9);
  await click('00:10:05');
  await write(input(), 'soon');
  await key(input(), 'Enter');
  expect(notices.list.map(({ message }) => message)).toEqual([UNREADABLE_TIME]);
  await click('Show hundredths');
});

describe('a scene on the timeline', () => {
  // Scenes of 2, 6, 1 and 3 s.
  const spans = [
    [0, 2],
    [2, 8],
    [8, 9],
    [9, 12],
  ].map(([start = 0, end = 0]) => ({ start, end }));

  it.each([
    ['stays where it is for a small drag', 0, 2.9, 0],
    ['moves past a scene once it covers its middle', 0, 3.1, 1],
    ['moves past several', 0, 7, 2],
    ['moves to the end', 1, 100, 2],
    ['moves back', 2, -3.1, -1],
    ['moves to the start', 3, -100, -3],
    ['stays without scenes of that number', 9, 5, 0],
  ])('%s', (_, own, seconds, places) => {
    expect(placesMoved(spans, own, seconds)).toBe(places);
  });

  it('moves by drag as one undo step, and by Alt with an arrow key', async () => {
    open([]);
    const still = { background: '#fff', duration: 2, isImageVideo: true, layers: [] };
    change((project) => ({ ...project, scenes: ['a', 'b', 'c'].map((id) => ({ ...still, id })) }));
    const ids = () => studio.project.scenes.map(({ id }) => id).join('');
    const span = sceneSpans(studio.project)[0];
    if (!span) throw new Error('There is no scene.');
    const props = {
      project: studio.project,
      scale: 10,
      isSelected: false,
      hasTransition: false,
      hasTransitionAfter: false,
    };
    await show(
      <div className="board-all">
        <SceneBlock span={span} {...props} />
      </div>,
    );
    const block = place.querySelector('button') as HTMLElement;
    await point(block, 'down', 5);
    await point(block, 'move', 36);
    expect([ids(), gesturePreview.project?.scenes.map(({ id }) => id).join('')]).toEqual(['abc', 'bca']);
    await point(block, 'up', 36);
    expect([ids(), gesturePreview.project]).toEqual(['bca', null]);
    await act(async () => undoChange());
    expect(ids()).toBe('abc');
    await act(async () => {
      block.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', altKey: true, bubbles: true }));
    });
    expect([ids(), timelineDrag.announcement]).toEqual(['bac', 'Scene 2 of 3']);
  });
});

describe('the audio bar', () => {
  const showBar = async (rest: object = {}) => {
    const audio = { url: 'media/none/tone.wav', duration: 4, startTime: 1 };
    open([{ type: 'video', url: '/a.mp4', duration: 20 }], { audio, ...rest });
    const draw = () => {
      const { project } = studio;
      return project.audio && show(<AudioBar {...{ project, audio: project.audio, scale: 10, total: 20 }} />);
    };
    await draw();
    return slider('Audio will start at');
  };
  const startNow = () => studio.project.audio?.startTime;

  it('moves after 5 px as one undo step', async () => {
    const bar = await showBar();
    await point(bar, 'down', 20);
    await point(bar, 'move', 24);
    expect(startNow()).toBe(1);
    for (const x of [30, 40]) await point(bar, 'move', x);
    await point(bar, 'up', 40);
    expect(startNow()).toBe(3);
    undoChange();
    expect([startNow(), studio.canUndo]).toEqual([1, false]);
  });

  it.each(['Escape', 'the system'])('is restored by %s with nothing to undo', async (who) => {
    const bar = await showBar();
    const left = vi.fn();
    addEventListener('keydown', left);
    await point(bar, 'down', 20);
    await point(bar, 'move', 60);
    expect(startNow()).toBe(5);
    if (who === 'Escape') await key(bar, 'Escape');
    else await point(bar, 'cancel', 60);
    await point(bar, 'move', 90);
    removeEventListener('keydown', left);
    expect([startNow(), studio.canUndo, left.mock.calls.length]).toEqual([1, false, 0]);
  });

  it('lets a finger scroll, and follows it after a rest of 150 ms', async () => {
    vi.useFakeTimers();
    const bar = await showBar();
    await point(bar, 'down', 20, 0, 'touch');
    await point(bar, 'move', 60, 0, 'touch');
    await act(async () => vi.advanceTimersByTime(200));
    await point(bar, 'move', 80, 0, 'touch');
    await point(bar, 'up', 80, 0, 'touch');
    expect(startNow()).toBe(1);
    await point(bar, 'down', 20, 0, 'touch');
    await act(async () => vi.advanceTimersByTime(200));
    await point(bar, 'move', 60, 0, 'touch');
    await point(bar, 'up', 60, 0, 'touch');
    expect(startNow()).toBe(5);
  });
});

it('moves the seeker with a drag and restores it with Escape', async () => {
  open([{ type: 'video', url: '/a.mp4', duration: 20 }]);
  seek(4);
  await show(<Seeker />);
  makeWide(part('seeker-track'));
  await point(slider('Time'), 'down', 50);
  expect(player.time).toBe(10);
  await point(slider('Time'), 'move', 75);
  expect(player.time).toBe(15);
  await key(slider('Time'), 'Escape');
  expect(player.time).toBe(4);
});

/** A screen with all kinds of controls. */
function Screen(keys: WorkKeys) {
  useWorkKeys(keys);
  return (
    <>
      <input type="range" />
      <input aria-label="Words" />
      <TimeField label="Start" value={2} onChange={() => {}} onStep={() => {}} />
      <button type="button">Undo</button>
    </>
  );
}

describe('useWorkKeys', () => {
  const range = () => place.querySelector('[type="range"]') as HTMLElement;
  const words = () => place.querySelector('[aria-label="Words"]') as HTMLElement;
  const leave = vi.fn();
  const arrow = vi.fn();

  it('closes the screen with Escape unless text is being typed', async () => {
    await show(<Screen escape={leave} />);
    const start = field('Start');
    for (const one of [document.body, range(), button('Undo'), start]) await key(one, 'Escape');
    expect(leave).toHaveBeenCalledTimes(4);
    await write(start, '0:0');
    for (const one of [start, words()]) await key(one, 'Escape');
    expect(leave).toHaveBeenCalledTimes(4);
    await key(start, 'Escape');
    expect(leave).toHaveBeenCalledTimes(5);
  });

  it('handles arrow keys except in controls that use them', async () => {
    await show(<Screen arrow={arrow} />);
    for (const one of [document.body, button('Undo')]) await key(one, 'ArrowLeft');
    for (const one of [range(), words()]) await key(one, 'ArrowLeft');
    expect(arrow.mock.calls.map(([press]) => press.key)).toEqual(['ArrowLeft', 'ArrowLeft']);
  });
});

describe('TrimEditor', () => {
  const player = createSourcePlayer();
  const editor = (start: number, end: number) =>
    show(
      <TrimEditor
        kind="video"
        {...{ player, duration: 10 }}
        kept={{ start, end }}
        onSave={() => {}}
        onCancel={() => {}}
      >
        {null}
      </TrimEditor>,
    );
  const fields = () => [...place.querySelectorAll('input')];
  const type = async (index: number, text: string) => {
    await write(fields()[index] as HTMLInputElement, text);
    await key(fields()[index] as HTMLInputElement, 'Enter');
  };
  const wrong = () => fields().map((field) => field.getAttribute('aria-invalid') === 'true');

  it('shows the window after undo and redo', async () => {
    await editor(2, 6);
    await type(0, '3');
    await editor(1, 9);
    expect(fields().map(({ value }) => value)).toEqual(['00:01.00', '00:09.00']);
    expect(player.state.time).toBe(1);
  });

  it('marks only the invalid field', async () => {
    await editor(2, 6);
    expect(wrong()).toEqual([false, false]);
    await type(1, '1');
    expect(wrong()).toEqual([false, true]);
    await type(0, 'soon');
    expect(wrong()).toEqual([true, false]);
    await type(0, '7');
    expect(wrong()).toEqual([true, false]);
  });
});

it('removes a canceled step from the history and keeps a step with another name', () => {
  open([{ type: 'text', text: 'Words' }]);
  change((project) => ({ ...project, name: 'a' }), 'name');
  dropStep('other');
  expect(studio.project.name).toBe('a');
  dropStep('name');
  expect([studio.project.name, studio.canUndo, studio.canRedo]).toEqual([undefined, false, false]);
});

/** Listens for dropped files as the editor does. */
function Dropped() {
  useStudioDrop();
  return null;
}

/** Dispatches a drag event of files that come from another program. */
const dragFiles = (name: string) =>
  act(async () => {
    const dataTransfer = { types: ['Files'], files: [], items: [] };
    dispatchEvent(Object.assign(new Event(name, { cancelable: true }), { dataTransfer, relatedTarget: null }));
  });

describe('files dragged over the editor', () => {
  it('open the upload screen, and the previous screen again when they leave', async () => {
    vi.useFakeTimers();
    history.replaceState(null, '', '/studio/editor/layers');
    await show(<Dropped />);
    await dragFiles('dragenter');
    expect(location.pathname).toBe('/studio/editor/drag-upload');
    await dragFiles('dragleave');
    await act(async () => vi.advanceTimersByTime(299));
    expect(location.pathname).toBe('/studio/editor/drag-upload');
    await act(async () => vi.advanceTimersByTime(1));
    expect(location.pathname).toBe('/studio/editor/layers');
  });
});

describe('files dragged over a screen that does not add them', () => {
  it.each(['trimmer', 'audio-trimmer', 'audio', 'upload'])('keep %s open', async (route) => {
    history.replaceState(null, '', `/studio/editor/${route}`);
    await show(<Dropped />);
    await dragFiles('dragenter');
    await dragFiles('dragover');
    expect(location.pathname).toBe(`/studio/editor/${route}`);
  });

  it.each([
    ['trimmer', 'Finish trimming first. Then files can be added.'],
    ['templates', 'Close this panel first. Then files can be added.'],
  ])('are rejected with a message on the screen %s', async (route, message) => {
    history.replaceState(null, '', `/studio/editor/${route}`);
    open([{ type: 'video', url: '/a.mp4', duration: 20 }]);
    await show(<Dropped />);
    await dragFiles('drop');
    await expect.poll(() => notices.list.at(-1)?.message, { timeout: 30_000 }).toBe(message);
    expect(studio.canUndo).toBe(false);
  });
});
