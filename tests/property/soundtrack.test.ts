import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../engine/project/parse.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { gainAt } from '../../engine/timeline/soundGain.ts';
import { type AudioClip, soundtrack } from '../../engine/timeline/soundtrack.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';
import { good } from '../engine/make.ts';
import { projectInput, seeded } from './arbitraries.ts';

const project = projectInput.map((input) => good(parseProject(input)));

describe('soundtrack', () => {
  it('fades linearly', () => {
    const layer = { id: 'v', type: 'video', url: 'v.mp4', duration: 4, volume: 1.5, fadeIn: 1, fadeOut: 2 };
    const [clip] = soundtrack(good(parseProject({ scenes: [{ id: 'a', layers: [layer] }] })));
    const gains = [-1, 0, 0.5, 1, 1.5, 3, 3.5, 4].map((t) => gainAt(clip as AudioClip, t));
    expect(gains).toEqual([0, 0, 0.75, 1.5, 1.5, 0.75, 0.375, 0]);
    const short = { ...layer, isTrimmed: true, startTime: 0, endTime: 1, fadeIn: 3, fadeOut: 1 };
    const [meeting] = soundtrack(good(parseProject({ scenes: [{ id: 'a', layers: [short] }] })));
    expect(gainAt(meeting as AudioClip, 0.75)).toBeCloseTo(1.5, 9);
    expect(gainAt(meeting as AudioClip, 0.375)).toBeCloseTo(0.75, 9);
  });

  it('keeps every clip inside the video and inside its file', () => {
    fc.assert(
      fc.property(project, (one) => {
        const total = totalDuration(one);
        for (const clip of soundtrack(one)) {
          expect(clip.start).toBeGreaterThanOrEqual(0);
          expect(clip.end).toBeGreaterThan(clip.start);
          expect(clip.end).toBeLessThanOrEqual(total + 1e-9);
          expect(clip.mediaEnd).toBeGreaterThan(clip.mediaStart);
          if (!clip.loops) expect(clip.end - clip.start).toBeLessThanOrEqual(runOf(clip) + 1e-9);
        }
      }),
      seeded,
    );
  });

  it('is sorted and excludes muted layers', () => {
    fc.assert(
      fc.property(project, (one) => {
        const clips = soundtrack(one);
        expect(clips.map(({ start }) => start)).toEqual(clips.map(({ start }) => start).sort((a, b) => a - b));
        const heard = clips.flatMap(({ source }) => (source.kind === 'layer' ? [source.layerId] : []));
        const audible = layerSpans(one)
          .filter(({ start, end }) => end > start)
          .filter(({ layer }) =>
            layer.type === 'video'
              ? !(layer.isMuted || layer.converted_gif || one.isMuted)
              : layer.type === 'audio' && !layer.isMuted,
          )
          .map(({ layer }) => layer.id);
        expect([...heard].sort()).toEqual(audible.sort());
        const track = clips.some(({ source }) => source.kind === 'track');
        expect(track).toBe(one.audio !== null && !one.audio.isMuted && one.audio.startTime < totalDuration(one));
      }),
      seeded,
    );
  });

  it('never loops a file of unknown length', () => {
    const layer = { id: 'v', type: 'video', url: 'v.mp4', loopMode: 'duration', playLength: 5 };
    expect(soundtrack(good(parseProject({ scenes: [{ id: 'a', layers: [layer] }] })))).toEqual([]);
  });
});

/** Length of one run in seconds. */
function runOf({ mediaStart, mediaEnd, speed, isBoomeranged }: AudioClip): number {
  return ((mediaEnd - mediaStart) / speed) * (isBoomeranged ? 2 : 1);
}
