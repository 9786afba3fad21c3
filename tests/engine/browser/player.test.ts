import { describe, expect, it } from 'vitest';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { makeProject, scene, video } from '../make.ts';
import { fakePool, openPlayer } from './playerBench.ts';

const three = () => makeProject([2, 3, 1].map((duration, i) => scene(`s${i}`, [], { duration })));
const seconds = (value: number) => Math.round(value * 100) / 100;

describe('playback time', () => {
  it('follows the clock and stops while paused', () => {
    const { player, bench } = openPlayer(three());
    player.play();
    bench.pass(30);
    bench.pass(1500, 7);
    expect(player.time).toBeCloseTo(1.5, 1);
    player.pause();
    const { time } = player;
    bench.pass(1000);
    expect(player.time).toBe(time);
    expect(bench.isAwake).toBe(false);
    player.play();
    bench.pass(230);
    expect(player.time).toBeCloseTo(time + 0.2, 2);
  });

  it('starts 60 ms later if a video or a single sound has to start with it', () => {
    const timeOf = (project: Project) => {
      const { player, bench } = openPlayer(project, { media: fakePool().pool });
      player.play();
      bench.pass(300, 10);
      return player.time;
    };
    const silent = scene('s', [], { duration: 3 });
    const audio = { url: 'a.mp3', duration: 3 };
    const times = [
      makeProject([silent]),
      makeProject([scene('s', [video('v', 3)])]),
      makeProject([silent], { audio }),
    ].map(timeOf) as [number, number, number];
    expect(times.map((time) => seconds(times[0] - time))).toEqual([0, 0.06, 0.06]);
  });

  it('continues from scene to scene, and from the last to the first', () => {
    const { player, bench } = openPlayer(three());
    const visited: number[] = [];
    player.play();
    for (let i = 0; i < 70; i += 1) {
      bench.pass(100, 20);
      if (visited.at(-1) !== player.sceneIndex) visited.push(player.sceneIndex);
    }
    expect(visited).toEqual([0, 1, 2, 0]);
    // Seven seconds into a project of six, minus the waits for the first tick.
    expect(player.time).toBeGreaterThan(0.8);
    expect(player.time).toBeLessThan(1);
  });

  it('restarts a single scene at its end', () => {
    const { player, bench } = openPlayer(makeProject([scene('s', [video('v', 2)])]), { media: fakePool().pool });
    player.play();
    bench.pass(2400);
    expect(player.sceneIndex).toBe(0);
    expect(player.time).toBeGreaterThan(0.1);
    expect(player.time).toBeLessThan(0.4);
  });

  it('repeats a scene that must not end instead of leaving it', () => {
    const { player, bench } = openPlayer(three(), { loop: () => 'scene' });
    player.seek(3);
    player.play();
    bench.pass(2500);
    expect(player.sceneIndex).toBe(1);
    expect(player.time).toBeGreaterThan(2);
    expect(player.time).toBeLessThan(3);
  });

  it('repeats the first seconds if asked to, across a change of that length', () => {
    let loop = 1;
    const { player, bench } = openPlayer(three(), { loop: () => loop });
    player.play();
    bench.pass(1500);
    expect(player.sceneIndex).toBe(0);
    expect(player.time).toBeLessThan(0.6);
    loop = 3;
    bench.pass(2000);
    expect(player.sceneIndex).toBe(1);
    expect(player.time).toBeGreaterThan(2);
  });

  it('repeats a span across scenes once its end is reached, and plays on after it', () => {
    const span = { from: 1.5, to: 4 };
    const { player, bench } = openPlayer(three(), { loop: () => span });
    player.seek(1);
    player.play();
    bench.pass(2800);
    expect(player.time).toBeGreaterThan(3.5);
    bench.pass(600);
    expect(player.time).toBeGreaterThan(1.5);
    expect(player.time).toBeLessThan(2.2);
    expect(player.sceneIndex).toBe(0);
    player.seek(4.5);
    bench.pass(2000);
    expect(player.time).toBeLessThan(1.5);
  });

  it('pauses at the end if nothing repeats, and plays from the start after that', () => {
    const { player, bench } = openPlayer(three(), { loop: () => 'none' });
    player.seek(5);
    player.play();
    bench.pass(1500);
    expect(player.state).toBe('paused');
    expect(player.time).toBe(6);
    expect(player.sceneIndex).toBe(2);
    expect(bench.isAwake).toBe(false);
    player.play();
    bench.pass(530);
    expect(seconds(player.time)).toBe(0.5);
  });

  it('restarts from the very end, and does not jump after the machine slept', () => {
    const { player, bench } = openPlayer(three());
    player.seek(99);
    expect(player.time).toBe(6);
    expect(player.sceneIndex).toBe(2);
    player.play();
    bench.pass(530);
    expect(seconds(player.time)).toBe(0.5);
    bench.pass(5000, 5000);
    expect(seconds(player.time)).toBe(0.5);
    bench.pass(130);
    expect(seconds(player.time)).toBe(0.6);
  });

  it('stays in its scene when scenes are reordered during playback', () => {
    const project = three();
    const { player, bench } = openPlayer(project);
    player.seek(2.5);
    player.play();
    bench.pass(530);
    const [a, b, c] = project.scenes as [Project['scenes'][0], Project['scenes'][0], Project['scenes'][0]];
    player.setProject({ ...project, scenes: [b, a, c] });
    expect(player.sceneIndex).toBe(0);
    expect(seconds(player.time)).toBe(1);
    bench.pass(300);
    expect(seconds(player.time)).toBe(1.3);
    player.setProject({ ...project, scenes: [a, c] });
    expect(seconds(player.time)).toBe(1.3);
    expect(player.sceneIndex).toBe(0);
  });

  it('shows another version directly at a given time', () => {
    const { pool, open, counts } = fakePool();
    const trimmed = (endTime: number) =>
      makeProject([scene('a', [video('v', 9, { isTrimmed: true, startTime: 1, endTime })])]);
    const { player } = openPlayer(trimmed(5), { media: pool });
    player.seek(3);
    const { follows } = counts;
    player.setProject(trimmed(3), undefined, 1.5);
    expect([counts.follows - follows, player.time]).toEqual([1, 1.5]);
    expect([...open.values()]).toEqual([{ time: 2.5, rate: 0 }]);
  });
});

describe('random operations', () => {
  /** Numbers from 0 to 1, reproducible by seed. */
  function dice(seed: number) {
    let state = seed;
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('end in the same state as a simple model (seed %i)', (seed) => {
    const random = dice(seed);
    const lengths = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 0.5 + Math.floor(random() * 20) / 10);
    const project = makeProject(lengths.map((duration, i) => scene(`s${i}`, [], { duration })));
    const total = totalDuration(project);
    const { player, bench } = openPlayer(project);
    // The model: the time, and whether it advances from the next tick on.
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
        bench.pass(40, 40);
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
