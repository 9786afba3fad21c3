import { describe, expect, it } from 'vitest';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { messages } from '../../../engine/project/messages.ts';
import { movingFormats, outputExtension } from '../../../engine/project/output.ts';
import { mediaSpan, totalDuration } from '../../../engine/timeline/durations.ts';
import { mayCopy } from '../../../engine/timeline/mayCopy.ts';
import { mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { stopMotionFits, stopMotionPictures } from '../../../engine/tools/stopMotion.ts';
import { good, layerOf, sentences } from '../make.ts';
import { clip, compile, gif, loop, meme, photo, trim } from './make.ts';

describe('trim', () => {
  it('keeps the span at the size of the source', () => {
    const project = good(trim({ isTrimmed: true, startTime: 2, endTime: 5.5 }));
    expect(canvasSize(project)).toEqual({ width: 1280, height: 720 });
    expect(project).toMatchObject({ output: { type: 'video', container: 'mp4' } });
    expect(totalDuration(project)).toBe(3.5);
    const layer = layerOf(project, 'source', 'video');
    expect(mediaSpan(layer)).toEqual({ start: 2, end: 5.5 });
    expect(layerBox(layer, canvasSize(project))).toEqual({ x: 0, y: 0, width: 1280, height: 720, rotation: 0 });
  });

  it('continues to the end if no end is given', () => {
    expect(totalDuration(good(trim({ startTime: 4 })))).toBe(6);
  });

  it.each([
    [{ startTime: 5, endTime: 5 }, messages.trimOrder],
    [{ startTime: 6, endTime: 2 }, messages.trimOrder],
    [{ startTime: 50 }, messages.trimOrder],
    [{ startTime: 2, endTime: 2.5 }, messages.trimTooShort],
    [{}, messages.trimUntrimmed],
    [{ startTime: 0, endTime: 10 }, messages.trimUntrimmed],
    [{ startTime: 0, endTime: 9.99 }, messages.trimUntrimmed],
    [{ isTrimmed: false, startTime: 0, endTime: 0 }, messages.trimUntrimmed],
  ])('rejects %j', (body, sentence) => {
    expect(sentences(trim(body))).toEqual([sentence]);
  });

  it('keeps a GIF as a GIF', () => {
    const project = good(trim({ startTime: 1, endTime: 3 }, gif));
    expect(project).toMatchObject({ output: { type: 'gif' }, width: 402, height: 302 });
    expect(totalDuration(project)).toBe(2);
    const [span] = layerSpans(project);
    expect(span && [0, 0.5, 1.9].map((t) => mediaTimeAt(span, t))).toEqual([1, 1.5, 2.9]);
  });

  it('turns a GIF into an MP4, or up to 60 s of a video into a GIF, if requested', () => {
    expect(good(trim({ startTime: 1, endTime: 3, videoType: 'mp4' }, gif)).output.type).toBe('video');
    const long = { ...clip, duration: 100 };
    expect(good(trim({ startTime: 0, endTime: 60, videoType: 'gif' }, long)).output.type).toBe('gif');
    expect(sentences(trim({ startTime: 0, endTime: 61, videoType: 'gif' }, long))).toEqual([messages.gifTooLong]);
  });

  it('produces every moving format and no other', () => {
    const made = movingFormats.map((videoType) => good(trim({ startTime: 1, endTime: 3, videoType }, clip)).output);
    expect(made.map(outputExtension)).toEqual(movingFormats);
    for (const videoType of ['png', 'mp3', 'avi'])
      expect(trim({ startTime: 1, endTime: 3, videoType }, clip)).toMatchObject({
        ok: false,
        problems: [{ pointer: '/videoType' }],
      });
  });

  it('rejects a still image', () => {
    expect(trim({ startTime: 0, endTime: 2 }, photo)).toMatchObject({ ok: false, problems: [{ code: 'media.kind' }] });
  });

  it.each([
    [3840, 2160, 3840, 2160],
    [7680, 4320, 4096, 2304],
    [1921, 1080, 1922, 1080],
    [641, 359, 642, 360],
    [4, 4, 16, 16],
  ])('gives a source of %d × %d a canvas of %d × %d', (width, height, outWidth, outHeight) => {
    expect(good(trim({ startTime: 1, endTime: 3 }, { ...clip, width, height }))).toMatchObject({
      width: outWidth,
      height: outHeight,
    });
  });
});

describe('loop', () => {
  it('plays twice by default, from the start', () => {
    const project = good(loop({}));
    expect(totalDuration(project)).toBe(20);
    const [span] = layerSpans(project);
    expect(span && [0, 9.5, 10, 12.5].map((t) => mediaTimeAt(span, t))).toEqual([0, 9.5, 0, 2.5]);
  });

  it('loops the trimmed span', () => {
    const project = good(loop({ isTrimmed: true, startTime: 2, endTime: 5, numLoops: 3 }));
    expect(totalDuration(project)).toBe(9);
    const [span] = layerSpans(project);
    expect(span && [0, 3, 8].map((t) => mediaTimeAt(span, t))).toEqual([2, 2, 4]);
  });

  it('ignores the times of a disabled trim', () => {
    expect(totalDuration(good(loop({ isTrimmed: false, startTime: 2, endTime: 5 })))).toBe(20);
  });

  it('loops for a set time instead', () => {
    expect(totalDuration(good(loop({ setDuration: 25, numLoops: 90 })))).toBe(25);
    expect(totalDuration(good(loop({ setDuration: 4 })))).toBe(4);
  });

  it.each([
    [{ numLoops: 42 }, true],
    [{ numLoops: 43 }, false],
    [{ setDuration: 420 }, true],
    [{ setDuration: 420.5 }, false],
    [{ numLoops: 140, startTime: 0, endTime: 3 }, true],
  ])('%j is within 7 minutes: %s', (body, fits) => {
    const compiled = loop(body);
    expect(compiled.ok).toBe(fits);
    if (!fits) expect(sentences(compiled)).toEqual([messages.loopTooLong]);
  });

  it('limits a looped GIF to the length of a GIF', () => {
    expect(totalDuration(good(loop({ numLoops: 15 }, gif)))).toBe(60);
    expect(sentences(loop({ numLoops: 16 }, gif))).toEqual([messages.gifTooLong]);
    expect(totalDuration(good(loop({ numLoops: 16, videoType: 'mp4' }, gif)))).toBe(64);
  });
});

describe('meme', () => {
  it('has the defaults of the specification', () => {
    const project = good(meme({}, photo));
    expect(layerOf(project, 'top', 'text')).toMatchObject({
      text: 'Top meme text',
      fontFamily: 'Arial',
      color: '#000000',
      textAlign: 'left',
      fitText: false,
      fontSize: '60px',
      lineHeight: 1.2,
    });
    expect(project.scenes[0]).toMatchObject({ background: '#ffffff', layers: [{ id: 'top' }, { id: 'source' }] });
  });

  it('is an image, a GIF or a video like its source', () => {
    expect(good(meme({}, photo))).toMatchObject({
      output: { type: 'image' },
      scenes: [{ layers: [{}, { type: 'image' }] }],
    });
    expect(good(meme({}, gif))).toMatchObject({ output: { type: 'gif' } });
    expect(totalDuration(good(meme({}, gif)))).toBe(4);
    expect(good(meme({}))).toMatchObject({ output: { type: 'video' } });
    expect(totalDuration(good(meme({ startTime: 1, endTime: 3 })))).toBe(2);
  });

  it('puts the whole picture between the bars without stretching', () => {
    const project = good(meme({ topText: 'above', bottomText: 'below' }, photo));
    const canvas = canvasSize(project);
    const [top, picture, bottom] = ['top', 'source', 'bottom'].map((id) => {
      const layer = project.scenes[0]?.layers.find((one) => one.id === id);
      return layer && layerBox(layer, canvas);
    });
    if (!top || !picture || !bottom) throw new Error('A layer is missing.');
    expect(canvas).toEqual({ width: 960, height: 640 + 2 * 120 });
    expect(picture.width).toBeCloseTo(960, 1);
    expect(picture.height).toBeCloseTo(640, 1);
    expect(top.y).toBeCloseTo(0, 1);
    expect(top.y + top.height).toBeCloseTo(picture.y, 1);
    expect(bottom.y).toBeCloseTo(picture.y + picture.height, 1);
    expect(bottom.y + bottom.height).toBeCloseTo(canvas.height, 1);
  });

  it('has no bar without text', () => {
    expect(good(meme({ topText: '  ', bottomText: '' }, photo))).toMatchObject({
      width: 960,
      height: 640,
      scenes: [{ layers: [{ id: 'source' }] }],
    });
  });

  it('makes room for every line', () => {
    const height = (topText: string, rest = {}) => good(meme({ topText, ...rest }, photo)).height - 640;
    expect(height('one')).toBe(120);
    expect(height('one\ntwo')).toBe(192);
    expect(height('one\ntwo\nthree')).toBe(264);
    expect(height('When you finally fix the bug but it was a feature all along')).toBe(192);
    expect(height('one', { lineHeight: 50 })).toBe(148);
    expect(height('one', { lineHeight: 6 })).toBe(108);
  });

  it('looks the same for every image size', () => {
    const sizes = [0.5, 1, 2].map((scale) => {
      const project = good(
        meme({ topText: 'words '.repeat(30) }, { ...photo, width: 480 * scale, height: 320 * scale }),
      );
      const font = Number.parseFloat(layerOf(project, 'top', 'text').fontSize);
      return [project.height / project.width, font / project.width];
    });
    for (const [ratio, font] of sizes) {
      expect(ratio).toBeCloseTo(sizes[1]?.[0] as number, 1);
      expect(font).toBeCloseTo(sizes[1]?.[1] as number, 3);
    }
  });

  it('scales down with very much text instead of exceeding the height limit', () => {
    const project = good(meme({ topText: 'line\n'.repeat(150), bottomText: 'line\n'.repeat(100) }, photo));
    expect(project.height).toBeLessThanOrEqual(4096);
    expect(project.width).toBeLessThan(960);
  });

  it('has even sides for an odd video', () => {
    const project = good(meme({}, { ...clip, width: 853, height: 479 }));
    expect([project.width % 2, project.height % 2]).toEqual([0, 0]);
  });

  it('rejects settings out of range', () => {
    expect(meme({ alignment: 'justify', textSize: 1, textColor: 'no color', template: 'black' })).toMatchObject({
      ok: false,
      problems: [
        { pointer: '/textColor' },
        { pointer: '/textSize' },
        { pointer: '/alignment' },
        { pointer: '/template' },
      ],
    });
  });
});

describe('stop-motion', () => {
  const usual = { stopMotionClipRate: 0.6, stopMotionSpeed: 0.2 };

  it('that is too long reports the slowest speed and the longest span that fit', () => {
    expect(stopMotionFits(7.2, usual)).toBeUndefined();
    expect(stopMotionFits(10, usual)).toEqual({ speed: 0.28, span: 7.2 });
    expect(stopMotionFits(10, { ...usual, stopMotionSpeed: 0.28 })).toBeUndefined();
    expect(stopMotionFits(10, { ...usual, stopMotionSpeed: 0.27 })).toBeDefined();
    expect(stopMotionFits(1800, usual)?.speed).toBeUndefined();
    expect(stopMotionPictures(10, usual)).toBe(180);
  });

  it('is never copied, unlike a trim', () => {
    expect(mayCopy(good(trim({ startTime: 2, endTime: 5 })))).toBe(true);
    expect(mayCopy(good(compile({ isStopMotionVideo: true, startTime: 2, endTime: 5 })))).toBe(false);
  });
});
