import { describe, expect, it } from 'vitest';
import { spokenProject } from '../../../engine/edit/spokenProject.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { good, image, scene, text, video } from '../make.ts';

const made = (input: ProjectInput): Project => good(parseProject(input));
const audio = (id: string, rest: object = {}) => ({
  id,
  type: 'audio' as const,
  url: `${id}.mp3`,
  duration: 4,
  ...rest,
});
const clips = (project: Project | undefined) =>
  project && soundtrack(project).map(({ url, start, end }) => `${url} ${start}–${end}`);

describe('spokenProject', () => {
  it('has the speech of all scenes and of the whole project, at its time', () => {
    const project = made({
      scenes: [
        scene('a', [text('long', { to: 5 }), image('i')]),
        scene('b', [video('film', 6), audio('music', { ducking: {} }), audio('muted', { isMuted: true })]),
        scene('c', [audio('voice', { from: 1, isHidden: true }), audio('said', { from: 1 })]),
      ],
      layers: [audio('lead', { anchor: 'b', from: -1 }), text('logo')],
      audio: { url: 'song.mp3', duration: 90 },
    });
    const speech = spokenProject(project);
    expect(clips(speech)).toEqual(['lead.mp3 4–8', 'film.mp4 5–11', 'said.mp3 12–16']);
    expect(speech && totalDuration(speech)).toBe(totalDuration(project));
    expect(parseProject(JSON.parse(JSON.stringify(speech)))).toMatchObject({
      ok: true,
      value: { output: { format: 'wav' } },
    });
    expect(JSON.stringify(speech)).not.toMatch(/song|logo/);
  });

  it('has the audio track if there is nothing else to hear', () => {
    const song = { url: 'song.mp3', duration: 7 };
    expect(clips(spokenProject(made({ scenes: [scene('a', [image('i')])], audio: song })))).toEqual(['song.mp3 0–7']);
    expect(spokenProject(made({ scenes: [scene('a', [video('film', 6, { isMuted: true })])] }))).toBe(undefined);
  });
});
