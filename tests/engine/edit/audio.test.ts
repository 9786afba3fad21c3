import { describe, expect, it } from 'vitest';
import {
  removeAudio,
  setAudio,
  setAudioSound,
  setAudioStart,
  toggleAudioLoop,
  toggleAudioMute,
  trimAudio,
} from '../../../engine/edit/audio.ts';
import { isLoopDisabled } from '../../../engine/edit/audioLoop.ts';
import { removeLayer } from '../../../engine/edit/layers.ts';
import { addScene, removeScene } from '../../../engine/edit/scenes.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import { messages } from '../../../engine/project/messages.ts';
import { countedIds, good, makeProject, scene, sentences, video } from '../make.ts';

/** A project whose only video has this length in seconds. */
const withVideo = (duration: number) => makeProject([scene('a', [video('v', duration)])]);
const song = (duration: number) => ({ url: 'song.mp3', duration });

describe('audio edits', () => {
  it('start at 0, untrimmed and at full volume', () => {
    expect(setAudio(withVideo(30), song(5)).audio).toEqual({
      url: 'song.mp3',
      duration: 5,
      startTime: 0,
      trimStartTime: 0,
      isTrimmed: false,
      loop: false,
      loopTouched: false,
      isMuted: false,
      volume: 1,
      fadeIn: 0,
      fadeOut: 0,
    });
  });

  it('drop the trim with the audio', () => {
    const trimmed = good(trimAudio(setAudio(withVideo(30), song(20)), 2, 5));
    expect(trimmed.audio).toMatchObject({ isTrimmed: true, trimStartTime: 2, trimEndTime: 5 });
    const removed = removeAudio(trimmed);
    expect(removed.audio).toBeNull();
    expect(setAudio(removed, song(20)).audio).toMatchObject({ isTrimmed: false, trimStartTime: 0 });
    expect(removeAudio(removed)).toBe(removed);
  });

  it('turn a still into a video, and back when the audio is removed', () => {
    const still = makeProject([scene('a')], { isImage: true });
    expect(setAudio(still, song(5)).output.type).toBe('video');
    expect(removeAudio(setAudio(still, song(5)))).toEqual(still);
    expect(removeAudio(setAudio(withVideo(30), song(5))).output.type).toBe('video');
  });

  it('mute and start no earlier than 0', () => {
    const project = setAudio(withVideo(30), song(5));
    expect(toggleAudioMute(project).audio?.isMuted).toBe(true);
    expect(setAudioStart(project, -3).audio?.startTime).toBe(0);
    expect(setAudioStart(project, 4.5).audio?.startTime).toBe(4.5);
    expect(setAudioStart(project, Number.NaN)).toBe(project);
  });

  it('trim with the messages for audio, and count as untrimmed within 0.01 s', () => {
    const project = setAudio(withVideo(30), song(20));
    expect(sentences(trimAudio(project, 3, 3))).toEqual([messages.trimOrder]);
    expect(sentences(trimAudio(project, 3, 3.5))).toEqual([messages.audioTrimTooShort]);
    expect(good(trimAudio(project, 0, 19.99)).audio?.isTrimmed).toBe(false);
    expect(good(trimAudio(project, 0, 19.98)).audio?.isTrimmed).toBe(true);
  });
});

describe('edits that change nothing', () => {
  it('return the same project, so there is nothing to undo', () => {
    const project = setAudio(withVideo(30), song(20));
    expect(setAudioStart(project, -1)).toBe(project);
    expect(setAudioSound(project, { volume: 1, fadeIn: 0 })).toBe(project);
    expect(good(trimAudio(project, 0, 20))).toBe(project);
    const trimmed = good(trimAudio(project, 2, 9));
    expect(trimmed).not.toBe(project);
    expect(good(trimAudio(trimmed, 2, 9))).toBe(trimmed);
  });
});

describe('the automatic loop', () => {
  it.each([
    [30, 12, true],
    [30, 10.01, true],
    [30, 10, false],
    [30, 4, false],
    [12, 12, false],
    [12, 40, false],
  ])('for a video of %d s and audio of %d s is %s', (total, length, loop) => {
    expect(setAudio(withVideo(total), song(length)).audio?.loop).toBe(loop);
  });

  it('includes the start time', () => {
    const project = setAudio(withVideo(30), song(8));
    expect(project.audio?.loop).toBe(false);
    const later = setAudioStart(project, 3);
    expect(later.audio?.loop).toBe(true);
    expect(setAudioStart(later, 22).audio?.loop).toBe(false);
  });

  it('keeps a manual choice', () => {
    const off = toggleAudioLoop(setAudio(withVideo(30), song(12)));
    expect(off.audio).toMatchObject({ loop: false, loopTouched: true });
    expect(setAudioStart(off, 1).audio?.loop).toBe(false);
    const on = toggleAudioLoop(setAudio(withVideo(30), song(4)));
    expect(setAudioStart(on, 1).audio).toMatchObject({ loop: true, loopTouched: true });
  });

  it('turns off when the audio reaches the end and on again when the video grows', () => {
    const project = toggleAudioLoop(setAudio(withVideo(30), song(12)));
    const looped = toggleAudioLoop(project);
    expect(looped.audio).toMatchObject({ loop: true, loopTouched: true });
    const covered = good(trimLayer(looped, 'v', 0, 12));
    expect(covered.audio?.loop).toBe(false);
    expect(good(trimLayer(covered, 'v', 0, 30)).audio?.loop).toBe(true);
  });

  it('follows changes of scenes and layers', () => {
    const project = setAudio(makeProject([scene('a', [video('v', 12), video('u', 10.5)])]), song(11.5));
    expect(project.audio?.loop).toBe(true);
    expect(removeLayer(project, 'v').audio?.loop).toBe(false);
    const longer = addScene(removeLayer(project, 'v'), countedIds());
    expect(longer.audio?.loop).toBe(true);
    expect(removeScene(longer, 'n1').audio?.loop).toBe(false);
  });
});

describe('the loop control', () => {
  it('is disabled without audio and when the audio covers the video', () => {
    expect(isLoopDisabled(withVideo(30))).toBe(true);
    expect(isLoopDisabled(setAudio(withVideo(30), song(30)))).toBe(true);
    expect(isLoopDisabled(setAudio(withVideo(30), song(29)))).toBe(false);
    const covered = setAudio(withVideo(5), song(30));
    expect(toggleAudioLoop(covered)).toBe(covered);
    expect(toggleAudioLoop(withVideo(5)).audio).toBeNull();
  });

  it('is disabled for images, which last as long as the audio', () => {
    expect(isLoopDisabled(setAudio(makeProject([scene('a')]), song(30)))).toBe(true);
  });
});
