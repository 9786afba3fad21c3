import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { mp4Output } from '../../../engine/project/output.ts';
import { compileToolBody, sourcesOf } from '../../../engine/tools/body.ts';
import { tools } from '../../../engine/tools/index.ts';
import { requestBody } from '../../../engine/tools/requestBody.ts';
import { good, sentences } from '../make.ts';
import { clip, compile, facts, gif, loop, meme, photo, song, trim } from './make.ts';

const only = (name: string) => new Map([[name, facts.get(name) ?? photo]]);

describe('values in a body', () => {
  const span = { startTime: 1, endTime: 3 };

  it.each([
    [{ watermark: null, watermarkText: null, watermarkImg: null, audio: null, creator: null, parentId: null }],
    [{ watermarkImg: '', watermarkPos: '', quality: '', videoType: '', alwaysEncode: null, name: null }],
    [{ withCustomWatermark: null, pastedUrl: '', isTrimmed: null }],
  ])('%j count as absent', (body) => {
    expect(good(trim({ ...span, ...body }))).toEqual(good(trim(span)));
  });

  it('include empty texts that have a meaning', () => {
    expect(good(meme({ topText: '' }, photo))).not.toEqual(good(meme({}, photo)));
  });

  it('count as absent in settings of a clip too', () => {
    const clips = [{ id: 'a', type: 'video', url: 'clip.mp4', startTime: null, endTime: '', isMuted: null }];
    expect(good(compileToolBody({ isMontage: true, clips }, facts))).toEqual(
      good(compileToolBody({ isMontage: true, clips: ['clip.mp4'] }, facts)),
    );
  });

  it.each([
    [-90, 270],
    [360, 0],
    [450, 90],
    [-180, 180],
  ])('treat a rotation by %d° like %d°', (rotation, same) => {
    expect(good(compile({ isRotate: true, rotation }))).toEqual(good(compile({ isRotate: true, rotation: same })));
    expect(compile({ isRotate: true, rotation: 45 })).toMatchObject({ problems: [{ pointer: '/rotation' }] });
  });

  it('treat jpg like jpeg', () => {
    const made = (convertOption: string) => good(compile({ isConvertVideo: true, convertOption }));
    expect(made('jpg')).toEqual(made('jpeg'));
  });
});

describe('the URL of a file', () => {
  const named = (body: Record<string, unknown>) => sourcesOf(body).map(({ url, path }) => [path.join('.'), url]);

  it.each([
    [{ soundUrl: 's.mp3', url: 'v.mp4' }, 's.mp3'],
    [{ soundUrl: '', url: 'v.mp4' }, 'v.mp4'],
    [{ soundUrl: null, uri: 'u.mp3' }, 'u.mp3'],
    ['plain.mp3', 'plain.mp3'],
    [{ soundUrl: 'file:///etc/passwd', url: 'v.mp4' }, undefined],
  ])('of audio is soundUrl, url or uri: %j', (audio, url) => {
    expect(named({ isAudioVideo: true, sourceVideo: 'clip.mp4', audio })[1]).toEqual(['audio', url]);
  });

  it('of a video is url or uri, and an empty key counts as absent', () => {
    expect(named({ isLooped: true, sourceVideo: { url: '', uri: 'u.mp4', soundUrl: 's.mp3' } })).toEqual([
      ['sourceVideo', 'u.mp4'],
    ]);
    expect(named({ isAudioTrimmedOnly: true, audio: '', sourceVideo: 'clip.mp4' })).toEqual([
      ['sourceVideo', 'clip.mp4'],
    ]);
  });
});

describe('the result of a tool', () => {
  it.each([
    ['photo.jpg', 'image', 'jpeg'],
    ['PHOTO.JPEG', 'image', 'jpeg'],
    ['/api/v1/uploads/1/a.webp?x=1', 'image', 'webp'],
    ['drawing.bmp', 'image', 'png'],
    ['picture', 'image', 'png'],
  ])('for the image %s has the same format', (sourceVideo, type, format) => {
    const project = good(compileToolBody({ isFiltered: true, sourceVideo }, only(sourceVideo)));
    expect(project.output).toMatchObject({ type, format });
  });

  it('has the exact size of an image, but even sides for a video', () => {
    const odd = { width: 961, height: 641 };
    expect(good(compile({ isFiltered: true }, { ...photo, ...odd }))).toMatchObject(odd);
    expect(good(compile({ isFiltered: true }, { ...clip, ...odd }))).toMatchObject({ width: 962, height: 642 });
    expect(good(compile({ isFiltered: true }, { ...photo, width: 8000, height: 3000 }))).toMatchObject({
      width: 4096,
      height: 1536,
    });
  });

  it('for an image with audio is a video that players support', () => {
    const large = { ...photo, width: 6000, height: 4000 };
    const made = compileToolBody(
      { isAudioVideo: true, sourceVideo: 'a.jpg', audio: 'b.mp3' },
      new Map([
        ['a.jpg', large],
        ['b.mp3', song],
      ]),
    );
    expect(good(made)).toMatchObject({ width: 1920, height: 1280, output: mp4Output });
  });

  it.each([
    ['clip.mp4', undefined, 'clip'],
    ['/api/v1/uploads/1/My%20film.final.mp4', undefined, 'My film.final'],
    ['https://example.org/a/b%20c.mp4?x=1#y', undefined, 'b c'],
    ['50%.mp4', undefined, '50%'],
    ['.hidden', undefined, '.hidden'],
    ['clip.mp4', 'mine', 'mine'],
    ['clip.mp4', '', ''],
  ])('for %s, named %s, is named %s', (sourceVideo, name, expected) => {
    const known = new Map([[sourceVideo, clip]]);
    expect(good(compileToolBody({ isLooped: true, sourceVideo, name }, known)).name).toBe(expected);
  });

  it('lasts up to 30 minutes, or 7 if looped', () => {
    const long = { ...clip, duration: 1500 };
    expect(good(trim({ startTime: 1 }, long)).tool).toBe('trim');
    expect(sentences(compile({ isSpeedVideo: true, speedChoice: 0.5 }, long))).toEqual([messages.toolTooLong]);
    expect(compile({ isSpeedVideo: true, speedChoice: 0.5, endTime: 900 }, long).ok).toBe(true);
    expect(sentences(trim({ startTime: 1 }, { ...clip, duration: 1801.1 }))).toEqual([messages.sourceTooLong]);
    expect(sentences(trim({ startTime: 1 }, { ...gif, duration: 1801.1 }))).toEqual([messages.sourceTooLong]);
    const sound = compileToolBody(
      { isAudioTrimmedOnly: true, audio: 'a.mp3' },
      new Map([['a.mp3', { ...song, duration: 1801 }]]),
    );
    expect(sentences(sound)).toEqual(['Sounds must be shorter than 30 min.']);
    const third = { startTime: 0.1, endTime: 0.1 + 4.2, numLoops: 100 };
    expect(loop(third)).toMatchObject({ ok: true });
    expect(sentences(loop({ setDuration: 420.1 }))).toEqual([messages.loopTooLong]);
  });

  it('can have a hundred clips and music', () => {
    const clips = Array.from({ length: 100 }, () => 'photo.jpg');
    expect(compileToolBody({ isMaker: true, clips, audio: 'song.mp3' }, facts)).toMatchObject({ ok: true });
  });
});

describe('requestBody', () => {
  it('has the common fields of editors', () => {
    const [tool] = tools;
    if (!tool) throw new TypeError('There are no tools.');
    expect(requestBody(tool, { settings: { endTime: 5 }, files: ['a.mp4'], facts: clip })).toMatchObject({
      ...{ editorPath: '/', watermark: false, progressText: 'Loading ...', done: false, duration: 10, isGif: false },
      ...{ dimensions: { width: 1280, height: 720 }, isImage: false, isTrimmed: true, isTrimmedOnly: true, endTime: 5 },
      sourceVideo: 'a.mp4',
      submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ...{ withCustomWatermark: false, watermarkPos: 'top-left', watermarkText: '', watermarkFont: 'Roboto' },
      ...{ watermarkColor: 'white', watermarkImg: null, watermarkMedium: 'text' },
    });
  });

  it('has only the watermark fields of its settings', () => {
    const [tool] = tools;
    if (!tool) throw new TypeError('There are no tools.');
    const settings = { endTime: 5, withCustomWatermark: true, watermarkImg: 'logo.png' };
    const body = requestBody(tool, { settings, files: ['a.mp4'] });
    expect(Object.keys(body).filter((name) => /watermark/i.test(name))).toEqual([
      'watermark',
      'withCustomWatermark',
      'watermarkImg',
    ]);
  });

  it('means the same for each tool without the common fields', () => {
    for (const tool of tools) {
      const files =
        tool.inputs.max === 0
          ? []
          : tool.inputs.kinds.includes('video')
            ? ['clip.mp4']
            : tool.inputs.kinds.includes('audio')
              ? ['song.mp3']
              : ['photo.jpg'];
      const settings = {
        ...{ endTime: 5, thanksSubject: 'rain', watermarkText: 'mine', stopMotionSpeed: 1 },
        subtitles: [{ text: 'Rain', startTime: 0, endTime: 2 }],
      };
      const beside = tool.extra ? 'song.mp3' : undefined;
      const body = requestBody(tool, { settings, files, extra: beside, facts: clip });
      const { editorPath: _, progressText: __, done: ___, submittedAt: ____, dimensions: _____, ...bare } = body;
      expect(good(compileToolBody(body, facts)), tool.id).toEqual(good(compileToolBody(bare, facts)));
      expect(good(compileToolBody(body, facts)).tool, tool.id).toBe(tool.id);
    }
  });
});
