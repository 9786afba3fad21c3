import { act } from 'react';
import { expect, it } from 'vitest';
import { trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { removeScene, reorderScene } from '../../../engine/edit/scenes.ts';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { changeSceneCues } from '../../../ui/studio/state/sceneCues.ts';
import '../../../ui/studio/state/cuesFollow.ts';
import { moveScene } from '../../../ui/studio/state/scenes.ts';
import { change, endStep, openProject, selectLayer, studio, undoChange } from '../../../ui/studio/state/studio.ts';
import { Subtitles, Transcribe } from '../../../ui/studio/subtitles/Subtitles.tsx';
import { projectTranscriptionOptions } from '../../../ui/studio/subtitles/transcribeScene.ts';
import { gesturePreview, showGesturePreview } from '../../../ui/studio/timeline/timelineDrag.ts';
import { click, freshScreen, open, place, show, wordsOf } from '../studioScreen.ts';

freshScreen();

const clip = (id: string) => ({ id, type: 'video', url: `https://example.org/${id}.mp4`, duration: 4 });
const openScenes = (layers: object[] = []) => {
  const scenes = ['a', 'b'].map((id) => ({ id, layers: [clip(`film-${id}`)] }));
  const project = projectSchema.parse({ scenes: [...scenes, { id: 'c', duration: 3, layers }] });
  openProject({ projectId: 'p', project });
};
const said = (id: string, startTime: number) => ({ id, text: id, startTime, endTime: startTime + 1 });
const cues = () =>
  studio.project.layers?.flatMap((layer) =>
    layer.type === 'subtitles' ? layer.cues.map(({ text, startTime }) => `${text} ${startTime}`) : [],
  );

it('writes subtitles of several scenes into one layer of the whole project', async () => {
  openScenes();
  await show(<Subtitles />);
  expect(place.textContent).toContain('This video has no subtitles yet.');
  changeSceneCues('b');
  expect(studio.project.layers).toMatchObject([{ type: 'subtitles', cues: [{ text: '', startTime: 4, endTime: 6 }] }]);
  changeSceneCues('a', () => [said('one', 1), said('two', 5)]);
  expect(studio.project.layers).toHaveLength(1);
  expect(cues()).toEqual(['one 1', 'two 5']);
});

it('writes the subtitles of a single scene, or of a scene that has some, into the scene', () => {
  open([clip('film')]);
  changeSceneCues('s');
  expect([studio.project.layers, studio.project.scenes[0]?.layers[0]?.type]).toEqual([undefined, 'subtitles']);
  openScenes([{ id: 'old', type: 'subtitles', cues: [said('old', 1)] }]);
  changeSceneCues('c', (before) => [...before, said('new', 2)]);
  expect(studio.project.layers).toBe(undefined);
  expect(studio.project.scenes[2]?.layers[0]).toMatchObject({ cues: [{ text: 'old' }, { text: 'new' }] });
});

it('moves subtitles of the whole video with their scenes, and back again', () => {
  openScenes();
  changeSceneCues('a', () => [said('one', 1), said('two', 5), said('three', 6.5)]);
  moveScene('b', -1);
  expect(cues()).toEqual(['one 5', 'two 1', 'three 2.5']);
  undoChange();
  expect(cues()).toEqual(['one 1', 'two 5', 'three 6.5']);
});

it('places transcribed cues at their speech if the project has changed meanwhile', async () => {
  openScenes();
  await show(<Transcribe />);
  expect(place.textContent).toContain('Turns all speech of this video into subtitles');
  const speech = spokenProject(studio.project) as Project;
  const { land, isStillNeeded } = projectTranscriptionOptions(speech, 'en-GB');
  moveScene('b', -1);
  change((project) => removeScene(project, 'c'));
  expect(isStillNeeded?.()).toBe(true);
  const heard = [said('one', 1), said('two', 5), said('gone', 9)];
  land(() => heard, { transcriptionId: 't', finishedTranscribingAt: '2030-01-01T00:00:00Z' });
  expect(cues()).toEqual(['one 5', 'two 1']);
  expect(studio.project.layers).toMatchObject([{ languageCode: 'en-GB', transcriptionId: 't' }]);
  openScenes([{ id: 'old', type: 'subtitles', cues: [said('old', 1)] }]);
  selectLayer('old');
  await show(<Transcribe />);
  expect(place.textContent).toContain('This scene has no video with speech.');
});

it('brings cues back that were lost earlier in the same step', () => {
  openScenes();
  changeSceneCues('a', () => [said('one', 1), said('two', 5), said('three', 6.5)]);
  const trim = (at: number) => change((project) => trimLayerTime(project, 'film-b', 'end', at), 'trim');
  trim(2);
  expect(cues()).toEqual(['one 1', 'two 5']);
  trim(3.8);
  expect(cues()).toEqual(['one 1', 'two 5', 'three 6.5']);
  trim(2);
  endStep();
  trim(4);
  // A later step does not know what was cut before.
  expect(cues()).toEqual(['one 1', 'two 5']);
});

it('applies a look to the selected subtitles in one undo step, with an outline if they have no background', async () => {
  openScenes();
  await show(<Subtitles />);
  await act(async () => {
    changeSceneCues('a', () => [said('one', 1)]);
  });
  const styleNow = () => studio.project.layers?.[0] as SubtitlesLayer;
  const before = styleNow();
  const look = (name: string) =>
    [...place.querySelectorAll('label')].find((one) => wordsOf(one) === name)?.control as HTMLInputElement;
  await click('Style');
  await act(async () => look('Marker').click());
  expect(styleNow()).toMatchObject({
    ...{ highlight: true, highlightStyle: 'box', backgroundStyle: 'none', fontFamily: 'Arial Black' },
    textShadow: '#000000',
  });
  await act(async () => look('Classic').click());
  expect(styleNow()).toMatchObject({ highlight: false, backgroundStyle: 'wrap', textShadow: 'none' });
  undoChange();
  undoChange();
  expect(styleNow()).toEqual(before);
});

it('imports a subtitle file into a video without subtitles', async () => {
  openScenes();
  await show(<Subtitles />);
  const input = place.querySelector('input[type="file"]') as HTMLInputElement;
  const file = new File(['1\n00:00:05,000 --> 00:00:06,000\nHello\n'], 'a.srt');
  Object.defineProperty(input, 'files', { value: [file] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await expect.poll(cues).toEqual(['Hello 5']);
});

it('shows subtitles at their speech while a scene is dragged', () => {
  openScenes();
  changeSceneCues('a', () => [said('one', 1), said('two', 5)]);
  const before = studio.project;
  showGesturePreview(reorderScene(studio.project, 'b', -1));
  const [layer] = gesturePreview.project?.layers ?? [];
  expect(layer?.type === 'subtitles' && layer.cues.map(({ startTime }) => startTime)).toEqual([5, 1]);
  showGesturePreview();
  expect([studio.project, gesturePreview.project]).toEqual([before, null]);
});
