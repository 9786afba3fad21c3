import { describe, expect, it } from 'vitest';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { acceptOf } from '../../../engine/tools/acceptOf.ts';
import { compileToolBody, sourcesOf, toolOfBody } from '../../../engine/tools/body.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import { tools } from '../../../engine/tools/index.ts';
import { chosenProblems, countProblems, kindProblems, namedSources } from '../../../engine/tools/inputs.ts';
import type { Inputs } from '../../../engine/tools/tool.ts';
import { good, sentences } from '../make.ts';
import { clip, compile, gif, loop, meme, photo, trim } from './make.ts';

/** Fields without a form control: other fields replace them, or a panel sets them. */
const unasked = [
  'isTrimmed',
  'audioIsTrimmed',
  'watermarkImg',
  'watermarkMedium',
  'isTranscribed',
  'transcriptionId',
  'finishedTranscribingAt',
];

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.id, tool] as const))('%s is completely described', (id, tool) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(tool.route).toBe(tool.route.toLowerCase());
    expect(tool.summary).toMatch(/^[A-Z].*\.$/);
    expect(tool.flags.length).toBeGreaterThan(0);
    for (const { name, title, description, control, choices } of fieldsOf(tool.settings)) {
      expect(description, name).not.toBe(name);
      // A field without a title has no form control; a single choice is not a choice.
      if (title === '') expect(choices.length === 1 || unasked.includes(name), name).toBe(true);
      if (control === 'choice') expect(choices.length, name).toBeGreaterThan(0);
    }
  });

  it('has a unique id, route and flags', () => {
    for (const names of [
      tools.map(({ id }) => id),
      tools.map(({ route }) => route),
      tools.flatMap(({ flags }) => flags),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('a createVideo body', () => {
  it.each([
    [{ isTrimmedOnly: true }, 'trim'],
    [{ isTrimmed: true, isTrimmedOnly: true, editorPath: '/' }, 'trim'],
    [{ isLooped: true, isTrimmed: true }, 'loop'],
    [{ isMaker: true, isMontage: true, maker: 'montage', clips: [] }, 'montage'],
    [{ isMaker: true }, 'maker'],
    [{ isMeme: true }, 'meme'],
    [{ editorPath: '/meme-maker' }, 'meme'],
    [{ editorPath: '/loop-video' }, 'loop'],
    [{ isTrimmed: true }, undefined],
    [{ isLooped: 'true' }, undefined],
    [{ isReversed: true, isBoomeranged: true }, 'reverse'],
    [{ isUnheardOf: true }, undefined],
    [null, undefined],
    ['isLooped', undefined],
  ])('%j names %s', (body, id) => {
    expect(toolOfBody(body)?.id).toBe(id);
  });

  it.each([
    [{ sourceVideo: 'a.mp4' }, 'a.mp4'],
    [{ sourceVideo: { url: 'https://example.org/a.mp4', mime: 'video/mp4' } }, 'https://example.org/a.mp4'],
    [{ sourceVideo: { uri: 'a.mp4' } }, 'a.mp4'],
    [{ sourceVideo: { soundUrl: 'a.mp4' } }, 'a.mp4'],
    [{ sourceVideo: { soundUrl: 'b.mp4', url: 'a.mp4', uri: 'c.mp4' } }, 'b.mp4'],
    [{ sourceVideo: { soundUrl: 'b.mp3', url: 'a.mp4' } }, 'a.mp4'],
    [{ sourceVideo: { soundUrl: 'b.m4a?key=1', uri: 'a.mp4' } }, 'a.mp4'],
    [{ sourceVideo: { url: 'file:///etc/passwd' } }, undefined],
    [{ sourceVideo: 5 }, undefined],
    [{}, undefined],
    [{ sourceVideo: ['a.mp4'] }, undefined],
  ])('%j has the source %s', (body, url) => {
    expect(sourcesOf({ isLooped: true, ...body })[0]?.url).toBe(url);
  });

  it('reports all problems at once, with pointers into the body', () => {
    const refused = loop({ numLoops: 0, startTime: -1, watermarkPos: 'middle' });
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? [] : refused.problems.map(({ pointer }) => pointer).sort()).toEqual([
      '/numLoops',
      '/startTime',
      '/watermarkPos',
    ]);
  });

  it('is rejected without a tool, without a source and with hostile keys', () => {
    expect(compileToolBody({ sourceVideo: 'source' }, new Map())).toMatchObject({
      ok: false,
      problems: [{ code: 'choice' }],
    });
    expect(compileToolBody({ isLooped: true }, new Map())).toMatchObject({
      ok: false,
      problems: [{ code: 'required', pointer: '/sourceVideo' }],
    });
    expect(compileToolBody({ isLooped: true, sourceVideo: 'x' }, new Map())).toMatchObject({
      ok: false,
      problems: [{ code: 'media.missing', pointer: '/sourceVideo' }],
    });
    const hostile = JSON.parse('{"isLooped":true,"sourceVideo":"x","__proto__":{"polluted":1}}');
    expect(compileToolBody(hostile, new Map())).toMatchObject({ ok: false, problems: [{ code: 'json.key' }] });
    for (const value of [null, undefined, 5, 'x', []])
      expect(compileToolBody(value, new Map())).toMatchObject({ ok: false });
  });

  it('passes watermark, name and quality to the project', () => {
    const watermark = {
      watermark: true,
      withCustomWatermark: true,
      watermarkPos: 'bottom',
      watermarkText: 'mine',
      watermarkFont: 'Arial',
      watermarkColor: '#ff0000',
      watermarkImg: 'logo.png',
      watermarkMedium: 'image',
    };
    const project = good(
      trim({ startTime: 1, endTime: 3, ...watermark, quality: 'standard', name: 'cut', unknown: 1 }),
    );
    expect(project).toMatchObject({ ...watermark, quality: 'standard', name: 'cut' });
    expect(project).not.toHaveProperty('unknown');
  });

  it('is rejected by every tool for more than 30 minutes of a source', () => {
    const long = { ...clip, duration: 7200 };
    for (const make of [trim, loop, meme]) {
      for (const span of [{}, { startTime: 1000 }, { endTime: 1801 }, { isTrimmed: false, startTime: 0, endTime: 5 }])
        expect(sentences(make(span, long))).toEqual([messages.sourceTooLong]);
    }
    expect(good(trim({ startTime: 7000, endTime: 7005 }, long)).scenes[0]).toMatchObject({ duration: 5 });
    expect(good(trim({ startTime: 7000 }, long)).scenes[0]).toMatchObject({ duration: 200 });
    expect(loop({ startTime: 10, endTime: 15 }, long).ok).toBe(true);
    const joined = (span: object) =>
      compileToolBody({ isMontage: true, clips: [{ url: 'a.mp4', ...span }] }, new Map([['a.mp4', long]]));
    expect(joined({ startTime: 60, endTime: 70 }).ok).toBe(true);
    expect(sentences(joined({}))).toEqual([messages.sourceTooLong]);
    expect(trim({ startTime: 0, endTime: 5 }, { ...clip, duration: 1800 }).ok).toBe(true);
  });

  it('uses a span of long audio, also of audio added to a video', () => {
    const long: MediaFacts = { ...clip, kind: 'audio', width: 0, height: 0, duration: 7200 };
    const files = new Map<string, MediaFacts>([
      ['a.mp3', long],
      ['clip.mp4', clip],
    ]);
    const cut = { audioTrimStartTime: 60, audioTrimEndTime: 65 };
    const sound = (span: object) => compileToolBody({ isAudioTrimmedOnly: true, audio: 'a.mp3', ...span }, files);
    const beside = (span: object) =>
      compileToolBody({ isAudioVideo: true, sourceVideo: 'clip.mp4', audio: 'a.mp3', ...span }, files);
    for (const make of [sound, beside])
      expect(good(make(cut)).audio).toMatchObject({ trimStartTime: 60, trimEndTime: 65 });
    for (const span of [{}, { ...cut, audioIsTrimmed: false }]) {
      expect(sentences(sound(span))).toEqual([messages.soundTooLong]);
      // The audio ends with the video of a few seconds.
      expect(beside(span).ok).toBe(true);
      expect(beside({ ...span, loop: true }).ok).toBe(true);
    }
    const picture = { ...clip, kind: 'image' as const, duration: 0 };
    const pictured = { isAudioVideo: true, sourceVideo: 'clip.mp4', audio: 'a.mp3' };
    expect(sentences(compileToolBody(pictured, new Map([...files, ['clip.mp4', picture]])))).toEqual([
      messages.toolTooLong,
    ]);
    expect(sentences(beside({ audioStartTime: 1000 }))).toEqual([messages.audioStartTooLate]);
  });

  it('uses one frame of a long video, or its beginning', () => {
    const long = { ...clip, duration: 7200 };
    const frame = good(compile({ isConvertVideo: true, convertOption: 'jpeg', jpegTimestamp: 7000 }, long));
    expect(frame.output).toMatchObject({ type: 'image', at: 7000 });
    expect(loop({ setDuration: 10 }, long).ok).toBe(true);
    expect(sentences(compile({ isConvertVideo: true, convertOption: 'gif' }, long))).toEqual([messages.sourceTooLong]);
    expect(sentences(compile({ isSpeedVideo: true, speedChoice: 4 }, long))).toEqual([messages.sourceTooLong]);
  });

  it('accepts a long file if a span of it can be chosen later', () => {
    const long = { ...clip, duration: 7200, url: 'long.mp4' };
    const refusing = tools.filter(({ inputs }) => inputs.kinds.includes('video'));
    const wrong = refusing.filter((tool) => chosenProblems(tool, long).length > 0).map(({ id }) => id);
    expect(wrong).toEqual(['subtitles']);
    const song = { ...long, kind: 'audio' as const, width: 0, height: 0 };
    const audioTrim = tools.find(({ id }) => id === 'audio-trim') as (typeof tools)[number];
    expect(chosenProblems(audioTrim, song)).toEqual([]);
    const trimTool = tools.find(({ id }) => id === 'trim') as (typeof tools)[number];
    expect(chosenProblems(trimTool, song)).toMatchObject([{ code: 'media.kind' }]);
  });

  it('is rejected for a source without a picture', () => {
    const song: MediaFacts = { kind: 'audio', width: 0, height: 0, duration: 60, hasAudio: true, animated: false };
    for (const make of [trim, loop, meme]) {
      expect(make({}, song)).toMatchObject({ ok: false, problems: [{ code: 'media.kind', pointer: '/sourceVideo' }] });
    }
  });
});

describe('the sources of a tool', () => {
  const several: Inputs = { min: 1, max: 3, kinds: ['video', 'image'] };
  const none: Inputs = { min: 0, max: 0, kinds: [] };

  it('are clips if the tool accepts several, otherwise the single source', () => {
    const body = { clips: ['a.mp4', { url: 'b.png' }, 7], sourceVideo: 'c.mp4' };
    expect(namedSources(several, body).map(({ url, path }) => [url, path.join('/')])).toEqual([
      ['a.mp4', 'clips/0'],
      ['b.png', 'clips/1'],
      [undefined, 'clips/2'],
    ]);
    expect(namedSources(several, { sourceVideo: 'c.mp4' })).toMatchObject([{ url: 'c.mp4', path: ['sourceVideo'] }]);
    expect(sourcesOf({ isLooped: true, ...body })).toMatchObject([{ url: 'c.mp4', path: ['sourceVideo'] }]);
  });

  it('are as many as the tool accepts', () => {
    const count = (inputs: Inputs, clips: unknown[]) =>
      countProblems(inputs, namedSources(inputs, { clips })).map(({ pointer, message }) => [pointer, message]);
    expect(count(several, [])).toEqual([['/clips', messages.clipsMissing]]);
    expect(count(several, ['a', 'b', 'c'])).toEqual([]);
    expect(count(several, ['a', 'b', 'c', 'd'])).toEqual([['/clips', '"clips" must have at most 3 items.']]);
    expect(count(several, ['a', 7])).toEqual([['/clips/1', '"clips.1" must be the address of a media file.']]);
    expect(count(none, [])).toEqual([]);
  });

  it('are of the kinds that the tool accepts', () => {
    const song: MediaFacts = { kind: 'audio', width: 0, height: 0, duration: 60, hasAudio: true, animated: false };
    const said = (kinds: Inputs['kinds'], facts: MediaFacts) =>
      kindProblems({ ...several, kinds }, { ...facts, url: 'x' }, []).map(({ message }) => message);
    expect(said(['video', 'image'], song)).toEqual(['"x" is neither a video nor an image.']);
    expect(said(['video', 'animation'], photo)).toEqual(['"x" is not a video.']);
    expect(said(['video', 'animation'], gif)).toEqual([]);
    expect(said(['audio'], clip)).toEqual([]);
    expect(said(['audio'], photo)).toEqual(['"x" is not a sound.']);
    expect(acceptOf({ ...several, kinds: ['video', 'animation'] })).toBe('video/*,image/gif');
  });
});
