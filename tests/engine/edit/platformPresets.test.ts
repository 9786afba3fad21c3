import { describe, expect, it } from 'vitest';
import { applyPreset, type PlatformPreset, platformPresets, presetOf } from '../../../engine/edit/platformPresets.ts';
import type { Output } from '../../../engine/project/output.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { makeProject, scene, video } from '../make.ts';

const preset = (id: string) => platformPresets.find(({ ids }) => ids.includes(id)) as PlatformPreset;
const tall = makeProject([scene('a', [video('v', 4)])], { width: 720, height: 1280 });

describe('applyPreset', () => {
  it('sets size, rate, key frames and loudness, and keeps the aspect ratio', () => {
    const { width, height, output } = applyPreset(tall, preset('youtube'));
    expect({ width, height }).toEqual({ width: 1080, height: 1920 });
    expect(output).toEqual({ type: 'video', container: 'mp4', keyframeInterval: 0.5, loudness: -14 });
    const wide = applyPreset({ ...tall, width: 1280, height: 546 }, preset('whatsapp'));
    expect(wide).toMatchObject({ width: 1688, height: 720, output: { fitUnder: 16 } });
    expect(wide.output).not.toHaveProperty('loudness');
  });

  it('moves a chosen frame rate into the limits of the platform, and keeps subtitles and chapters', () => {
    const of = (fps: number) => {
      const output: Output = {
        type: 'video',
        container: 'webm',
        fps,
        bitrate: 900,
        softSubtitles: true,
        chapters: true,
      };
      return applyPreset({ ...tall, output }, preset('tiktok')).output;
    };
    const rest = { type: 'video', container: 'mp4', softSubtitles: true, chapters: true, loudness: -14 };
    expect([of(12), of(30), of(120)]).toEqual([23, 30, 60].map((fps) => ({ ...rest, fps })));
  });

  it.each(platformPresets.map((one) => [one.title, one] as const))('gives a valid project for %s', (_, one) => {
    const made = applyPreset({ ...tall, output: { type: 'gif', plays: 0, colors: 256 } }, one);
    expect(submitProblems(made)).toEqual([]);
    expect(made.output).toMatchObject({ type: 'video', container: 'mp4' });
  });
});

describe('presetOf', () => {
  it('finds the preset of a project until one of its settings changes', () => {
    expect(presetOf(tall)).toBeUndefined();
    const made = applyPreset(tall, preset('youtube'));
    expect(presetOf(made)?.ids[0]).toBe('youtube');
    expect(presetOf({ ...made, width: 720, height: 1280 })).toBeUndefined();
    expect(presetOf({ ...made, output: { ...made.output, fps: 25 } as Output })?.ids[0]).toBe('youtube');
    expect(presetOf({ ...made, output: { ...made.output, loudness: -20 } as Output })).toBeUndefined();
  });
});
