import { act } from 'react';
import { useSnapshot } from 'valtio';
import { expect, it } from 'vitest';
import { u8 } from '../../../engine/browser/export/mp4/boxes.ts';
import { avcEntry } from '../../../engine/browser/export/mp4/sampleEntries.ts';
import { writeMp4 } from '../../../engine/browser/export/mp4/writeMp4.ts';
import { messages } from '../../../engine/project/messages.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { newMediaPath, putEntry } from '../../../ui/client/media/mediaTable.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { SceneLength } from '../../../ui/studio/scenes/SceneCard.tsx';
import { seek, shownTime } from '../../../ui/studio/state/playback.ts';
import { openTimelineOf } from '../../../ui/studio/state/scenes.ts';
import { stepFrames } from '../../../ui/studio/state/stepFrames.ts';
import { studio } from '../../../ui/studio/state/studio.ts';
import { SceneEnd } from '../../../ui/studio/timeline/SceneEnd.tsx';
import { gesturePreview } from '../../../ui/studio/timeline/timelineDrag.ts';
import { freshScreen, key, open, place, show, write } from '../studioScreen.ts';

freshScreen();

const video = { type: 'video', url: 'media/none/a.mp4', duration: 10 };
const moving = { output: { type: 'video' } };
const still = { output: { type: 'image' } };

function Field() {
  const { project } = useSnapshot(studio);
  const [scene] = project.scenes;
  return scene ? <SceneLength project={project} scene={scene} index={0} /> : null;
}

function End() {
  const saved = useSnapshot(studio).project;
  const project = useSnapshot(gesturePreview).project ?? saved;
  const [span] = sceneSpans(project);
  return (
    <div className="board-all">
      {span && <SceneEnd project={project} span={span} scale={100} hasTransition={false} />}
    </div>
  );
}

const length = () => studio.project.scenes[0]?.duration;
const field = () => place.querySelector('input') as HTMLInputElement;
async function type(text: string): Promise<void> {
  await write(field(), text);
  await key(field(), 'Enter');
}

it('accepts a typed scene length and turns a still into a video', async () => {
  open([{ type: 'text' }], still);
  await show(<Field />);
  expect([field().value, field().placeholder]).toEqual(['', 'Still']);
  await type('1:05');
  expect([length(), studio.project.output.type, field().value]).toEqual([65, 'video', '1:05']);
  await type('2.5 s');
  expect(length()).toBe(2.5);
  await type('ages');
  expect([length(), notices.list.at(-1)?.message]).toEqual([2.5, messages.durationFormat]);
});

it('explains a length that the video or audio determines', async () => {
  open([video]);
  await show(<Field />);
  expect(place.textContent).toBe('10 s. It lasts as long as its video a.mp4. Trim the video to change that.');
  open([{ type: 'text' }], { ...moving, audio: { url: 'media/none/m.mp3', duration: 4 } });
  await show(<Field />);
  expect(place.textContent).toContain('It lasts as long as the audio.');
});

it('changes a scene end by dragging as one undo step, and by keys', async () => {
  open([{ type: 'text' }], moving);
  await show(<End />);
  const end = place.querySelector('[role="slider"]') as HTMLElement;
  const point = (name: string, x: number) =>
    act(async () => {
      const init = { clientX: x, pointerId: 1, pointerType: 'mouse', bubbles: true };
      end.dispatchEvent(new PointerEvent(`pointer${name}`, init));
    });
  await point('down', 300);
  await point('move', 456);
  expect([length(), end.getAttribute('aria-valuetext')]).toEqual([0, '4.56 s']);
  await point('up', 456);
  expect(length()).toBe(4.56);
  await key(end, 'ArrowRight');
  await key(end, 'PageDown');
  expect(length()).toBe(3.66);
});

it('opens the timeline of the visible scene at the current time', async () => {
  open([video]);
  seek(4);
  await act(async () => openTimelineOf('s'));
  expect([shownTime(), location.pathname]).toEqual([4, '/studio/editor/timeline']);
});

it.each([
  [{ fps: 25 }, [0.04, 0.08, 0.04]],
  [{ fps: 50 }, [0.02, 0.04, 0.02]],
  [{ fps: 59.94 }, [1001 / 60_000, 2002 / 60_000, 1001 / 60_000]],
  [{}, [1 / 30, 2 / 30, 1 / 30]],
])('a step advances by one frame of the output, with a video of %o', (more, times) => {
  open([{ ...video, ...more }]);
  seek(0);
  const shown = [1, 1, -1].map((frames) => {
    stepFrames(frames);
    return shownTime();
  });
  for (const [i, time] of times.entries()) expect(shown[i]).toBeCloseTo(time, 6);
});

it('a step advances by one frame of a video with uneven frames', async () => {
  // Frames at 0, 100, 300 and 400 ms; trimmed to begin within the first and to end with the third.
  const samples = [100, 200, 100, 100].map((duration, i) => ({ size: 5, duration, offset: 0, isKey: i === 0 }));
  const entry = avcEntry(64, 48, u8(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0));
  const content = new Blob([new Uint8Array(20)]);
  const track = { kind: 'video', timescale: 1000, entry, samples, content, skip: 0, width: 64, height: 48 } as const;
  const { id, url } = newMediaPath('uneven.mp4');
  const file = {
    id,
    url,
    name: 'uneven.mp4',
    size: 1,
    type: 'video/mp4',
    state: 'kept',
    sent: 0,
    shown: true,
  } as const;
  putEntry(file, await writeMp4([track], 0.5));
  open([{ ...video, url, duration: 0.5, isTrimmed: true, startTime: 0.05, endTime: 0.4 }]);
  seek(0);
  const shown: number[] = [];
  for (const frames of [1, 1, -1, -1]) {
    const before = shownTime();
    stepFrames(frames);
    await expect.poll(shownTime).not.toBe(before);
    shown.push(shownTime());
  }
  for (const [i, time] of [0.05, 0.25, 0.05, 0].entries()) expect(shown[i]).toBeCloseTo(time, 6);
});
