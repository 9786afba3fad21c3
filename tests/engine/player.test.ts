import { describe, expect, it } from 'vitest';
import type { PlayerProblem } from '../../engine/browser/player/player.ts';
import type { Project } from '../../engine/project/project.ts';
import { sceneStarts, totalDuration } from '../../engine/timeline/durations.ts';
import { makeProject, scene, video } from './make.ts';
import { fakePool, openPlayer } from './playerDesk.ts';

const fade = { type: 'fade' as const, duration: 0.5 };
const three = () => makeProject([2, 3, 1].map((duration, i) => scene(`s${i}`, [], { duration })));
const seconds = (value: number) => Math.round(value * 100) / 100;

describe('time', () => {
  it('runs as the clock does, and stands while it is paused', () => {
    const { player, desk } = openPlayer(three());
    player.play();
    desk.pass(30);
    desk.pass(1500, 7);
    expect(player.time).toBeCloseTo(1.5, 1);
    player.pause();
    const { time } = player;
    desk.pass(1000);
    expect(player.time).toBe(time);
    expect(desk.isAwake).toBe(false);
    player.play();
    desk.pass(230);
    expect(player.time).toBeCloseTo(time + 0.2, 2);
  });

  it('goes from scene to scene, and from the last one to the first', () => {
    const { player, desk } = openPlayer(three());
    const visited: number[] = [];
    player.play();
    for (let i = 0; i < 70; i += 1) {
      desk.pass(100, 20);
      if (visited.at(-1) !== player.sceneIndex) visited.push(player.sceneIndex);
    }
    expect(visited).toEqual([0, 1, 2, 0]);
    // Seven seconds of six, less the waits for the first tick.
    expect(player.time).toBeGreaterThan(0.8);
    expect(player.time).toBeLessThan(1);
  });

  it('begins a lone scene anew at its end', () => {
    const { player, desk } = openPlayer(makeProject([scene('s', [video('v', 2)])]), { media: fakePool().pool });
    player.play();
    desk.pass(2400);
    expect(player.sceneIndex).toBe(0);
    expect(player.time).toBeGreaterThan(0.1);
    expect(player.time).toBeLessThan(0.4);
  });

  it('plays a held scene again instead of leaving it', () => {
    const { player, desk } = openPlayer(three(), { isSceneHeld: () => true });
    player.seek(3);
    player.play();
    desk.pass(2500);
    expect(player.sceneIndex).toBe(1);
    expect(player.time).toBeGreaterThan(2);
    expect(player.time).toBeLessThan(3);
  });

  it('starts over from the very end, and stands still for a machine that slept', () => {
    const { player, desk } = openPlayer(three());
    player.seek(99);
    expect(player.time).toBe(6);
    expect(player.sceneIndex).toBe(2);
    player.play();
    desk.pass(530);
    expect(seconds(player.time)).toBe(0.5);
    desk.pass(5000, 5000);
    expect(seconds(player.time)).toBe(0.5);
    desk.pass(130);
    expect(seconds(player.time)).toBe(0.6);
  });

  it('stays in its scene when scenes are moved while it plays', () => {
    const project = three();
    const { player, desk } = openPlayer(project);
    player.seek(2.5);
    player.play();
    desk.pass(530);
    const [a, b, c] = project.scenes as [Project['scenes'][0], Project['scenes'][0], Project['scenes'][0]];
    player.setProject({ ...project, scenes: [b, a, c] });
    expect(player.sceneIndex).toBe(0);
    expect(seconds(player.time)).toBe(1);
    desk.pass(300);
    expect(seconds(player.time)).toBe(1.3);
    player.setProject({ ...project, scenes: [a, c] });
    expect(seconds(player.time)).toBe(1.3);
    expect(player.sceneIndex).toBe(0);
  });
});

describe('videos', () => {
  const project = () =>
    makeProject([
      scene('a', [
        video('v', 4, { isTrimmed: true, startTime: 1, endTime: 3 }),
        video('w', 1.5, { loopMode: 'duration' }),
      ]),
      scene('b', [video('x', 2)]),
    ]);

  it('follow their trims, loop or hold, at their pace', () => {
    const { pool, open } = fakePool();
    const { player, desk } = openPlayer(project(), { media: pool });
    player.play();
    desk.pass(30);
    desk.pass(60 + 1800, 10);
    expect(player.time).toBeCloseTo(1.8, 2);
    expect(open.get('v v.mp4')).toEqual({ time: 1 + player.time, rate: 1 });
    expect(open.get('w w.mp4')?.time).toBeCloseTo(0.3, 2);
    player.pause();
    expect([...open.values()].map(({ rate }) => rate)).toEqual([0, 0, 0]);
  });

  it('of the next scene are opened and sought before it begins, and dropped after theirs', () => {
    const { pool, open } = fakePool();
    const { player, desk } = openPlayer(project(), { media: pool });
    expect([...open.keys()].sort()).toEqual(['v v.mp4', 'w w.mp4']);
    player.play();
    desk.pass(300);
    expect(open.get('x x.mp4')).toEqual({ time: 0, rate: 0 });
    desk.pass(2000);
    expect([...open.keys()]).toEqual(['x x.mp4']);
    expect(player.state).toBe('playing');
    player.dispose();
    expect(open.size).toBe(0);
  });

  it('of the scene before stand still as it ended while the next one comes in', () => {
    const { pool, open } = fakePool();
    const scenes = project().scenes;
    const passing = { ...project(), scenes: scenes.map((one) => ({ ...one, transition: fade })) };
    const { player, desk } = openPlayer(passing, { media: pool });
    player.seek(2.3);
    expect(open.get('v v.mp4')).toEqual({ time: 2.99, rate: 0 });
    expect(open.get('x x.mp4')?.time).toBeCloseTo(0.3, 6);
    player.play();
    desk.pass(400);
    expect([...open.keys()]).toEqual(['x x.mp4']);
    player.seek(1.9);
    desk.pass(400, 10);
    expect(player.sceneIndex).toBe(1);
    expect(open.get('v v.mp4')).toEqual({ time: 2.99, rate: 0 });
    desk.pass(500);
    expect([...open.keys()]).toEqual(['x x.mp4']);
  });

  it('are waited for: time stands until all are there, and says so after a moment', () => {
    const there = new Set<string>(['v.mp4']);
    const { pool, open } = fakePool((url) => there.has(url));
    const { player, desk } = openPlayer(project(), { media: pool });
    player.play();
    desk.pass(200);
    expect([player.state, player.isWaiting, player.time]).toEqual(['buffering', false, 0]);
    desk.pass(200);
    expect(player.isWaiting).toBe(true);
    expect(open.get('v v.mp4')?.rate).toBe(0);
    there.add('w.mp4');
    desk.pass(30);
    expect([player.state, player.isWaiting, player.time]).toEqual(['playing', false, 0]);
    desk.pass(1060);
    expect(seconds(player.time)).toBe(1);
  });

  it('that run dry stop the time after a moment; a short gap does not', () => {
    let isDry = false;
    const { pool } = fakePool(() => !isDry);
    const { player, desk } = openPlayer(project(), { media: pool });
    player.play();
    desk.pass(590);
    isDry = true;
    desk.pass(200);
    expect(player.state).toBe('playing');
    desk.pass(120);
    expect(player.state).toBe('buffering');
    const { time } = player;
    desk.pass(3000);
    expect(player.time).toBe(time);
    isDry = false;
    desk.pass(30);
    desk.pass(160, 10);
    expect(player.time).toBeCloseTo(time + 0.1, 3);
  });

  it('that are missing stop nothing and are told of once a play, those that are slow after a while', () => {
    const problems: PlayerProblem[] = [];
    const { pool } = fakePool(
      (url) => url !== 'w.mp4',
      (url) => url === 'v.mp4',
    );
    const { player, desk } = openPlayer(project(), { media: pool, onProblem: (problem) => problems.push(problem) });
    player.play();
    desk.pass(9000);
    expect(problems).toEqual([
      { kind: 'missing', layerId: 'v', url: 'v.mp4' },
      { kind: 'slow', layerId: 'w', url: 'w.mp4' },
    ]);
    player.pause();
    player.play();
    desk.pass(60);
    expect(problems.map(({ kind }) => kind)).toEqual(['missing', 'slow', 'missing']);
  });

  it('cost a seek one resolve and one follow, at rest and while it plays', () => {
    const { pool, counts } = fakePool();
    const { player, desk } = openPlayer(project(), { media: pool });
    const before = { ...player.counts, media: counts.follows };
    const costs = () => [
      player.counts.resolves - before.resolves,
      player.counts.follows - before.follows,
      counts.follows - before.media,
    ];
    player.seek(1);
    // Each video is brought to its time once.
    expect(costs()).toEqual([1, 1, 2]);
    desk.pass(500);
    expect(costs()).toEqual([1, 1, 2]);
    player.seek(2.5);
    expect(costs()).toEqual([2, 2, 3]);
    player.play();
    desk.pass(90);
    Object.assign(before, player.counts, { media: counts.follows });
    player.seek(0.5);
    // The one of the next scene is open by now.
    expect(costs()).toEqual([1, 1, 3]);
  });

  it('stand at the last of ten quick seeks', () => {
    let isThere = false;
    const { pool, open } = fakePool(() => isThere);
    const { player, desk } = openPlayer(project(), { media: pool });
    player.play();
    for (const time of [1, 3.5, 0.2, 2.2, 1.9, 3, 0, 1.2, 3.9, 0.7]) {
      player.seek(time);
      desk.pass(30);
    }
    expect(player.state).toBe('buffering');
    isThere = true;
    desk.pass(30);
    expect(player.time).toBe(0.7);
    expect(open.get('v v.mp4')?.time).toBeCloseTo(1.7, 6);
  });
});

describe('random operations', () => {
  /** Numbers from 0 to 1, always the same for a seed. */
  function dice(seed: number) {
    let state = seed;
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('end where a plain account of them does (seed %i)', (seed) => {
    const random = dice(seed);
    const lengths = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 0.5 + Math.floor(random() * 20) / 10);
    const project = makeProject(lengths.map((duration, i) => scene(`s${i}`, [], { duration })));
    const total = totalDuration(project);
    const { player, desk } = openPlayer(project);
    // What a person would say: the time, and whether it is to run from the next tick on.
    let [time, isPlaying, isFresh] = [0, false, false];
    for (let step = 0; step < 300; step += 1) {
      const what = random();
      if (what < 0.1) {
        if (!isPlaying) [isPlaying, isFresh, time] = [true, true, time >= total - 1e-6 ? 0 : time];
        player.play();
      } else if (what < 0.2) {
        isPlaying = false;
        player.pause();
      } else if (what < 0.35) {
        const to = random() * (total + 2) - 1;
        [time, isFresh] = [Math.min(total, Math.max(0, to)), true];
        player.seek(to);
      } else {
        desk.pass(40, 40);
        if (isPlaying && !isFresh) {
          time += 0.04;
          if (time >= total - 1e-6) [time, isFresh] = [0, true];
        } else isFresh = false;
      }
      expect(player.time, `step ${step}`).toBeCloseTo(time, 6);
      expect(player.state === 'paused').toBe(!isPlaying);
      const starts = sceneStarts(project);
      expect(player.sceneIndex).toBe(
        Math.max(
          0,
          starts.findLastIndex((start) => start <= player.time + 1e-6),
        ),
      );
    }
  });
});
