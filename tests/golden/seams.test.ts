import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { transitionTypes } from '../../engine/project/videoEffects.ts';
import { createDice } from '../property/dice.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { framesOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

/** Number of random projects. CUTROOM_LONG=1: as many as before a release, which takes some minutes. */
const count = process.env.CUTROOM_LONG ? 60 : 1;
const size = { width: 160, height: 90 };
const lab = openRenderLab('seams');
afterAll(lab.close);

it(`renders ${count} random projects alike in segments and as a whole: frames, times and audio`, {
  timeout: 1_200_000,
}, async () => {
  for (let seed = 1; seed <= count; seed += 1) {
    const { body, segmentLength } = projectOf(seed);
    const whole = await lab.render(body);
    const parts = await lab.render(body, { segmentLength });
    const [one, other] = [whole, parts].map((file) => framesOf(file, size.width, size.height)) as [
      Uint8ClampedArray[],
      Uint8ClampedArray[],
    ];
    const told = `seed ${seed}, segments of ${segmentLength} s`;
    expect(other.length, told).toBe(one.length);
    const differences = one.map((frame, i) => meanDifference(frame, other[i] as Uint8ClampedArray));
    // A wrong frame would differ by 5 or more, because numbers and colors of the source change with each frame. The
    // encoder’s noise is largest in a glitch of this small size: 3.4.
    expect(Math.max(...differences), `${told}, frame ${differences.indexOf(Math.max(...differences))}`).toBeLessThan(4);
    expect(new Set(distancesOf(parts)).size, told).toBe(1);
    expect(isHeard(parts), told).toBe(isHeard(whole));
    if (isHeard(whole)) expect(samplesOf(parts), told).toEqual(samplesOf(whole));
  }
});

function isHeard(file: string): boolean {
  const args = ['-v', 'error', '-select_streams', 'a', '-show_entries', 'stream=index', '-of', 'csv=p=0', file];
  return execFileSync('ffprobe', args, { encoding: 'utf8' }).trim() !== '';
}

/** Distances between adjacent frames in ticks of the container. */
function distancesOf(file: string): number[] {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts', '-of', 'csv=p=0', file];
  const printed = execFileSync('ffprobe', args, { encoding: 'utf8' });
  const times = printed.trim().split('\n').map(Number);
  times.sort((a, b) => a - b);
  return times.slice(1).map((time, i) => time - (times[i] as number));
}

/** A random project of one to five scenes, and a segment length far below the default. */
function projectOf(seed: number): { body: object; segmentLength: number } {
  const { pick, chance: whether, random } = createDice(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const seconds = (from: number, to: number) => Math.round(between(from, to) * 1000) / 1000;
  const media = (name: string) => resolve('fixtures/media', name);
  const box = () => ({
    position: {
      x: `${between(0, 40).toFixed(1)}%`,
      y: `${between(0, 40).toFixed(1)}%`,
      width: `${between(30, 60).toFixed(1)}%`,
      height: `${between(30, 60).toFixed(1)}%`,
      rotation: whether(0.3) ? Math.round(between(-90, 90)) : 0,
    },
  });
  const played = (id: string) => {
    const start = seconds(0, 4);
    const length = seconds(1, 2.5);
    return {
      id,
      type: 'video',
      url: media('numbers.mp4'),
      isTrimmed: true,
      startTime: start,
      endTime: start + length,
      speed: pick([1, 1, 0.5, 1.3, 2.7]),
      isReversed: whether(0.2),
      isBoomeranged: whether(0.2),
      isMuted: whether(0.5),
      filterName: pick(['Original', 'Original', 'Sepia']),
      globalAlpha: pick([1, 1, 0.6]),
      radius: pick([0, 0, 12]),
      blendMode: pick(['normal', 'normal', 'multiply', 'difference']),
      ...(whether(0.2) ? { shadowColor: '#000000c0', shadowBlur: 8, shadowOffsetX: 4, shadowOffsetY: 4 } : {}),
      ...(whether(0.1) ? { isHidden: true } : {}),
      ...(whether(0.3) ? { loopMode: 'duration', playLength: seconds(1, 4) } : {}),
      ...(whether(0.5) ? box() : { position: { x: '0%', y: '0%', width: '100%', height: '100%' } }),
    };
  };
  const text = (id: string) => ({
    id,
    type: 'text',
    text: pick(['Morning', 'At noon', 'Night']),
    color: '#ff8800',
    ...box(),
    ...(whether(0.3) ? { animation: { id: 'hue-rotate', duration: seconds(0.5, 2) } } : {}),
    ...(whether(0.4) ? { from: seconds(0, 0.4), to: seconds(0.5, 1) } : {}),
  });
  const scenes = Array.from({ length: 1 + Math.floor(between(0, 5)) }, (_, i) => {
    const moves = whether(0.7);
    const layers = [
      text(`t${i}`),
      ...(moves ? [played(`v${i}`)] : []),
      ...(moves && whether(0.3) ? [played(`w${i}`)] : []),
    ];
    return {
      id: `s${i}`,
      background: pick(['#000000', '#224466', '#ffffff']),
      layers,
      ...(moves ? {} : { isImageVideo: true, duration: seconds(1, 3) }),
      ...(i > 0 && whether(0.6) ? { transition: { type: pick(transitionTypes), duration: seconds(0.2, 0.9) } } : {}),
    };
  });
  const music = { url: media('music.mp3'), startTime: seconds(0, 0.5), loop: true, volume: 0.4 };
  return {
    body: { ...size, scenes, ...(whether(0.5) ? { audio: music } : {}) },
    segmentLength: seconds(0.5, 1.5),
  };
}
