import { act } from 'react';
import { useSnapshot } from 'valtio';
import { describe, expect, it, vi } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { canGroup } from '../../../engine/edit/group.ts';
import { lockLayers } from '../../../engine/edit/layerFlags.ts';
import { markersOf, renameMarker } from '../../../engine/edit/markers.ts';
import { removeLayers } from '../../../engine/edit/severalLayers.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { Scene } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { notices, runNoticeAction } from '../../../ui/client/page/notices.ts';
import { removeWithGap } from '../../../ui/studio/state/arrange.ts';
import { inspectorView } from '../../../ui/studio/state/docks.ts';
import { openLayers } from '../../../ui/studio/state/go.ts';
import { remove, setFields } from '../../../ui/studio/state/layers.ts';
import { deleteMarker, goToMarker, markMoment } from '../../../ui/studio/state/markers.ts';
import { seek, shownTime } from '../../../ui/studio/state/playback.ts';
import { splitAtPlayhead } from '../../../ui/studio/state/splitAtPlayhead.ts';
import { change, sceneOf, selectScene, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { timelineModes, toggleDropMode, toggleRipple } from '../../../ui/studio/state/timelineModes.ts';
import { Lanes } from '../../../ui/studio/timeline/Lanes.tsx';
import { textLeft } from '../../../ui/studio/timeline/LayerBar.tsx';
import { useRows } from '../../../ui/studio/timeline/rows.ts';
import { topOf, volumeAt } from '../../../ui/studio/timeline/SoundHandles.tsx';
import { TrimSliders } from '../../../ui/studio/timeline/Trims.tsx';
import { gesturePreview, timelineDrag } from '../../../ui/studio/timeline/timelineDrag.ts';
import { button, freshScreen, key, open, place, show, slider } from '../studioScreen.ts';

freshScreen();

/** CSS pixels per second. */
const SCALE = 100;

/** All clips. */
function Bars({ start = 16 }: { start?: number }) {
  const { project } = useSnapshot(studio);
  const { project: preview } = useSnapshot(gesturePreview);
  const view = { scale: SCALE, start, from: 0, to: 1000 };
  return (
    <div className="board-all">
      <Lanes rows={useRows(project, preview)} view={view} />
    </div>
  );
}

const words = { type: 'text', text: 'Words', from: 1, to: 2 };
const later = { type: 'text', text: 'Later', from: 4, to: 5 };
const video = { type: 'video', url: 'media/none/a.mp4', duration: 10 };
const sound = { type: 'audio', url: 'media/none/s.mp3', duration: 2, from: 0.5 };

const bars = () => place.querySelectorAll<HTMLElement>('li[data-layer] button');

const withVideoAlone = (one: Scene): Scene => ({ ...one, layers: one.layers.filter(({ type }) => type === 'video') });

/** Shows clips for a text from 1 to 2 s, for others, and for a video of 10 s. */
async function showBars(rest: object = {}): Promise<void> {
  history.replaceState(null, '', '/studio/editor/timeline');
  open([words, later, video, sound], rest);
  await show(<Bars />);
  // Far wider than any drag. At an edge, the timeline would scroll in every frame, and frames of happy-dom take no
  // time.
  place.getBoundingClientRect = () => new DOMRect(-1000, 0, 4000, 400);
  for (const bar of bars()) {
    bar.getBoundingClientRect = () => {
      const { left, width } = (bar.parentElement as HTMLElement).style;
      return new DOMRect(Number.parseFloat(left), 0, Number.parseFloat(width), 40);
    };
  }
}

const point = (element: Element, name: string, x: number, more: object = {}) =>
  act(async () => {
    const init = { clientX: x, clientY: 10, pointerId: 1, pointerType: 'mouse', bubbles: true, cancelable: true };
    element.dispatchEvent(new PointerEvent(`pointer${name}`, { ...init, ...more }));
  });

async function drag(element: Element, xs: readonly number[], more: object = {}): Promise<void> {
  const [first = 0, ...rest] = xs;
  await point(element, 'down', first, more);
  for (const x of rest) await point(element, 'move', x, more);
  await point(element, 'up', rest.at(-1) ?? first, more);
}

const timesOf = (id: string) => {
  const { from, to } = findLayer(studio.project, id)?.layer ?? {};
  return [from, to];
};
const shownTimes = () => {
  const { left, width } = (button('Text Words').parentElement as HTMLElement).style;
  return [left, width];
};

describe('a clip on the timeline', () => {
  it('is placed at the time of its layer, with audio below the others', async () => {
    await showBars();
    expect(shownTimes()).toEqual(['100px', '100px']);
    const rows = [...bars()].map((bar) => bar.getAttribute('aria-label'));
    expect(rows).toEqual(['Text Words', 'Text Later', 'Video a.mp4', 'Audio s.mp3']);
    expect([...bars()].map((bar) => bar.parentElement?.style.top)).toEqual(['0px', '0px', '47px', '94px']);
    expect(button('Audio s.mp3').title).toContain('00:00.50 – 00:02.50');
  });

  it('changes the project once at the end of a drag and shows a draft meanwhile', async () => {
    await showBars();
    const bar = button('Text Words');
    await point(bar, 'down', 150);
    await point(bar, 'move', 153);
    expect(gesturePreview.project).toBeNull();
    await point(bar, 'move', 273);
    expect([shownTimes(), timesOf('l0')]).toEqual([
      ['223px', '100px'],
      [1, 2],
    ]);
    expect(place.textContent).toContain('00:02.23 – 00:03.23');
    await point(bar, 'up', 273);
    await act(async () => bar.click());
    expect([timesOf('l0'), gesturePreview.project, shownTime()]).toEqual([[2.23, 3.23], null, 0]);
    await act(async () => undoChange());
    expect([timesOf('l0'), studio.canUndo]).toEqual([[1, 2], false]);
  });

  it('snaps to the playhead and to other clips, but not while Ctrl is down', async () => {
    await showBars();
    seek(6);
    const bar = button('Text Words');
    await point(bar, 'down', 150);
    await point(bar, 'move', 346);
    expect([shownTimes(), timelineDrag.snappedAt]).toEqual([['300px', '100px'], 4]);
    await point(bar, 'move', 346, { ctrlKey: true });
    expect([shownTimes(), timelineDrag.snappedAt]).toEqual([['296px', '100px'], null]);
    await point(bar, 'move', 645);
    expect([shownTimes(), timelineDrag.snappedAt]).toEqual([['600px', '100px'], 6]);
    await point(bar, 'up', 645);
    expect([timesOf('l0'), timelineDrag.snappedAt]).toEqual([[6, 7], null]);
  });

  it('moves to another scene, where it is clipped by its end and can be let continue', async () => {
    await showBars();
    const end = { ...sceneOf(studio.project, ''), id: 'b', layers: [], duration: 2, isImageVideo: true };
    await act(async () => change((project) => ({ ...project, scenes: [...project.scenes, end] })));
    await drag(button('Text Words'), [150, 300, 1210]);
    expect(studio.project.scenes.map(({ layers }) => layers.map(({ id }) => id))).toEqual([['l1', 'l2', 'l3'], ['l0']]);
    expect([timesOf('l0'), studio.selectedSceneId]).toEqual([[1.6, undefined], 'b']);
    expect(notices.list.at(-1)?.message).toBe('The end of the scene cuts off 0.6 s.');
    await act(async () => runNoticeAction(notices.list.at(-1)?.id ?? 0));
    expect(studio.project.layers?.map(({ id, from, to }) => [id, from, to])).toEqual([['l0', 11.6, 12.6]]);
  });

  it('takes its scene along if it alone sets the length of that, as one undo step', async () => {
    await showBars();
    const end = { ...sceneOf(studio.project, ''), id: 'b', layers: [], duration: 2, isImageVideo: true };
    await act(async () => change((project) => ({ ...project, scenes: [...project.scenes.map(withVideoAlone), end] })));
    await drag(button('Video a.mp4'), [500, 600, 700]);
    const order = () => studio.project.scenes.map(({ id }) => id);
    expect([order(), studio.selectedLayerId]).toEqual([['b', 's'], 'l2']);
    await act(async () => undoChange());
    expect(order()).toEqual(['s', 'b']);
  });

  it('moves the playhead to where it was clicked, unless the playhead is in it', async () => {
    await showBars();
    const click = (x: number) =>
      act(async () => {
        button('Text Later').dispatchEvent(new MouseEvent('click', { clientX: x, detail: 1, bubbles: true }));
      });
    await click(430);
    expect([studio.selectedLayerId, shownTime()]).toEqual(['l1', 4.3]);
    await click(480);
    expect(shownTime()).toBe(4.3);
    await act(async () => seek(0));
    await act(async () => button('Text Later').click());
    expect(shownTime()).toBe(4);
  });

  it('is restored by Escape with nothing to undo', async () => {
    await showBars();
    const bar = button('Text Words');
    await point(bar, 'down', 150);
    await point(bar, 'move', 400);
    await key(bar, 'Escape');
    await point(bar, 'move', 500);
    await point(bar, 'up', 500);
    expect([timesOf('l0'), gesturePreview.project, studio.canUndo, shownTimes()[0]]).toEqual([
      [1, 2],
      null,
      false,
      '100px',
    ]);
  });

  it('is trimmed at its ends with the mouse and with its handles', async () => {
    await showBars();
    await drag(button('Text Words'), [196, 230, 270]);
    expect(timesOf('l0')).toEqual([1, 2.74]);
    const start = slider('Start of Words');
    await drag(start, [96, 66], { pointerType: 'touch' });
    expect(timesOf('l0')).toEqual([0.7, 2.74]);
  });

  it('is inserted between others when dropped with Alt, and overwrites them with Shift', async () => {
    await showBars();
    const drop = (modifier: object) => drag(button('Text Words'), [150, 500, 550], { ctrlKey: true, ...modifier });
    await drop({ altKey: true });
    expect([timesOf('l0'), timesOf('l1'), studio.project.scenes[0]?.layers.length]).toEqual([[5, 6], [4, 5], 4]);
    await act(async () => undoChange());
    await drag(button('Text Words'), [150, 400, 500], { ctrlKey: true, altKey: true });
    expect(studio.project.scenes[0]?.layers.map(({ from, to }) => [from, to]).slice(0, 3)).toEqual([
      [4.5, 5.5],
      [5.5, 6],
      [4, 4.5],
    ]);
    await act(async () => undoChange());
    await drag(button('Text Words'), [150, 400, 500], { ctrlKey: true, shiftKey: true });
    expect([timesOf('l0'), timesOf('l1')]).toEqual([
      [4.5, 5.5],
      [4, 4.5],
    ]);
  });

  it('moves what follows when it is trimmed or deleted with ripple', async () => {
    await showBars();
    await act(async () => toggleRipple());
    try {
      await drag(button('Text Words'), [198, 170, 148], { ctrlKey: true });
      expect([timesOf('l0'), timesOf('l1')]).toEqual([
        [1, 1.5],
        [3.5, 4.5],
      ]);
      await key(button('Text Words'), 'Delete');
      expect(timesOf('l1')).toEqual([3, 4]);
    } finally {
      toggleRipple();
    }
  });

  it('rolls the border to an adjacent clip with Alt, and slips the content of a trimmed clip', async () => {
    await showBars();
    const clip = { type: 'video', url: 'media/none/a.mp4', duration: 20, isTrimmed: true };
    await act(async () =>
      open([
        { ...clip, to: 4, startTime: 2, endTime: 6 },
        { ...clip, from: 4, startTime: 3, endTime: 9 },
      ]),
    );
    const [first] = bars();
    await act(async () => first?.click());
    const ends = () => [timesOf('l0')[1], timesOf('l1')[0]];
    const end = slider('End of a.mp4');
    await drag(end, [400, 450, 500], { altKey: true, ctrlKey: true });
    expect([ends(), totalDuration(studio.project)]).toEqual([[5, 5], 10]);
    await key(slider('End of a.mp4'), 'ArrowLeft', { altKey: true, shiftKey: true });
    expect([ends(), totalDuration(studio.project)]).toEqual([[4, 4], 10]);

    const content = slider('Content of a.mp4');
    const source = () => {
      const layer = findLayer(studio.project, 'l0')?.layer;
      return layer?.type === 'video' && [layer.startTime, layer.endTime, layer.to];
    };
    await key(content, 'PageUp');
    expect(source()).toEqual([3, 7, 4]);
    await drag(content, [200, 250, 300]);
    expect(source()).toEqual([2, 6, 4]);
    await drag(content, [200, 600, 900]);
    expect(source()).toEqual([0, 4, 4]);
    const note = () => notices.list.at(-1)?.message;
    expect(note()).toBe('The file has nothing more on this side.');
    notices.list = [];
    await key(content, 'PageUp');
    expect([source(), note()]).toEqual([[1, 5, 4], undefined]);
    await key(content, 'PageDown');
    await key(content, 'ArrowLeft');
    expect([source(), note()]).toEqual([[0, 4, 4], 'The file has nothing more on this side.']);
    for (let presses = 0; presses < 4; presses += 1)
      await key(slider('End of a.mp4'), 'ArrowLeft', { altKey: true, shiftKey: true });
    expect([ends(), note()]).toEqual([[1, 1], 'One of the two clips cannot be longer or shorter here.']);
  });

  it('has its volume as a line and its fades as handles, which are dragged and moved by keys', async () => {
    await showBars();
    await act(async () => button('Video a.mp4').click());
    const levels = () => {
      const layer = findLayer(studio.project, 'l2')?.layer;
      return layer?.type === 'video' && [layer.volume, layer.fadeIn, layer.fadeOut];
    };
    const line = slider('Volume of a.mp4');
    // 31 px are 100 %.
    await point(line, 'down', 300, { clientY: 11 });
    await point(line, 'move', 300, { clientY: 30 });
    await point(line, 'move', 300, { clientY: 26.5 });
    await point(line, 'up', 300, { clientY: 26.5 });
    expect(levels()).toEqual([0.5, 0, 0]);
    await key(line, 'ArrowUp');
    expect(levels()).toEqual([0.55, 0, 0]);
    await drag(slider('Fade in of a.mp4'), [16, 60, 216]);
    await drag(slider('Fade out of a.mp4'), [1000, 900, 850]);
    expect(levels()).toEqual([0.55, 2, 1.5]);
    await key(slider('Fade out of a.mp4'), 'ArrowLeft');
    expect(levels()).toEqual([0.55, 2, 1.6]);
    await point(slider('Fade in of a.mp4'), 'down', 216);
    await point(slider('Fade in of a.mp4'), 'move', 400);
    await key(document.body, 'Escape');
    expect(levels()).toEqual([0.55, 2, 1.6]);
    await act(async () => setFields(findLayer(studio.project, 'l2')?.layer as VideoLayer, { isMuted: true }, true));
    expect(place.querySelector('[aria-label="Volume of a.mp4"]')).toBeNull();
  });

  it.each([0, 0.25, 1, 1.5, 2])('has a line for a volume of %s', (volume) => {
    expect(volumeAt(topOf(volume, 44), 44)).toBe(volume);
  });

  it('lets a finger scroll, and follows it after a rest of 150 ms', async () => {
    vi.useFakeTimers();
    await showBars();
    const bar = button('Text Words');
    await drag(bar, [150, 250], { pointerType: 'touch' });
    expect(timesOf('l0')).toEqual([1, 2]);
    await point(bar, 'down', 105, { pointerType: 'touch' });
    await act(async () => vi.advanceTimersByTime(200));
    await point(bar, 'move', 155, { pointerType: 'touch' });
    await point(bar, 'up', 155, { pointerType: 'touch' });
    expect(timesOf('l0')).toEqual([1.5, 2.5]);
  });

  it('is moved, trimmed, split and deleted by keys, each with an announcement', async () => {
    await showBars();
    const bar = button('Text Words');
    const press = (name: string, more: object = {}) =>
      act(async () => bar.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more })));
    await press('ArrowRight');
    await press('ArrowRight', { shiftKey: true });
    expect([timesOf('l0'), timelineDrag.announcement]).toEqual([[2.1, 3.1], 'Words: 00:02.10 – 00:03.10']);
    await press('ArrowLeft', { altKey: true });
    expect(timesOf('l0')).toEqual([2.1, 3]);
    seek(2.5);
    await press('s');
    expect(studio.project.scenes[0]?.layers.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
      [2.5, 3],
      [2.1, 2.5],
    ]);
    await press('Delete');
    expect([findLayer(studio.project, 'l0'), timelineDrag.announcement]).toEqual([undefined, 'Words deleted']);
    expect(location.pathname).toBe('/studio/editor/timeline');
  });

  it('shares one tab stop per scene, the last focused clip, and arrow keys move to the others', async () => {
    await showBars();
    const stops = () => [...bars()].flatMap((bar) => (bar.tabIndex === 0 ? [bar.getAttribute('aria-label')] : []));
    expect(stops()).toEqual(['Text Words']);
    const press = (name: string) => key(document.activeElement as Element, name);
    await act(async () => button('Text Words').focus());
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowUp');
    expect([document.activeElement, stops()]).toEqual([button('Text Later'), ['Text Later']]);
    for (const name of ['ArrowUp', 'ArrowUp']) await press(name);
    expect([document.activeElement, stops()]).toEqual([button('Text Words'), ['Text Words']]);
    await press('Delete');
    expect([document.activeElement, stops()]).toEqual([button('Text Later'), ['Text Later']]);
  });

  it('seeks to its layer when selected, unless that is visible', async () => {
    await showBars();
    await act(async () => button('Text Later').click());
    expect([studio.selectedLayerId, shownTime()]).toEqual(['l1', 4]);
    seek(4.5);
    await act(async () => button('Text Later').click());
    expect(shownTime()).toBe(4.5);
  });
});

it('stays on the timeline after a split or removal, and skips an impossible split', async () => {
  await showBars();
  seek(1.5);
  await act(async () => splitAtPlayhead('l0'));
  expect(studio.selectedLayerId).toBe(studio.project.scenes[0]?.layers[0]?.id);
  await act(async () => splitAtPlayhead('l1'));
  expect(studio.project.scenes[0]?.layers).toHaveLength(5);
  await act(async () => remove(['l1']));
  expect([location.pathname, studio.selectedLayerId]).toEqual(['/studio/editor/timeline', null]);
});

describe('clips selected together', () => {
  const chooseBoth = async () => {
    await showBars();
    await act(async () => button('Text Words').click());
    await act(async () => {
      button('Text Later').dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
    });
    expect([studio.selectedLayerId, studio.severalIds]).toEqual([null, ['l0', 'l1']]);
  };
  const both = () => [...timesOf('l0'), ...timesOf('l1')];

  it('move together by drag and by keys, each as one undo step', async () => {
    await chooseBoth();
    await drag(button('Text Words'), [150, 160, 201], { ctrlKey: true });
    expect(both()).toEqual([1.51, 2.51, 4.51, 5.51]);
    await key(button('Text Later'), 'ArrowLeft');
    expect(both()).toEqual([1.41, 2.41, 4.41, 5.41]);
    await act(async () => undoChange());
    await act(async () => undoChange());
    expect([both(), studio.canUndo, studio.severalIds]).toEqual([[1, 2, 4, 5], false, ['l0', 'l1']]);
  });

  it('are removed together, while a locked one stays in time', async () => {
    await chooseBoth();
    await act(async () => change((project) => lockLayers(project, ['l2'], true)));
    await key(button('Video a.mp4'), 'ArrowRight');
    expect([timesOf('l2'), timelineDrag.announcement]).toEqual([[undefined, undefined], 'a.mp4 is locked']);
    await key(button('Text Words'), 'Delete');
    expect(studio.project.scenes[0]?.layers.map(({ id }) => id)).toEqual(['l2', 'l3']);
    expect(timelineDrag.announcement).toBe('2 layers deleted');
  });
});

describe('clips of several scenes', () => {
  const title = (id: string) => ({ id, type: 'text', text: id, from: 1, to: 2 });
  const showScenes = async () => {
    history.replaceState(null, '', '/studio/editor/timeline');
    const scenes = [
      { id: 's0', duration: 5, isImageVideo: true, layers: [title('One'), { ...title('Two'), from: 3, to: 4 }] },
      { id: 's1', duration: 5, isImageVideo: true, layers: [title('Three'), { ...title('Four'), from: 3, to: 4 }] },
    ];
    open([], { scenes });
    await show(<Bars />);
    place.getBoundingClientRect = () => new DOMRect(-1000, 0, 4000, 400);
  };
  const click = (name: string, keys: object = {}) =>
    act(async () => {
      button(`Text ${name}`).dispatchEvent(new MouseEvent('click', { bubbles: true, ...keys }));
    });

  it('are selected together with Shift and Ctrl, and change together as one undo step', async () => {
    await showScenes();
    await click('One');
    await click('Three', { shiftKey: true });
    await click('Four', { ctrlKey: true });
    expect([studio.severalIds, studio.selectedSceneId]).toEqual([['One', 'Three', 'Four'], 's0']);
    expect(canGroup(studio.project, studio.severalIds)).toBe(false);
    await key(button('Text Three'), 'ArrowRight');
    expect([timesOf('One'), timesOf('Three'), timesOf('Four')]).toEqual([
      [1.1, 2.1],
      [1.1, 2.1],
      [3.1, 4.1],
    ]);
    await act(async () => undoChange());
    expect([timesOf('One'), timesOf('Three'), studio.severalIds.length]).toEqual([[1, 2], [1, 2], 3]);
    await click('Four', { ctrlKey: true });
    await click('One', { metaKey: true });
    expect([studio.selectedLayerId, studio.selectedSceneId]).toEqual(['Three', 's1']);
  });

  it('are deleted with the gaps that they leave in each scene', async () => {
    await showScenes();
    await act(async () => removeWithGap(['One', 'Three']));
    expect([timesOf('Two'), timesOf('Four')]).toEqual([
      [2, 3],
      [2, 3],
    ]);
  });

  it('stay selected where they still exist, unless that is another scene', async () => {
    await showScenes();
    const state = () => [studio.severalIds, studio.selectedLayerId, studio.selectedSceneId];
    await act(async () => openLayers(['Four', 'Three', 'One']));
    expect(state()).toEqual([['One', 'Three', 'Four'], null, 's0']);
    await act(async () => change((project) => removeLayers(project, ['Four'])));
    expect(state()).toEqual([['One', 'Three'], null, 's0']);
    await act(async () => change((project) => removeLayers(project, ['One'])));
    expect(state()).toEqual([[], null, 's0']);
  });
});

describe('how clips make way', () => {
  it('follows the mode of the timeline, which Alt and Shift override', async () => {
    await showBars();
    const drop = (keys: object = {}) => drag(button('Text Words'), [150, 400, 500], { ctrlKey: true, ...keys });
    try {
      await act(async () => toggleDropMode('overwrite'));
      await drop();
      expect([timesOf('l0'), timesOf('l1')]).toEqual([
        [4.5, 5.5],
        [4, 4.5],
      ]);
      await act(async () => undoChange());
      await drop({ altKey: true });
      expect(studio.project.scenes[0]?.layers).toHaveLength(5);
      await act(async () => undoChange());
      await act(async () => toggleDropMode('insert'));
      expect(timelineModes.dropMode).toBe('insert');
      await act(async () => button('Text Later').click());
      // An end is trimmed, not rolled: only Alt rolls.
      await drag(slider('End of Later'), [500, 520, 550], { ctrlKey: true });
      expect(timesOf('l1')).toEqual([4, 5.5]);
    } finally {
      timelineModes.dropMode = null;
    }
  });
});

it('marks how long a layer enters and exits, and opens its transition', async () => {
  history.replaceState(null, '', '/studio/editor/timeline');
  const over = { type: 'slide', duration: 0.5, over: true };
  open([{ ...words, animateIn: { type: 'fade', duration: 0.3 } }, { ...later, from: 2, animateIn: over }, video]);
  await show(<Bars />);
  const transitions = [...place.querySelectorAll('button')].filter((one) => one.title.startsWith('Transition'));
  expect(transitions.map((one) => one.getAttribute('aria-label'))).toEqual(['Transition into Later']);
  await act(async () => transitions[0]?.click());
  expect([studio.selectedLayerId, inspectorView.tab]).toEqual(['l1', 'animation']);
});

describe('ripple delete and markers', () => {
  it('closes the gap for later layers, except locked ones', async () => {
    await showBars();
    await act(async () => removeWithGap(['l0']));
    expect([timesOf('l1'), timesOf('l3')]).toEqual([
      [3, 4],
      [0.5, undefined],
    ]);
    await act(async () => undoChange());
    await act(async () => change((project) => lockLayers(project, ['l1'], true)));
    await act(async () => removeWithGap(['l0']));
    expect(timesOf('l1')).toEqual([4, 5]);
  });

  it('sets, names, visits and removes markers', async () => {
    await showBars();
    for (const at of [6, 2]) {
      seek(at);
      markMoment();
    }
    markMoment();
    const [first, second] = markersOf(studio.project);
    expect([first?.at, second?.at, studio.project.markers?.length]).toEqual([2, 6, 2]);
    change((project) => renameMarker(project, first?.id ?? '', ' Beat '));
    expect([goToMarker(1), shownTime(), goToMarker(1), goToMarker(-1), shownTime()]).toEqual([true, 6, false, true, 2]);
    deleteMarker(second?.id ?? '');
    expect(studio.project.markers).toEqual([{ id: first?.id, at: 2, name: 'Beat' }]);
  });
});

function ShownTrims() {
  const { project, selectedSceneId } = useSnapshot(studio);
  return <TrimSliders project={project} scene={sceneOf(project, selectedSceneId)} />;
}

it('keeps trims of another scene in place while a drag selects that scene', async () => {
  const scenes = [
    { id: 'words', layers: [] },
    { id: 'pictures', layers: [{ id: 'v', ...video }] },
  ];
  open([], { scenes });
  await show(<ShownTrims />);
  const isSaid = () => place.textContent?.includes('This scene has no video to trim. Scene 2 has:');
  await point(place.querySelector('[aria-label="Trim"]') as Element, 'down', 10);
  await act(async () => selectScene('pictures'));
  expect(isSaid()).toBe(true);
  await point(place, 'up', 10);
  expect([isSaid(), place.querySelectorAll('[role="slider"]').length]).toEqual([false, 2]);
});

it('starts the text of a subtitle next to the icon of its bar, if there is room', () => {
  expect([textLeft(0, 200), textLeft(20, 200), textLeft(300, 200)]).toEqual([34, 34, 305]);
  expect([textLeft(0, 40), textLeft(0, 54), textLeft(300, 20)]).toEqual([undefined, 34, undefined]);
});

describe('a row of the timeline', () => {
  const showRows = async () => {
    open([words, later, video, sound]);
    await show(<Bars start={160} />);
  };
  const flags = () =>
    studio.project.scenes[0]?.layers.map((layer) => [
      layer.isHidden,
      layer.isLocked,
      'isMuted' in layer && layer.isMuted,
    ]);

  it('is named after its layers, and hides, locks and mutes all of them', async () => {
    await showRows();
    const named = [...place.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? '');
    expect(named.filter((name) => name.startsWith('Lock '))).toEqual(['Lock Text', 'Lock a.mp4', 'Lock s.mp3']);
    for (const name of ['Hide Text', 'Lock Text', 'Mute a.mp4']) await act(async () => button(name).click());
    expect(flags()).toEqual([
      [true, true, false],
      [true, true, false],
      [undefined, undefined, true],
      [undefined, undefined, false],
    ]);
    for (const name of ['Show Text', 'Unlock Text', 'Unmute a.mp4']) await act(async () => button(name).click());
    expect(flags()?.flat().some(Boolean)).toBe(false);
  });

  it('plays alone until everything plays again', async () => {
    await showRows();
    await act(async () => button('Hear only s.mp3').click());
    expect(flags()?.map(([, , isMuted]) => isMuted)).toEqual([false, false, true, false]);
    await act(async () => button('Hear everything besides s.mp3').click());
    expect(flags()?.map(([, , isMuted]) => isMuted)).toEqual([false, false, false, false]);
  });
});
