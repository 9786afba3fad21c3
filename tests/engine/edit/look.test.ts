import { describe, expect, it } from 'vitest';
import { amend, MAX_UNDO_STEPS, newHistory, record, redo, undo } from '../../../engine/edit/history.ts';
import { presetSeconds, setLoudness, setOutput } from '../../../engine/edit/output.ts';
import { fillLayer, toggleLockAspectRatio } from '../../../engine/edit/reshape.ts';
import { setLettering, toggleMute } from '../../../engine/edit/style.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { messages } from '../../../engine/project/messages.ts';
import { isStill, outputWithExtension } from '../../../engine/project/output.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { parseDuration } from '../../../engine/timeline/timecode.ts';
import { good, image, layerOf, makeProject, scene, sentences, text, video } from '../make.ts';

const canvas = { width: 1280, height: 1280 };

describe('fillLayer and toggleLockAspectRatio', () => {
  it('fill the canvas and unlock the ratio', () => {
    const project = makeProject([scene('a', [image('i', { objectFit: 'contain', lockAspectRatio: true })])]);
    expect(layerOf(fillLayer(project, 'i'), 'i', 'image')).toMatchObject({
      objectFit: 'cover',
      lockAspectRatio: false,
    });
    const words = makeProject([scene('a', [text('t')])]);
    expect(fillLayer(words, 't')).toBe(words);
  });

  it.each([
    ['wide', { x: '10%', y: '10%', width: '80%', height: '30%', rotation: 30 }, { width: 512, height: 384 }],
    ['tall', { x: '10%', y: '10%', width: '25%', height: '80%', rotation: 0 }, { width: 320, height: 240 }],
  ])('shrink a %s box to the natural ratio inside it', (_which, position, size) => {
    const project = makeProject([scene('a', [image('i', { position })])]);
    const before = layerBox(layerOf(project, 'i', 'image'), canvas);
    const locked = layerOf(toggleLockAspectRatio(project, 'i'), 'i', 'image');
    const after = layerBox(locked, canvas);
    expect(locked.lockAspectRatio).toBe(true);
    expect(after.rotation).toBe(position.rotation);
    expect(after.width).toBeCloseTo(size.width, 2);
    expect(after.height).toBeCloseTo(size.height, 2);
    expect(after.x + after.width / 2).toBeCloseTo(before.x + before.width / 2, 2);
    expect(after.y + after.height / 2).toBeCloseTo(before.y + before.height / 2, 2);
    expect(after.x).toBeGreaterThanOrEqual(before.x - 0.01);
  });

  it('unlock without moving the box, and keep the box of a layer without a natural size', () => {
    const project = makeProject([scene('a', [image('i'), text('t')])]);
    const locked = toggleLockAspectRatio(project, 'i');
    const unlocked = layerOf(toggleLockAspectRatio(locked, 'i'), 'i', 'image');
    expect(unlocked).toEqual({ ...layerOf(locked, 'i', 'image'), lockAspectRatio: false });
    const words = layerOf(toggleLockAspectRatio(project, 't'), 't', 'text');
    expect(words).toEqual({ ...layerOf(project, 't', 'text'), lockAspectRatio: true });
  });
});

describe('toggleMute and setLettering', () => {
  it('mute, unmute and set the weight of a text', () => {
    const project = makeProject([scene('a', [video('v', 4), text('t', { fontWeight: 'default' })])]);
    expect(layerOf(toggleMute(project, 'v'), 'v', 'video').isMuted).toBe(true);
    expect(layerOf(toggleMute(toggleMute(project, 'v'), 'v'), 'v', 'video').isMuted).toBe(false);
    expect(toggleMute(project, 't')).toBe(project);
    const bold = setLettering(project, 't', { fontWeight: 'bold', fontFamily: 'Brand-Bold.ttf' });
    expect(layerOf(bold, 't', 'text')).toMatchObject({ fontWeight: 'bold', fontFamily: 'Brand-Bold.ttf' });
    expect(setLettering(project, 'v', { fontWeight: 'bold' })).toBe(project);
  });

  it('set the font size at which the bold text fits its box', () => {
    const project = makeProject([scene('a', [text('t'), text('fixed', { fitText: false, fontSize: '40px' })])]);
    const fit = (layer: { fontWeight: string }) => (layer.fontWeight === 'bold' ? 37 : 40);
    expect(layerOf(setLettering(project, 't', { fontWeight: 'bold' }, fit), 't', 'text').fontSize).toBe('37px');
    expect(layerOf(setLettering(project, 'fixed', { fontWeight: 'bold' }, fit), 'fixed', 'text').fontSize).toBe('40px');
  });
});

describe('trimLayer', () => {
  const project = makeProject([scene('a', [video('v', 10, { isTrimmed: true, startTime: 2, endTime: 4 })])]);
  const trimmed = (start: number, end: number) => layerOf(good(trimLayer(project, 'v', start, end)), 'v', 'video');

  it('sets a span', () => {
    expect(trimmed(1.5, 6)).toMatchObject({ isTrimmed: true, startTime: 1.5, endTime: 6 });
  });

  it.each([10, 9.99, 9.995, 12])('marks 0 to %d of 10 s as untrimmed', (end) => {
    expect(trimmed(0, end)).toMatchObject({ isTrimmed: false, startTime: 0, endTime: Math.min(10, end) });
  });

  it.each([
    [0, 9.98],
    [0.001, 10],
  ])('marks %d to %d of 10 s as trimmed', (start, end) => {
    expect(trimmed(start, end)).toMatchObject({ isTrimmed: true });
  });

  it('holds the last frame as long as before, and otherwise plays what was chosen', () => {
    const lengthOf = (rest: object) => {
      const one = makeProject([scene('a', [video('v', 10, rest)])]);
      return totalDuration(good(trimLayer(one, 'v', 2, 6)));
    };
    expect([lengthOf({ playLength: 13 }), lengthOf({ playLength: 3 })]).toEqual([7, 4]);
    expect(lengthOf({ playLength: 13, loopMode: 'duration' })).toBe(13);
  });

  it('rejects invalid spans with the messages of the trimmer', () => {
    expect(sentences(trimLayer(project, 'v', 5, 5))).toEqual([messages.trimOrder]);
    expect(sentences(trimLayer(project, 'v', 6, 5))).toEqual([messages.trimOrder]);
    expect(sentences(trimLayer(project, 'v', Number.NaN, 5))).toEqual([messages.trimOrder]);
    expect(sentences(trimLayer(project, 'v', -1, 5))).toEqual([messages.trimOrder]);
    expect(sentences(trimLayer(project, 'v', 5, 5.9))).toEqual([messages.trimTooShort]);
    expect(sentences(trimLayer(project, 'v', 9.5, 30))).toEqual([messages.trimTooShort]);
  });

  it('returns the same project if nothing changes, so there is nothing to undo', () => {
    expect(good(trimLayer(project, 'v', 2, 4))).toBe(project);
    const whole = makeProject([scene('a', [video('v', 10)])]);
    expect(good(trimLayer(whole, 'v', 0, 9.995))).toBe(whole);
  });

  it('accepts the whole of a video shorter than a second', () => {
    const short = makeProject([scene('a', [video('v', 0.5)])]);
    expect(layerOf(good(trimLayer(short, 'v', 0, 0.5)), 'v', 'video').isTrimmed).toBe(false);
  });
});

describe('setOutput and parseDuration', () => {
  const project = makeProject([scene('a', [image('i')])]);

  it('select a still, a preset or a custom length', () => {
    const long = setOutput(project, 'a', { type: 'video', seconds: 10 });
    expect([isStill(long), totalDuration(long)]).toEqual([false, 10]);
    const still = setOutput(long, 'a', { type: 'image' });
    expect(still).toMatchObject({ output: { type: 'image' }, scenes: [{ isImageVideo: false, duration: 0 }] });
    for (const seconds of presetSeconds)
      expect(totalDuration(setOutput(project, 'a', { type: 'video', seconds }))).toBe(seconds);
  });

  it('reject a still of several scenes and lengths out of range', () => {
    const two = makeProject([scene('a'), scene('b')]);
    expect(setOutput(two, 'a', { type: 'image' })).toBe(two);
    for (const seconds of [0, 0.09, 480.1, Number.NaN])
      expect(setOutput(project, 'a', { type: 'video', seconds })).toBe(project);
  });

  it.each([
    ['123', 123],
    ['1.23', 1.23],
    ['1:23', 83],
    ['0:07', 7],
    ['1:05.25', 65.25],
    ['.5', 0.5],
    [' 8:00 ', 480],
    ['0.1', 0.1],
  ])('parse %j', (written, seconds) => {
    expect(good(parseDuration(written))).toBe(seconds);
  });

  it.each([
    ['0', messages.durationTooShort],
    ['0.09', messages.durationTooShort],
    ['0:00', messages.durationTooShort],
    ['481', messages.durationTooLong],
    ['8:01', messages.durationTooLong],
    ['', messages.durationFormat],
    ['abc', messages.durationFormat],
    ['1:60', messages.durationFormat],
    ['1:2:3', messages.durationFormat],
    ['-5', messages.durationFormat],
    ['1e2', messages.durationFormat],
    ['1,5', messages.durationFormat],
    ['NaN', messages.durationFormat],
    ['0x10', messages.durationFormat],
  ])('reject %j', (written, sentence) => {
    expect(sentences(parseDuration(written))).toEqual([sentence]);
  });
});

describe('history', () => {
  it('moves back and forth, and drops undone steps after a new one', () => {
    let history = record(record(newHistory('a'), 'b'), 'c');
    history = undo(undo(undo(history)));
    expect(history.present).toBe('a');
    history = redo(history);
    expect(history.present).toBe('b');
    history = record(history, 'd');
    expect(redo(history)).toBe(history);
    expect(undo(history).present).toBe('b');
    expect(record(history, 'd')).toBe(history);
  });

  it('amends the present without a step and drops undone steps', () => {
    const history = record(record(newHistory('a'), 'b'), 'c');
    const amended = amend(history, 'd');
    expect([amended.present, undo(amended).present]).toEqual(['d', 'b']);
    expect(amend(history, 'c')).toBe(history);
    const back = amend(undo(history), 'e');
    expect(redo(back)).toBe(back);
    expect(undo(back).present).toBe('a');
  });

  it('limits the number of steps', () => {
    let history = newHistory(0);
    for (let i = 1; i <= MAX_UNDO_STEPS + 50; i += 1) history = record(history, i);
    for (let i = 0; i < MAX_UNDO_STEPS + 50; i += 1) history = undo(history);
    expect(history.present).toBe(50);
  });
});

describe('output loudness', () => {
  const moving = makeProject([scene('a')], { output: { type: 'video' } });

  it('is set and removed, and stays in formats with audio', () => {
    const even = setLoudness(moving, -14);
    expect(even.output).toEqual({ type: 'video', container: 'mp4', loudness: -14 });
    expect(setLoudness(even, -14)).toBe(even);
    expect(setLoudness(even, undefined)).toEqual(moving);
    expect(outputWithExtension(even.output, 'mp3')).toEqual({ type: 'audio', format: 'mp3', loudness: -14 });
    expect(outputWithExtension(even.output, 'webm')).toMatchObject({ container: 'webm', loudness: -14 });
    expect(outputWithExtension(even.output, 'gif')).not.toHaveProperty('loudness');
  });

  it('is ignored for silent outputs and rejected out of range', () => {
    const gif = makeProject([scene('a')], { videoType: 'gif' });
    expect(setLoudness(gif, -14)).toBe(gif);
    const parsed = parseProject({ scenes: [{ id: 'a' }], output: { type: 'audio', loudness: 3 } });
    expect(parsed.ok ? [] : parsed.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['range', '/output/loudness'],
    ]);
  });
});
