import { describe, expect, it } from 'vitest';
import type { PlayerProblem } from '../../../engine/browser/player/player.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { makeProject, scene, video } from '../make.ts';
import { fakePool, openPlayer } from './playerBench.ts';

const fade = { type: 'fade' as const, duration: 0.5 };
const seconds = (value: number) => Math.round(value * 100) / 100;

describe('videos', () => {
  const project = () =>
    makeProject([
      scene('a', [
        video('v', 4, { isTrimmed: true, startTime: 1, endTime: 3 }),
        video('w', 1.5, { loopMode: 'duration' }),
      ]),
      scene('b', [video('x', 2)]),
    ]);

  it('follow their trims, loop or hold, at their speed', () => {
    const { pool, open } = fakePool();
    const { player, bench } = openPlayer(project(), { media: pool });
    player.play();
    bench.pass(30);
    bench.pass(60 + 1800, 10);
    expect(player.time).toBeCloseTo(1.8, 2);
    expect(open.get('v v.mp4')).toEqual({ time: 1 + player.time, rate: 1 });
    expect(open.get('w w.mp4')?.time).toBeCloseTo(0.3, 2);
    player.pause();
    expect([...open.values()].map(({ rate }) => rate)).toEqual([0, 0, 0]);
  });

  it('of the next scene are opened and sought before it starts, and released after their scene ends', () => {
    const { pool, open } = fakePool();
    const { player, bench } = openPlayer(project(), { media: pool });
    expect([...open.keys()].sort()).toEqual(['v v.mp4', 'w w.mp4']);
    player.play();
    bench.pass(300);
    expect(open.get('x x.mp4')).toEqual({ time: 0, rate: 0 });
    bench.pass(2000);
    expect([...open.keys()]).toEqual(['x x.mp4']);
    expect(player.state).toBe('playing');
    player.dispose();
    expect(open.size).toBe(0);
  });

  it('of the previous scene keep playing during a transition', () => {
    const { pool, open } = fakePool();
    const scenes = project().scenes;
    const passing = { ...project(), scenes: scenes.map((one) => ({ ...one, transition: fade })) };
    const { player, bench } = openPlayer(passing, { media: pool });
    player.seek(2.3);
    expect(open.get('v v.mp4')).toEqual({ time: 3.3, rate: 0 });
    expect(open.get('x x.mp4')?.time).toBeCloseTo(0.3, 6);
    player.play();
    bench.pass(400);
    expect([...open.keys()]).toEqual(['x x.mp4']);
    player.seek(1.9);
    bench.pass(400, 10);
    expect(player.sceneIndex).toBe(1);
    expect(open.get('v v.mp4')?.rate).toBe(1);
    expect(open.get('v v.mp4')?.time).toBeCloseTo(1 + player.time, 6);
    bench.pass(500);
    expect([...open.keys()]).toEqual(['x x.mp4']);
  });

  it('pause the time until all are ready, and show waiting after a moment', () => {
    const there = new Set<string>(['v.mp4']);
    const { pool, open } = fakePool((url) => there.has(url));
    const { player, bench } = openPlayer(project(), { media: pool });
    player.play();
    bench.pass(200);
    expect([player.state, player.isWaiting, player.time]).toEqual(['buffering', false, 0]);
    bench.pass(200);
    expect(player.isWaiting).toBe(true);
    expect(open.get('v v.mp4')?.rate).toBe(0);
    there.add('w.mp4');
    bench.pass(30);
    expect([player.state, player.isWaiting, player.time]).toEqual(['playing', false, 0]);
    bench.pass(1060);
    expect(seconds(player.time)).toBe(1);
  });

  it('that run out of data stop the time after a moment, but a short gap does not', () => {
    let isDry = false;
    const { pool } = fakePool(() => !isDry);
    const { player, bench } = openPlayer(project(), { media: pool });
    player.play();
    bench.pass(590);
    isDry = true;
    bench.pass(200);
    expect(player.state).toBe('playing');
    bench.pass(120);
    expect(player.state).toBe('buffering');
    const { time } = player;
    bench.pass(3000);
    expect(player.time).toBe(time);
    isDry = false;
    bench.pass(30);
    bench.pass(160, 10);
    expect(player.time).toBeCloseTo(time + 0.1, 3);
  });

  it('that are missing do not stop playback and are reported once per play, slow ones after a while', () => {
    const problems: PlayerProblem[] = [];
    const { pool } = fakePool(
      (url) => url !== 'w.mp4',
      (url) => url === 'v.mp4',
    );
    const { player, bench } = openPlayer(project(), { media: pool, onProblem: (problem) => problems.push(problem) });
    player.play();
    bench.pass(9000);
    expect(problems).toEqual([
      { kind: 'missing', layerId: 'v', url: 'v.mp4' },
      { kind: 'slow', layerId: 'w', url: 'w.mp4' },
    ]);
    player.pause();
    player.play();
    bench.pass(60);
    expect(problems.map(({ kind }) => kind)).toEqual(['missing', 'slow', 'missing']);
  });

  it('play only during their own time: opened early, paused until then, released afterwards', () => {
    const timed = makeProject([
      scene('s', [
        video('early', 2, { from: 1, to: 2 }),
        video('late', 3, { from: 14, isTrimmed: true, startTime: 0.5, endTime: 2.5 }),
      ]),
    ]);
    const { pool, open } = fakePool();
    const { player, bench } = openPlayer(timed, { media: pool });
    const early = () => open.get('early early.mp4');
    expect([totalDuration(timed), [...open.keys()]]).toEqual([16, ['early early.mp4']]);
    player.play();
    bench.pass(560, 10);
    expect(early()).toEqual({ time: 0, rate: 0 });
    bench.pass(1000, 10);
    expect(early()?.rate).toBe(1);
    expect(early()?.time).toBeCloseTo(player.time - 1, 1);
    bench.pass(1000, 10);
    expect([...open.keys()]).toEqual([]);
    player.seek(5);
    expect(open.get('late late.mp4')).toEqual({ time: 0.5, rate: 0 });
    player.seek(14.5);
    expect(open.get('late late.mp4')).toEqual({ time: 1, rate: 0 });
    player.seek(16);
    expect(open.get('late late.mp4')?.time).toBeCloseTo(2.49, 6);
  });

  it('cost one resolve and one follow per seek, paused and playing', () => {
    const { pool, counts } = fakePool();
    const { player, bench } = openPlayer(project(), { media: pool });
    const before = { ...player.counts, media: counts.follows };
    const costs = () => [
      player.counts.resolves - before.resolves,
      player.counts.follows - before.follows,
      counts.follows - before.media,
    ];
    player.seek(1);
    // Each video is moved to its time once.
    expect(costs()).toEqual([1, 1, 2]);
    bench.pass(500);
    expect(costs()).toEqual([1, 1, 2]);
    player.seek(2.5);
    expect(costs()).toEqual([2, 2, 3]);
    player.play();
    bench.pass(90);
    Object.assign(before, player.counts, { media: counts.follows });
    player.seek(0.5);
    // The video of the next scene is open by now.
    expect(costs()).toEqual([1, 1, 3]);
  });

  it('end at the last of ten quick seeks', () => {
    let isThere = false;
    const { pool, open } = fakePool(() => isThere);
    const { player, bench } = openPlayer(project(), { media: pool });
    player.play();
    for (const time of [1, 3.5, 0.2, 2.2, 1.9, 3, 0, 1.2, 3.9, 0.7]) {
      player.seek(time);
      bench.pass(30);
    }
    expect(player.state).toBe('buffering');
    isThere = true;
    bench.pass(30);
    expect(player.time).toBe(0.7);
    expect(open.get('v v.mp4')?.time).toBeCloseTo(1.7, 6);
  });
});
