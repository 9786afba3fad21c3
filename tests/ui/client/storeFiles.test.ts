import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkUpload } from '../../../api/contract/checkUpload.ts';
import { mediaTypeOf } from '../../../engine/formats/mediaTypes.ts';
import { isMediaPath, localUrlOf, newMediaPath } from '../../../ui/client/media/mediaTable.ts';
import { acquireSlot } from '../../../ui/client/media/uploads.ts';
import { type Traveling, uploadWords } from '../../../ui/media/UploadState.tsx';

const file = (type: string, size = 1) => ({ type, size });
const format =
  'Your file format is not currently supported. Currently we only support .gif, .jpg, .png, .mp4, .mov, .webm, .ogg, .mpeg formats.';
const noType =
  'Your upload has an invalid type. Please choose a video or image to upload, and make sure your file has a correct extension.';
const onlyImages = 'You must choose an image to use this feature. Currently we support .jpg, .png, and .gif formats.';

describe('checkUpload', () => {
  it.each([
    ['nothing', undefined, 'Please choose a file to upload.'],
    ['null', null, 'Please choose a file to upload.'],
    ['an empty list', [], 'Please choose a file!'],
    ['no type, though it is too large too', file('', 300_000_001), noType],
    ['too large, though the format is wrong too', file('text/html', 300_000_001), 'Your content must be under 300MB'],
    ['no bytes', file('video/mp4', 0), 'This file is empty. Please choose another one.'],
    ['another format', file('image/svg+xml'), format],
    ['sound', file('audio/mpeg'), format],
    ['the second of two', [file('image/png'), file('text/plain')], format],
  ])('rejects %s', (_, given, sentence) => {
    expect(checkUpload(given)).toBe(sentence);
  });

  it.each([
    'image/gif',
    'image/jpg',
    'image/jpeg',
    'IMAGE/PNG',
    'image/webp',
    'image/avif',
    'image/bmp',
    'video/mp4; codecs=avc1',
  ])('accepts %s of exactly 300,000,000 bytes', (type) => {
    expect(checkUpload(file(type, 300_000_000))).toBeUndefined();
  });

  it.each(['video/mp4', 'video/quicktime', 'video/webm', 'video/mpeg', 'video/ogg'])(
    'accepts %s, but not where an image is required',
    (type) => {
      expect(checkUpload(file(type))).toBeUndefined();
      expect(checkUpload(file(type), { imagesOnly: true })).toBe(onlyImages);
    },
  );

  it.each([
    ['scan.tif', 'image/tiff'],
    ['drawn.QOI', ''],
    ['old.flv', 'video/x-flv'],
    ['old.wmv', 'video/x-ms-wmv'],
    ['raw.h265', 'application/octet-stream'],
  ])('accepts %s of the type "%s"', (name, type) => {
    expect(checkUpload({ name, type, size: 1 })).toBeUndefined();
  });

  it.each([
    ['photo.HEIC', '', 'HEIC'],
    ['plan.pdf', 'application/pdf', 'PDF'],
    ['old.avi', 'video/x-msvideo', 'AVI'],
    ['old.rm', '', 'RealMedia'],
  ])('names the format of %s', (name, type, format) => {
    expect(checkUpload({ name, type, size: 1 })).toMatch(new RegExp(`^${format} files are not currently supported\\.`));
  });

  it('ignores the format of audio, but not the size', () => {
    expect(checkUpload(file('audio/x-anything'), { audio: true })).toBeUndefined();
    expect(checkUpload(file('audio/mpeg', 300_000_001), { audio: true })).toBe('Your content must be under 300MB');
  });
});

describe('uploadWords', () => {
  const at = (sent: number, more: Partial<Traveling> = {}): Traveling => ({
    state: 'uploading',
    sent,
    size: 200,
    type: 'video/mp4',
    ...more,
  });

  it.each([
    ['nothing travels', [at(200, { state: 'uploaded' }), at(0, { state: 'failed' })], ''],
    ['it begins', [at(0)], 'Uploading Files...'],
    ['half is sent', [at(100)], 'Uploading ... 50%'],
    ['a byte is missing', [at(199)], 'Uploading ... 99%'],
    ['all is sent', [at(200)], 'Processing content ...'],
    ['all of a gif is sent', [at(200, { type: 'image/gif' })], 'Processing GIF'],
    ['two travel', [at(200), at(0)], 'Uploading ... 50%'],
    ['another tab sends it', [at(0, { state: 'elsewhere' })], 'Waiting for another tab ...'],
    ['one of two is another tab’s', [at(0, { state: 'elsewhere' }), at(20)], 'Uploading ... 10%'],
    ['one of two is done', [at(200, { state: 'uploaded' }), at(20)], 'Uploading ... 10%'],
  ])('reports progress when %s', (_, files, words) => {
    expect(uploadWords(files)).toBe(words);
  });

  it('reports a file that is being probed', () => {
    expect(uploadWords([], 1)).toBe('Just a second...');
    expect(uploadWords([at(100)], 1)).toBe('Uploading ... 50%');
  });
});

describe('newMediaPath', () => {
  it.each([
    ['Summer holiday (1).MP4', /^media\/\w{12}\/Summer_holiday_1\.MP4$/],
    ['../../etc/passwd', /^media\/\w{12}\/etcpasswd$/],
    ['日本.png', /^media\/\w{12}\/file\.png$/],
    [`${'a'.repeat(400)}.mp4`, /^media\/\w{12}\/a{251}\.mp4$/],
    ['', /^media\/\w{12}\/file$/],
  ])('turns %s into a safe path', (name, form) => {
    const { url } = newMediaPath(name);
    expect(url).toMatch(form);
    expect(isMediaPath(url)).toBe(true);
  });

  it.each([
    'media/../x.png',
    'media/a/..',
    'media/a/b/c.png',
    '__proto__',
    'clip.mp4',
    '/media/a/b.png',
    'media/a/b c.png',
  ])('%s is not a media path', (url) => {
    expect(isMediaPath(url)).toBe(false);
  });

  it('localUrlOf returns URLs of this server only, and none for a missing file or another website', () => {
    expect(localUrlOf('/samples/media/a.mp4')).toBe('/samples/media/a.mp4');
    expect(localUrlOf(`${location.origin}/samples/media/a.mp4`)).toBe(`${location.origin}/samples/media/a.mp4`);
    expect(localUrlOf('https://example.org/a.png')).toBeUndefined();
    expect(localUrlOf('media/abc/a.png')).toBeUndefined();
  });

  it('mediaTypeOf returns the type by extension, and none for other files', () => {
    expect(['a.MOV', 'a.b.gif', 'a.svg', 'a.constructor', 'a'].map(mediaTypeOf)).toEqual([
      'video/quicktime',
      'image/gif',
      '',
      '',
      '',
    ]);
  });
});

describe('takeSlot', () => {
  let given: (() => void)[] = [];
  const take = async (signal = new AbortController().signal) => given.push(await acquireSlot(signal));
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  beforeEach(() => {
    given = [];
  });
  afterEach(() => {
    for (const giveBack of given) giveBack();
  });

  it('makes the third upload wait', async () => {
    const all = [take(), take(), take()];
    await settle();
    expect(given).toHaveLength(2);
    given.shift()?.();
    await Promise.all(all);
    expect(given).toHaveLength(2);
  });

  it('lets a waiting upload abort and the next one start', async () => {
    const stop = new AbortController();
    const first = [take(), take()];
    const leaving = take(stop.signal);
    const last = take();
    await Promise.all(first);
    stop.abort();
    await expect(leaving).rejects.toThrow();
    given.shift()?.();
    await last;
    expect(given).toHaveLength(2);
  });
});
