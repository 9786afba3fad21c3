import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../../engine/edit/replaceFile.ts';
import { usedMedia } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { good, image, layerOf, makeProject, scene, sceneAt, sentences, text, video } from '../make.ts';

const photo = {
  url: 'new.jpg',
  kind: 'image',
  width: 800,
  height: 400,
  duration: 0,
  hasAudio: false,
  animated: false,
} as const;
const clip = { ...photo, url: 'new.mp4', kind: 'video', duration: 7, hasAudio: true } as const;
const song = { ...photo, url: 'new.mp3', kind: 'audio', width: 0, height: 0, duration: 20, hasAudio: true } as const;
const sound = (id: string, rest: object = {}) => ({ id, type: 'audio' as const, url: `${id}.mp3`, ...rest });

describe('usedMedia', () => {
  it('lists each file once with all places that use it', () => {
    const project = makeProject(
      [
        scene('a', [sound('heard', { url: 'v.mp4' }), video('v', 4), text('t')]),
        scene('b', [image('i', { url: 'logo.png' })]),
      ],
      {
        layers: [video('again', 4, { url: 'v.mp4' })],
        audio: { url: 'song.mp3' },
        watermark: true,
        watermarkMedium: 'image',
        watermarkImg: 'logo.png',
      },
    );
    const files = usedMedia(project).map(({ url, kind, uses }) => [url, kind, uses.map(({ layer }) => layer?.id)]);
    expect(files).toEqual([
      ['v.mp4', 'video', ['heard', 'v', 'again']],
      ['logo.png', 'image', ['i', undefined]],
      ['song.mp3', 'audio', [undefined]],
    ]);
  });
});

describe('replaceFile', () => {
  it('replaces a file in scenes, project layers, the audio track and the watermark', () => {
    const project = makeProject([scene('a', [video('v', 4), image('i')]), scene('b', [sound('s', { url: 'v.mp4' })])], {
      layers: [video('o', 4, { url: 'v.mp4' })],
      audio: { url: 'v.mp4' },
    });
    const replaced = good(replaceFile(project, 'v.mp4', clip));
    expect(usedMedia(replaced).map(({ url, uses }) => [url, uses.length])).toEqual([
      ['new.mp4', 4],
      ['i.png', 1],
    ]);
    expect(layerOf(replaced, 'v', 'video')).toMatchObject({ width: 800, height: 400, duration: 7 });
    expect(replaced.audio?.duration).toBe(7);
    const marked = makeProject([scene('a', [image('i')])], {
      watermark: true,
      watermarkMedium: 'image',
      watermarkImg: 'i.png',
    });
    expect(good(replaceFile(marked, 'i.png', photo)).watermarkImg).toBe('new.jpg');
  });

  it('keeps id, place, size, look and speed of a layer, and drops what belongs to the old file', () => {
    const position = { x: '10%', y: '5%', width: '30%', height: '60%', rotation: 20 };
    const look = { position, crop: { x: 0, y: 0, width: 0.5, height: 1 }, speed: 2, globalAlpha: 0.4, isLocked: true };
    const old = { source: 'pastedLink', credit: 'Somebody', gif_name: 'a.gif', audioTrack: 2 };
    const project = makeProject([scene('a', [video('v', 4, { ...look, ...old })])]);
    const layer = layerOf(good(replaceFile(project, 'v.mp4', clip)), 'v', 'video');
    expect(layer).toMatchObject({ ...look, duration: 7 });
    for (const field of Object.keys(old)) expect(layer).not.toHaveProperty(field);
  });

  it('keeps the shown box of a layer that has no position of its own', () => {
    const project = makeProject([scene('a', [image('i')])]);
    const layer = layerOf(good(replaceFile(project, 'i.png', photo)), 'i', 'image');
    expect(layer.position).toMatchObject({ x: '0%', y: '12.5%', width: '100%', height: '75%' });
  });

  it.each([
    { name: 'stays within a longer file', trim: [1, 4], length: 7, left: [1, 4, true] },
    { name: 'ends with a shorter file', trim: [1, 10], length: 7, left: [1, 7, true] },
    { name: 'moves to the end of a file that ends too early', trim: [10, 14], length: 7, left: [3, 7, true] },
    { name: 'is removed if the file is shorter than it', trim: [10, 20], length: 7, left: [0, 7, false] },
    { name: 'is removed if it is the whole file', trim: [0, 7], length: 7, left: [0, 7, false] },
    { name: 'stays while the length of the file is unknown', trim: [1, 40], length: 0, left: [1, 40, true] },
  ])('keeps a trim that $name', ({ trim: [startTime, endTime], length, left }) => {
    const trim = { isTrimmed: true, startTime, endTime };
    const project = makeProject([scene('a', [video('v', 60, trim)])], {
      audio: { url: 'a.mp3', duration: 60, isTrimmed: true, trimStartTime: startTime, trimEndTime: endTime },
    });
    const layer = layerOf(good(replaceFile(project, 'v.mp4', { ...clip, duration: length })), 'v', 'video');
    expect([layer.startTime, layer.endTime, layer.isTrimmed]).toEqual(left);
    const { audio } = good(replaceFile(project, 'a.mp3', { ...song, duration: length }));
    expect([audio?.trimStartTime, audio?.trimEndTime, audio?.isTrimmed]).toEqual(left);
  });

  it('leaves a valid project whose scenes follow the new length', () => {
    const project = makeProject([
      scene('a', [video('v', 60, { isTrimmed: true, startTime: 2, endTime: 3.5 }), text('t')]),
      scene('b', [video('w', 60, { url: 'v.mp4', from: 1, to: 61, loopMode: 'duration' })]),
    ]);
    const replaced = good(replaceFile(project, 'v.mp4', { ...clip, duration: 2.4 }));
    expect(parseProject(JSON.parse(JSON.stringify(replaced)))).toMatchObject({ ok: true });
    expect(sceneDuration(replaced, sceneAt(replaced, 0))).toBeCloseTo(1.5);
    expect(sceneDuration(replaced, sceneAt(replaced, 1))).toBeCloseTo(3.4);
  });

  it('plays a video that replaces an animated GIF with its audio and length', () => {
    const project = makeProject([scene('a', [video('g', 2, { converted_gif: true })], { isImageVideo: true })]);
    const replaced = good(replaceFile(project, 'g.mp4', clip));
    expect(layerOf(replaced, 'g', 'video').converted_gif).toBe(false);
    expect(sceneDuration(replaced, sceneAt(replaced, 0))).toBe(7);
  });

  it('rejects a file of another kind with a sentence', () => {
    const project = makeProject([scene('a', [video('v', 4), image('i'), sound('s', { url: 'v.mp4' })])]);
    expect(sentences(replaceFile(project, 'v.mp4', photo))).toEqual([messages.replaceNeedsVideo]);
    expect(sentences(replaceFile(project, 'i.png', clip))).toEqual([messages.replaceNeedsImage]);
    const silent = replaceFile(project, 'v.mp4', { ...clip, hasAudio: false });
    expect(sentences(silent)).toEqual([messages.replaceNeedsAudio]);
  });

  it('changes nothing for a file that nothing uses, or that is the same', () => {
    const project = makeProject([scene('a', [video('v', 4)])]);
    expect(good(replaceFile(project, 'w.mp4', clip))).toBe(project);
    expect(good(replaceFile(project, 'v.mp4', { ...clip, url: 'v.mp4' }))).toBe(project);
  });
});
