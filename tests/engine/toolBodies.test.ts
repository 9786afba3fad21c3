import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { compileToolBody, sourceUrlOf, toolOfBody, tools } from '../../engine/tools/index.ts';
import { good, sentences } from './make.ts';
import { clip, loop, meme, trim } from './toolMake.ts';

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.id, tool] as const))('%s is described whole', (id, tool) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(tool.route).toBe(tool.route.toLowerCase());
    expect(tool.summary).toMatch(/^[A-Z].*\.$/);
    expect(tool.flags.length).toBeGreaterThan(0);
    for (const [name, field] of Object.entries(tool.settings.shape)) {
      expect((field as z.ZodType).description, name).toBeTruthy();
    }
  });

  it('has an id, a route and flags of its own', () => {
    for (const names of [
      tools.map(({ id }) => id),
      tools.map(({ route }) => route),
      tools.flatMap(({ flags }) => flags),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each(tools.map((tool) => [tool.id, tool] as const))(
    '%s compiles to a project that parses to itself',
    (_id, tool) => {
      const settings = tool.settings.parse({ startTime: 1, endTime: 4 });
      const project = good(tool.compile(settings, { ...clip, url: 'clip.mp4' }));
      expect(parseProject(JSON.parse(JSON.stringify(project)))).toEqual({ ok: true, value: project });
    },
  );
});

describe('a createVideo body', () => {
  it.each([
    [{ isTrimmedOnly: true }, 'trim'],
    [{ isTrimmed: true, isTrimmedOnly: true, editorPath: '/' }, 'trim'],
    [{ isLooped: true, isTrimmed: true }, 'loop'],
    [{ isMeme: true }, 'meme'],
    [{ editorPath: '/meme-maker' }, 'meme'],
    [{ editorPath: '/loop-video' }, 'loop'],
    [{ isTrimmed: true }, undefined],
    [{ isLooped: 'true' }, undefined],
    [{ isReversed: true }, undefined],
    [null, undefined],
    ['isLooped', undefined],
  ])('%j names %s', (body, id) => {
    expect(toolOfBody(body)?.id).toBe(id);
  });

  it.each([
    [{ sourceVideo: 'a.mp4' }, 'a.mp4'],
    [{ sourceVideo: { url: 'https://example.org/a.mp4', mime: 'video/mp4' } }, 'https://example.org/a.mp4'],
    [{ sourceVideo: { uri: 'a.mp4' } }, 'a.mp4'],
    [{ sourceVideo: { url: 'file:///etc/passwd' } }, undefined],
    [{ sourceVideo: 5 }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('%j has the source %s', (body, url) => {
    expect(sourceUrlOf(body)).toBe(url);
  });

  it('names every problem at once, with pointers into the body', () => {
    const refused = loop({ numLoops: 0, startTime: -1, watermarkPos: 'middle' });
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? [] : refused.problems.map(({ pointer }) => pointer).sort()).toEqual([
      '/numLoops',
      '/startTime',
      '/watermarkPos',
    ]);
  });

  it('is refused without a tool, without a source, and with hostile keys', () => {
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

  it('carries the watermark, the name and the quality into the project', () => {
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

  it('is refused for a source of more than 30 minutes, whatever the tool', () => {
    for (const make of [trim, loop, meme]) {
      expect(sentences(make({ startTime: 0, endTime: 5 }, { ...clip, duration: 1800.1 }))).toEqual([
        messages.sourceTooLong,
      ]);
    }
    expect(trim({ startTime: 0, endTime: 5 }, { ...clip, duration: 1800 }).ok).toBe(true);
  });

  it('is refused for a source without a picture', () => {
    const song: MediaFacts = { kind: 'audio', width: 0, height: 0, duration: 60, hasAudio: true, animated: false };
    for (const make of [trim, loop, meme]) {
      expect(make({}, song)).toMatchObject({ ok: false, problems: [{ code: 'media.kind', pointer: '/sourceVideo' }] });
    }
  });
});
