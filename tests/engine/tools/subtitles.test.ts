import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { asCommand } from '../../../engine/tools/asCommand.ts';
import { compileToolBody, sourcesOf } from '../../../engine/tools/body.ts';
import { requestBody, writtenBody } from '../../../engine/tools/requestBody.ts';
import { subtitles } from '../../../engine/tools/subtitles.ts';
import { good } from '../make.ts';
import { clip, compile } from './make.ts';

const cues = [
  { id: 'a', text: 'Hello', startTime: 0.25, endTime: 1.5 },
  { id: 'b', text: 'مرحبا', startTime: 1.5, endTime: 3 },
];
const style = {
  ...{ font: 'Georgia', size: 20, color: '#ffee00', position: 'top', background: '#123456', backgroundStyle: 'box' },
  ...{ subtitleVideoRatio: '9:16', subtitleVideoPosition: 'crop' },
};
const heard = {
  ...{
    languageCode: 'ar-EG',
    isTranscribed: true,
    transcriptionId: 't1',
    finishedTranscribingAt: '2026-01-02T03:04:05Z',
  },
};
/** A request as editors send it: one video layer, then a layer for each cue, with times as texts of two decimals. */
const asked = {
  ...{ isSubtitleVideo: true, isStudio: true, isCreator: true, quality: 'high', editorPath: '/subtitles' },
  ...{ progressText: 'Loading ...', done: false, dimensions: { width: 1280, height: 720 }, duration: 10 },
  layers: [
    { type: 'video', url: 'source', duration: 10 },
    { type: 'subtitle', id: 'a', text: 'Hello', startTime: '0.25', endTime: '1.50' },
    { type: 'subtitle', id: 'b', text: 'مرحبا', startTime: 1.5, endTime: 3 },
  ],
  ...style,
  ...heard,
};
const facts = new Map([['source', clip]]);

describe('the body of a subtitle video', () => {
  it('produces the same project as the fields of the tool, and matches written requests', () => {
    expect(sourcesOf(asked).map(({ url }) => url)).toEqual(['source']);
    const project = good(compileToolBody(asked, facts));
    const settings = { subtitles: cues, ...style, ...heard };
    expect(good(compile({ isSubtitleVideo: true, ...settings }))).toEqual(project);
    const written = writtenBody(subtitles, requestBody(subtitles, { settings, files: ['source'], facts: clip }));
    expect(written).toMatchObject({
      isSubtitleVideo: true,
      isStudio: true,
      isCreator: true,
      quality: 'high',
      ...heard,
    });
    expect(written.layers).toEqual([
      { type: 'video', url: 'source' },
      ...cues.map((cue) => ({ type: 'subtitle', ...cue })),
    ]);
    expect(good(compileToolBody(written, facts))).toEqual(project);
  });

  it('becomes a video layer and an editable subtitles layer on black', () => {
    const project = good(compileToolBody(asked, facts));
    expect(project).toMatchObject({ width: 406, height: 720, quality: 'high', tool: 'subtitles' });
    const [scene] = project.scenes;
    expect(scene?.background).toBe('#000000');
    expect(scene?.layers.map(({ type }) => type)).toEqual(['subtitles', 'video']);
    expect(scene?.layers[0]).toMatchObject({
      ...{ fontFamily: 'Georgia', color: '#ffee00', verticalAlign: 'top', backgroundStyle: 'box' },
      // A size of 20 on a 9:16 frame that is 236 wide.
      ...{ fontSize: `${Number(((20 * 406) / 236).toFixed(2))}px`, background: 'rgba(18,52,86,0.6)' },
      ...{ languageCode: 'ar-EG', transcriptionId: 't1', finishedTranscribingAt: '2026-01-02T03:04:05Z' },
      cues: cues.map(({ id: _, ...cue }, i) => ({ id: `c${i + 1}`, ...cue })),
    });
    expect(scene?.layers[1]).toMatchObject({ objectFit: 'cover' });
    expect(good(parseProject(JSON.parse(JSON.stringify(project))))).toEqual(project);
  });

  it('has the default style', () => {
    const [layer] =
      good(compileToolBody({ isSubtitleVideo: true, layers: asked.layers }, facts)).scenes[0]?.layers ?? [];
    expect(layer).toMatchObject({
      ...{ fontFamily: 'Arial', fontSize: '72px', color: '#ffffff', verticalAlign: 'bottom', languageCode: 'en-US' },
      ...{ background: 'rgba(0,0,0,0.6)', backgroundStyle: 'wrap' },
    });
    const clear = { isSubtitleVideo: true, layers: asked.layers, background: '#12345600' };
    expect(good(compileToolBody(clear, facts)).scenes[0]?.layers[0]).toMatchObject({ background: 'rgba(18,52,86,0)' });
  });

  it.each<[string, object, [pointer: string, message: string][]]>([
    ['without subtitles', { layers: asked.layers.slice(0, 1) }, [['/layers', messages.subtitlesMissing]]],
    [
      'whose subtitles all start after the end of the video',
      { layers: [asked.layers[0], { type: 'subtitle', text: 'A', startTime: 3600.5, endTime: 3601.5 }] },
      [['/layers', messages.subtitlesTooLate]],
    ],
    [
      'with empty ones alone',
      { layers: [asked.layers[0], { type: 'subtitle', text: ' \n', startTime: 0, endTime: 1 }] },
      [['/layers', messages.subtitlesMissing]],
    ],
    [
      'with one that ends as it starts',
      { layers: [...asked.layers, { type: 'subtitle', text: 'x', startTime: 2, endTime: 2 }] },
      [['/layers/3/endTime', messages.cueOrder]],
    ],
    [
      'without a video',
      { layers: asked.layers.slice(1) },
      [['/sourceVideo', '"sourceVideo" must be the address of a media file.']],
    ],
    [
      'with a text for a list',
      { layers: 'none' },
      [['/sourceVideo', '"sourceVideo" must be the address of a media file.']],
    ],
    [
      'in a language that is none',
      { languageCode: '<x>' },
      [['/languageCode', expect.stringContaining('language code')]],
    ],
    [
      'in a ratio that is none',
      { subtitleVideoRatio: '16/9' },
      [['/subtitleVideoRatio', expect.stringContaining('16:9')]],
    ],
  ])('%s is rejected with a message', (_name, more, problems) => {
    const made = compileToolBody({ ...asked, ...more }, facts);
    expect(made.ok ? [] : made.problems.map(({ pointer, message }) => [pointer, message])).toEqual(problems);
  });

  it.each<[string, object, string]>([
    ['all beyond the end', { subtitles: [{ text: 'x', startTime: 3600, endTime: 3602 }] }, messages.subtitlesTooLate],
    ['all cut away', { subtitles: cues, removedSpans: [{ startTime: 0, endTime: 5 }] }, messages.subtitlesMissing],
  ])('with cues that are %s is rejected', (_name, more, message) => {
    const made = compile({ isSubtitleVideo: true, ...more });
    expect(made.ok ? [] : made.problems.map((one) => one.message)).toEqual([message]);
  });

  it('keeps cues beyond the end if nothing is cut and others are visible', () => {
    const late = { text: 'late', startTime: 20, endTime: 21 };
    const made = good(compile({ isSubtitleVideo: true, subtitles: [...cues, late] }));
    expect(made.scenes[0]?.layers[0]).toMatchObject({ cues: [{}, {}, { ...late, id: 'c3' }] });
  });

  it('with thousands of invalid layers reports the first fifty by pointer', () => {
    const layers: Record<string, unknown>[] = [{ url: 'source' }];
    let looks = 0;
    const one = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        looks += 1;
        return 'subtitle';
      },
    });
    for (let i = 0; i < 5000; i += 1) layers.push(one);
    const made = compileToolBody({ isSubtitleVideo: true, layers }, facts);
    const pointers = made.ok ? [] : made.problems.map(({ pointer }) => pointer);
    expect([pointers.length, pointers[0]]).toEqual([50, '/layers/1/text']);
    // Each layer is read a few times, not once for each problem.
    expect(looks).toBeLessThan(20 * layers.length);
  });

  it('reports missing cues with the message of the specification', () => {
    expect(messages.subtitlesMissing).toBe('No subtitles found, please add a subtitle to create your video');
  });

  it('is a command too, with its cues in the settings', () => {
    const command = asCommand(subtitles, writtenBody(subtitles, { sourceVideo: 'a.mp4', subtitles: cues, size: 20 }));
    expect(command).toContain('tool subtitles --source a.mp4 --font-size 20 --settings ');
    expect(command).toContain(JSON.stringify({ subtitles: cues }));
  });
});
