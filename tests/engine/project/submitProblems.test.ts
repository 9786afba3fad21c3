import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { gifDefaults, stillOutput } from '../../../engine/project/output.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';

function make(input: Partial<ProjectInput>): Project {
  const parsed = parseProject({ scenes: [{ id: 's', duration: 3 }], ...input });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

const video = { id: 'v', type: 'video' as const, url: 'clip.mp4', duration: 8 };
const audio = { url: 'music.mp3', duration: 20 };
const said = (project: Project) => submitProblems(project).map(({ message }) => message);

describe('submitProblems', () => {
  it('is empty for a valid project', () => {
    expect(said(make({}))).toEqual([]);
    expect(said(make({ scenes: [{ id: 's', layers: [video] }], audio: { ...audio, startTime: 7.7 } }))).toEqual([]);
  });

  it('reports a length over the limit', () => {
    expect(said(make({ scenes: [{ id: 's', layers: [{ ...video, duration: 1201 }] }] }))).toEqual([
      messages.videoTooLong,
    ]);
    expect(said(make({ videoType: 'gif', scenes: [{ id: 's', duration: 61 }] }))).toEqual([messages.gifTooLong]);
    // 64.001 − 4.001 is slightly more than 60.
    const minute = { ...video, duration: 90, isTrimmed: true, startTime: 4.001, endTime: 64.001 };
    expect(said(make({ videoType: 'gif', scenes: [{ id: 's', layers: [minute] }] }))).toEqual([]);
    expect(said(make({ isImage: true, videoType: 'gif', scenes: [{ id: 's', duration: 61 }] }))).toEqual([]);
  });

  it('reports a codec that the container cannot contain, and a bit rate that it cannot have', () => {
    const of = (output: object) => submitProblems(make({ output: { type: 'video', ...output } }));
    expect(of({ container: 'webm', codec: 'hevc' })).toEqual([
      {
        ...{ code: 'choice', pointer: '/output/codec' },
        message: 'WebM files cannot contain HEVC. Choose VP9 or AV1.',
      },
    ]);
    expect(of({ codec: 'prores' })[0]?.message).toBe('MP4 files cannot contain ProRes. Choose H.264, HEVC or AV1.');
    for (const codec of ['h264', 'hevc', 'av1']) expect(of({ codec, bitrate: 900 })).toEqual([]);
    expect(of({ container: 'mov', codec: 'prores', bitrate: 900 })).toMatchObject([{ pointer: '/output/bitrate' }]);
    expect(of({ container: 'mov', codec: 'prores', fitUnder: 8 })).toMatchObject([{ pointer: '/output/fitUnder' }]);
    expect(of({ bitrate: 900, fitUnder: 8 })).toMatchObject([{ message: messages.bitrateUnfit }]);
  });

  it('reports audible audio that starts less than 0.2 s before the end', () => {
    const late = make({ scenes: [{ id: 's', layers: [video] }], audio: { ...audio, startTime: 7.8 } });
    expect(said(late)).toEqual([messages.audioStartTooLate]);
    expect(said({ ...late, output: gifDefaults })).toEqual([]);
    expect(said({ ...late, output: stillOutput })).toEqual([]);
    expect(said({ ...late, audio: late.audio && { ...late.audio, isMuted: true } })).toEqual([]);
  });

  it('reports nothing while lengths are unknown', () => {
    const { duration: _, ...unmeasured } = video;
    expect(said(make({ scenes: [{ id: 's', layers: [unmeasured] }], audio: { ...audio, startTime: 7.8 } }))).toEqual(
      [],
    );
  });

  it('reports a trim beyond the end of the file', () => {
    const project = make({
      scenes: [{ id: 's', layers: [{ ...video, duration: 60, isTrimmed: true, startTime: 20, endTime: 40 }] }],
    });
    const [scene] = project.scenes;
    const layers = scene?.layers.map((layer) => ({ ...layer, duration: 10 })) as never;
    expect(said({ ...project, scenes: [{ ...(scene as Project['scenes'][number]), layers }] })).toEqual([
      messages.trimOrder,
    ]);
  });
});
