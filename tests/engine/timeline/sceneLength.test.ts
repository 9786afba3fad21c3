import { expect, it } from 'vitest';
import { lastVideo, moveSceneEnd } from '../../../engine/edit/sceneLength.ts';
import { sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { makeProject, scene, sceneAt, text, video } from '../make.ts';

it('sets the length of a scene without video, from 0.1 s to 8 min', () => {
  const project = makeProject([scene('a', [text('t')], { duration: 3 })], { isImage: true });
  expect(sceneAt(moveSceneEnd(project, 'a', 5.234), 0)).toMatchObject({ duration: 5.23, isImageVideo: true });
  expect(moveSceneEnd(project, 'a', 5).output.type).toBe('video');
  expect(totalDuration(moveSceneEnd(project, 'a', -1))).toBe(0.1);
  expect(totalDuration(moveSceneEnd(project, 'a', 9999))).toBe(480);
});

it('trims the last video of a scene with videos', () => {
  const project = makeProject([
    scene('a', [video('v', 4), video('w', 6, { from: 1 })]),
    scene('b', [], { duration: 2 }),
  ]);
  expect(lastVideo(sceneAt(project, 0))?.id).toBe('w');
  const next = moveSceneEnd(project, 'a', 5);
  expect(sceneDuration(next, sceneAt(next, 0))).toBe(5);
  expect(sceneAt(next, 0).layers[1]).toMatchObject({ isTrimmed: true, endTime: 4 });
});

it('keeps the end of a scene that lasts as long as the audio', () => {
  const project = makeProject([scene('a', [text('t')], { duration: 3 })], { audio: { url: 'm.mp3', duration: 5 } });
  expect(moveSceneEnd(project, 'a', 2)).toBe(project);
});
