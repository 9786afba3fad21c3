import { describe, expect, it } from 'vitest';
import { setLoop, setMotion, setPlayLength, setStopMotion } from '../../../engine/edit/motion.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { good, layerOf, makeProject, scene, video } from '../make.ts';

const project = makeProject([scene('a', [video('v', 10), video('w', 4)])]);
const looped = setLoop(project, 'w', true);
const layer = (of: typeof project) => layerOf(of, 'w', 'video');

describe('setMotion', () => {
  it('changes the length of the scene, at speeds from a quarter to four times', () => {
    expect(totalDuration(setMotion(project, 'v', { speed: 2 }))).toBe(5);
    expect(totalDuration(setMotion(project, 'v', { speed: 0.1 }))).toBe(40);
    expect(totalDuration(setMotion(project, 'w', { isBoomeranged: true, speed: 0.5 }))).toBe(16);
  });

  it('returns the same project if nothing changes', () => {
    expect(setMotion(project, 'v', { speed: 1, isReversed: false })).toBe(project);
    expect(setMotion(project, 'v', { speed: Number.NaN })).toBe(project);
    expect(setMotion(project, 'nobody', { speed: 2 })).toBe(project);
  });
});

describe('stop-motion', () => {
  const stills = setStopMotion(project, 'v', {});
  const video = (of: typeof project) => layerOf(of, 'v', 'video');

  it('starts at the pace of the video, and takes longer with more or longer stills', () => {
    expect(video(stills).stopMotion).toEqual({ stills: 5, hold: 0.2 });
    expect(totalDuration(stills)).toBeCloseTo(10, 9);
    expect(totalDuration(setStopMotion(stills, 'v', { hold: 0.4 }))).toBeCloseTo(20, 9);
    expect(totalDuration(setStopMotion(stills, 'v', { stills: 10 }))).toBeCloseTo(20, 9);
    expect(video(setStopMotion(stills, 'v', { stills: 1e6, hold: 0 })).stopMotion).toEqual({
      stills: 120,
      hold: 0.001,
    });
  });

  it('is removed, and leaves the project unchanged if nothing changes', () => {
    expect(setStopMotion(stills, 'v', undefined)).toEqual(project);
    expect(setStopMotion(stills, 'v', { hold: 0.2 })).toBe(stills);
    expect(setStopMotion(stills, 'v', { hold: Number.NaN })).toBe(stills);
    expect(setStopMotion(project, 'v', undefined)).toBe(project);
  });
});

describe('setLoop and setPlayLength', () => {
  it('repeat until the scene ends or for a set length', () => {
    expect(layer(looped).loopMode).toBe('duration');
    expect(totalDuration(looped)).toBe(10);
    const long = setPlayLength(looped, 'w', 15);
    expect(totalDuration(long)).toBe(15);
    expect(layer(setLoop(long, 'w', false))).toEqual(layer(project));
  });

  it('accept a length only beyond one run and up to 20 minutes', () => {
    expect(setPlayLength(looped, 'w', 4)).toBe(looped);
    expect(layer(setPlayLength(setPlayLength(looped, 'w', 15), 'w', 3))).toEqual(layer(looped));
    expect(totalDuration(setPlayLength(looped, 'w', 1e6))).toBe(1200);
    expect(setPlayLength(project, 'w', 15)).toBe(project);
  });

  it('drop the length when one run takes as long', () => {
    const long = setPlayLength(looped, 'w', 15);
    expect(layer(setMotion(long, 'w', { speed: 0.25 })).playLength).toBeUndefined();
    expect(layer(setMotion(long, 'w', { speed: 0.5 })).playLength).toBe(15);
    expect(layer(good(trimLayer(long, 'w', 1, 3))).playLength).toBe(15);
  });
});
