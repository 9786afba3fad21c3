import { describe, expect, it } from 'vitest';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import type { Project } from '../../../engine/project/project.ts';
import { PEAKS_PER_SECOND } from '../../../engine/timeline/peaks.ts';
import { projectPeaks } from '../../../engine/timeline/projectPeaks.ts';
import { silencesOf } from '../../../engine/timeline/silences.ts';
import { makeProject, scene, text, video } from '../make.ts';

/** Peaks of a file that is loud in spans of seconds. */
function loud(length: number, ...spans: [from: number, to: number][]): Uint8Array {
  return Uint8Array.from({ length: length * PEAKS_PER_SECOND }, (_, i) =>
    spans.some(([from, to]) => i >= from * PEAKS_PER_SECOND && i < to * PEAKS_PER_SECOND) ? 200 : 1,
  );
}

const files: Record<string, Uint8Array> = {
  'v.mp4': loud(8, [0, 2], [6, 8]),
  'w.mp4': loud(8, [3, 4]),
  'music.mp3': loud(60, [0, 60]),
};

/** Silences of a project without padding, as "from–to". */
function silencesIn(project: Project): string[] {
  const peaks = projectPeaks(spokenProject(project) ?? project, ({ url }) => files[url]);
  const length = peaks.length / PEAKS_PER_SECOND;
  return silencesOf(peaks, length, { padding: 0 }).map(({ startTime, endTime }) => `${startTime}–${endTime}`);
}

const v = (rest: object = {}) => video('v', 8, { url: 'v.mp4', ...rest });
const w = (rest: object = {}) => video('w', 8, { url: 'w.mp4', ...rest });

describe('silences of a project', () => {
  it.each<[string, object[], string[]]>([
    ['plays as it is', [v()], ['2–6']],
    ['is trimmed', [v({ isTrimmed: true, startTime: 1, endTime: 7 })], ['1–5']],
    ['plays faster', [v({ speed: 2 })], ['1–3']],
    ['plays slower', [v({ speed: 0.5 })], ['4–12']],
    ['is reversed', [w({ isReversed: true })], ['0–4', '5–8']],
    ['goes back and forth', [v({ isBoomeranged: true })], ['2–6', '10–14']],
    ['loops', [v({ loopMode: 'duration', playLength: 20 })], ['2–6', '10–14', '18–20']],
    ['is muted', [v({ isMuted: true }), w()], ['0–3', '4–8']],
    ['is hidden', [v({ isHidden: true }), w()], ['0–3', '4–8']],
    ['is very quiet', [v({ volume: 0.01 }), w()], ['0–3', '4–8']],
    ['plays with another one', [v(), w()], ['2–3', '4–6']],
    ['begins later', [v({ from: 4 })], ['6–10']],
    ['ends before a silent one', [v(), video('s', 12, { url: 'silent.mp4' })], ['2–6']],
  ])('are right if a video %s', (_, layers, silences) => {
    expect(silencesIn(makeProject([scene('a', layers as never)]))).toEqual(silences);
  });

  it('reach across scenes, and are silent in layers of the whole project too', () => {
    const two = [scene('a', [v({ isTrimmed: true, startTime: 0, endTime: 4 })]), scene('b', [w()])];
    expect(silencesIn(makeProject(two))).toEqual(['2–7', '8–12']);
    const voice = { id: 'x', type: 'audio' as const, url: 'w.mp4', duration: 8, from: 0 };
    expect(silencesIn(makeProject(two, { layers: [voice] }))).toEqual(['2–3', '4–7', '8–12']);
  });

  it('do not count music: the audio track, and layers with ducking', () => {
    const track = { url: 'music.mp3', duration: 60 };
    const song = { id: 'm', type: 'audio' as const, url: 'music.mp3', duration: 60, ducking: { amount: 12 } };
    expect(silencesIn(makeProject([scene('a', [v(), song as never])], { audio: track }))).toEqual(['2–6']);
  });

  it('do not include titles and videos without audio', () => {
    const title = scene('t', [text('words')], { duration: 3, isImageVideo: true });
    const scenes = [title, scene('a', [v()]), scene('b', [video('s', 4, { url: 'silent.mp4' })])];
    expect(silencesIn(makeProject(scenes))).toEqual(['5–9']);
  });
});
