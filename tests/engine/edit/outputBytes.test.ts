import { expect, it } from 'vitest';
import { estimateBytes, roughBytes } from '../../../engine/edit/outputBytes.ts';
import { animationDefaults, gifDefaults, mp4Output, type Output } from '../../../engine/project/output.ts';
import { makeProject, scene, text, video } from '../make.ts';

const body = makeProject([scene('a', [video('v', 4)])], { width: 480, height: 270 });
const of = (output: Output, copied?: { size: number; duration: number }) => estimateBytes({ ...body, output }, copied);

it('estimates audio exactly and a copied video by its source, but not an encoded video', () => {
  expect(of({ type: 'audio', format: 'wav' })).toEqual({ least: 768_000, most: 768_000 });
  expect(of({ type: 'audio', format: 'opus' })).toEqual({ least: 80_000, most: 80_000 });
  expect(of(mp4Output, { size: 1e6, duration: 4 })).toEqual({ least: 1e6, most: 1e6 });
  // A cut between keyframes is encoded again, at high quality.
  expect(of(mp4Output, { size: 10e6, duration: 40 })).toEqual({ least: 1e6, most: 3e6 });
  expect(of(mp4Output)).toBeUndefined();
});

it('estimates an encoded video by its pixels, its codec and its bit rate', () => {
  const rough = (output: object) => roughBytes({ ...body, output: { ...mp4Output, ...output } as Output }, 30);
  const [usual, hevc] = [rough({}), rough({ codec: 'hevc' })];
  expect(hevc?.most).toBeLessThan(usual?.most as number);
  expect(rough({ container: 'mov', codec: 'prores' })?.least).toBeGreaterThan(3 * (usual?.most as number));
  // Audio takes 80 kB of its four seconds.
  expect(rough({ bitrate: 80 })).toEqual({ least: 120_000, most: 120_000 });
});

it('estimates a limited output by its limit, or less if it is smaller anyway', () => {
  expect(of({ ...mp4Output, fitUnder: 8 })).toEqual({ least: 6.8e6, most: 8e6 });
  expect(of({ ...gifDefaults, fitUnder: 0.5 })?.most).toBe(5e5);
  expect(of({ ...mp4Output, fitUnder: 8 }, { size: 1e6, duration: 4 })).toEqual({ least: 1e6, most: 1e6 });
});

it('returns undefined if the size depends on content: images, drawings, animated WebP', () => {
  const drawn = makeProject([scene('a', [text('t')], { duration: 4 })]);
  expect(estimateBytes({ ...drawn, output: gifDefaults })).toBeUndefined();
  expect(of(animationDefaults)).toBeUndefined();
  for (const format of ['png', 'jpeg', 'webp'] as const)
    expect(of({ type: 'image', format, at: 0, quality: 90 } as Output)).toBeUndefined();
  expect(of({ ...animationDefaults, fitUnder: 2 })).toEqual({ least: 1.7e6, most: 2e6 });
});

it('estimates an encoded video roughly by its pixels, more for footage and for high quality', () => {
  const drawn = makeProject([scene('a', [text('t')], { duration: 4, isImageVideo: true })], {
    width: 480,
    height: 270,
  });
  const { least, most } = roughBytes({ ...body, quality: 'standard' }, 30) ?? { least: 0, most: 0 };
  // 4 s of 480 × 270 at 30 fps, with audio: the sample projects of this kind take 120 to 250 kB.
  expect([least < 150_000, most > 200_000, most < 400_000]).toEqual([true, true, true]);
  expect(roughBytes({ ...body, quality: 'high' }, 30)?.most).toBeGreaterThan(most);
  expect(roughBytes(drawn, 30)?.most).toBeLessThan(most);
  expect(roughBytes({ ...body, output: animationDefaults }, 30)).toBeUndefined();
});
