import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { probeFile } from '../../../api/renderer/media/probe.ts';
import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import { animation, type Layer } from '../../../engine/project/layers.ts';
import { mediaReferences } from '../../../engine/project/media.ts';
import { parseProjectText } from '../../../engine/project/parse.ts';
import { type Project, projectFields as projectSchema } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { brokenProjects } from '../../../fixtures/broken/make.ts';
import { makeMedia, makeSomeMedia, mediaNames } from '../../../fixtures/makeMedia.ts';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const samples = jsonIn('fixtures/projects');
const works = jsonIn('bench/projects');
const files = [...samples, ...works];
const texts = new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]));

function jsonIn(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.json') ? [`${folder}/${name}`] : []));
}

const parsedProjects = new Map<string, Project>();

function parsed(name: string): Project {
  const known = parsedProjects.get(name);
  if (known) return known;
  const result = parseProjectText(texts.get(name) ?? '');
  if (!result.ok) throw new Error(`${name}: ${result.problems.map((problem) => problem.message).join(' ')}`);
  parsedProjects.set(name, result.value);
  return result.value;
}

const layers = (): Layer[] => files.flatMap((name) => parsed(name).scenes.flatMap((scene) => scene.layers));

describe('project files', () => {
  it('include at least sixteen samples and the three benchmark projects', () => {
    expect(samples.length).toBeGreaterThanOrEqual(16);
    expect(works).toHaveLength(3);
  });

  it.each(files)('parse without problems: %s', (name) => {
    expect(parseProjectText(texts.get(name) as string)).toMatchObject({ ok: true });
  });

  it.each(files)('have a unique name, last at most 10 s and use only generated media: %s', (name) => {
    const project = parsed(name);
    const others = files.filter((other) => other !== name).map((other) => parsed(other).name);
    expect(project.name).toBeTruthy();
    expect(others).not.toContain(project.name);
    expect(totalDuration(project)).toBeLessThanOrEqual(10);
    for (const { url } of mediaReferences(project)) {
      const path = relative('fixtures/media', join(dirname(name), url));
      expect(mediaNames).toContain(path);
    }
  });
});

describe('all project files together', () => {
  const parsedUses = new Set<string>();
  const writtenFields = new Set<string>();
  for (const name of files) {
    collect(projectSchema, parsed(name), '', (path, value) => parsedUses.add(`${path} = ${String(value)}`));
    // Deprecated output fields are dropped after parsing, so written values count as uses too.
    collect(projectSchema, JSON.parse(texts.get(name) as string), '', (path, value) => {
      writtenFields.add(path);
      parsedUses.add(`${path} = ${String(value)}`);
    });
  }
  const options = optionsOf(projectSchema, '');
  /** Tests of their own cover outputs other than videos, GIFs and images, stop-motion, image motion, effects and gradients. */
  const isElsewhere = (field: string) =>
    /^\/output|\/(stopMotion|motion|blur)\b|\[video\]\/blendMode =|\/gradient(Color|Angle)\b/.test(field);

  /** A field that every layer or file can have counts once, whichever type of layer uses it. */
  const shared = (field: string) =>
    field
      .replace(/^\/layers/, '/scenes/layers')
      .replace(/^\/audio(?=\/(pan|eq)\b)/, '/scenes/layers')
      .replace(
        /\[\w+\](?=\/(position|lane|anchor|source|credit|name|fieldNames|group|link|isLocked|isHidden|animateIn|animateOut|keyframes|pan|eq)\b)/,
        '',
      );

  it('use every value of every choice', () => {
    const uses = new Set([...parsedUses].map(shared));
    expect(options.length).toBeGreaterThan(80);
    expect(options.filter((option) => !uses.has(shared(option)) && !isElsewhere(option))).toEqual([]);
  });

  it('write every field at least once', () => {
    const written = new Set([...writtenFields].map(shared));
    const fields = fieldsOf(projectSchema, '').map(shared);
    expect(new Set(fields).size).toBeGreaterThan(80);
    expect(fields.filter((field) => !written.has(field) && !isElsewhere(field))).toEqual([]);
  });

  it('use every animation at every speed', () => {
    const uses = new Set(
      layers().flatMap((layer) =>
        layer.type === 'text' && layer.animation ? [`${layer.animation.id} ${layer.animation.speed}`] : [],
      ),
    );
    const { id, speed } = animation.shape;
    const all = id
      .unwrap()
      .options.flatMap((kind) => (kind === 'none' ? [] : speed.unwrap().options.map((pace) => `${kind} ${pace}`)));
    expect(all.filter((one) => !uses.has(one))).toEqual([]);
  });

  it('use the nine font families, each outline, right-to-left text and emoji', () => {
    const found = layers().filter((layer) => layer.type === 'text');
    const families = new Set(found.map((layer) => layer.fontFamily));
    expect(defaultFamilies.filter((family) => !families.has(family))).toEqual([]);
    expect([...new Set(found.map((layer) => layer.textShadow))]).toEqual(
      expect.arrayContaining(['black', 'white', 'none', 'transparent']),
    );
    expect(found.some((layer) => /\p{Script=Arabic}/u.test(layer.text))).toBe(true);
    expect(found.some((layer) => /\p{Emoji_Presentation}/u.test(layer.text))).toBe(true);
    expect(found.some((layer) => layer.lineHeight < 1.2) && found.some((layer) => layer.lineHeight > 1.2)).toBe(true);
  });

  it('rotate videos and images, and use the ratios 1:1, 9:16, 16:9, 4:5 and 5:4', () => {
    const turned = new Set(layers().flatMap((layer) => (layer.position?.rotation ? [layer.type] : [])));
    expect([...turned]).toEqual(expect.arrayContaining(['video', 'image', 'shape', 'text']));
    expect([...new Set(files.map((name) => parsed(name).ratio))].sort()).toEqual(['16:9', '1:1', '4:5', '5:4', '9:16']);
  });

  it('use every sample of the media folder', () => {
    const used = new Set(files.flatMap((name) => mediaReferences(parsed(name)).map(({ url }) => basename(url))));
    expect(mediaNames.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('broken project files', () => {
  const broken = brokenProjects();

  it('number at least fifty, each with a unique name', () => {
    expect(broken.length).toBeGreaterThanOrEqual(50);
    expect(new Set(broken.map(({ name }) => name)).size).toBe(broken.length);
  });

  it.each(broken.map((one) => [one.name, one] as const))(
    'report the expected problems: %s',
    (_, { json, expect: expected }) => {
      const result = parseProjectText(json);
      expect(result.ok).toBe(false);
      if (result.ok) return;
      expect(result.problems.map(({ code, pointer }) => ({ code, pointer }))).toEqual(expected);
      for (const { message } of result.problems) expect(message).toMatch(/\S/);
    },
  );
});

describe('sample media', () => {
  const media = join(root, 'fixtures/media');
  beforeAll(() => makeMedia(media));

  it('is generated once', async () => {
    expect(await makeMedia(media)).toBe(false);
    expect(readdirSync(media).filter((name) => !/^\.|^drawn$/.test(name))).toEqual([...mediaNames].sort());
  });

  it('is the same on each generation', async () => {
    const again = mkdtempSync(join(tmpdir(), 'cutroom-fixtures-'));
    const names = ['portrait.jpg', 'sticker.png', 'pattern.webp', 'music.wav', 'dance.gif', 'odd.mp4', 'rotated.mp4'];
    try {
      await makeSomeMedia(again, names);
      for (const name of names)
        expect(readFileSync(join(again, name)).equals(readFileSync(join(media, name))), name).toBe(true);
      await expect(makeSomeMedia(again, ['nothing.mp4'])).rejects.toThrow('nothing.mp4');
    } finally {
      rmSync(again, { recursive: true });
    }
  });

  it.each([
    [
      'mountains.mp4',
      { width: 1280, height: 720, fps: 30, duration: 6, hasAudio: true, colorMatrix: 'bt709', fullRange: false },
    ],
    ['ocean.mp4', { width: 960, height: 540, fps: 25, hasAudio: false }],
    ['portrait.mp4', { width: 720, height: 1280, rotation: 0 }],
    ['traffic.mp4', { fps: 60, hasAudio: true }],
    ['vfr.mp4', { variableFrameRate: true }],
    ['rotated.mp4', { width: 360, height: 640, codedWidth: 640, codedHeight: 360, rotation: 90, hasAudio: true }],
    ['ribbons.webm', { container: 'matroska', videoCodec: 'vp9', audioCodec: 'opus' }],
    ['sprite-alpha.webm', { videoCodec: 'vp9', hasAlpha: true, hasAudio: false }],
    ['full-range.mp4', { fullRange: true, colorMatrix: 'smpte170m' }],
    ['sd601.mp4', { width: 640, height: 480, fullRange: false, colorMatrix: 'smpte170m' }],
    ['odd.mp4', { width: 427, height: 241, pixelFormat: 'yuv444p' }],
    ['numbers.mp4', { width: 640, height: 360, fps: 30, duration: 10, hasAudio: true }],
    ['long.mp4', { width: 1280, height: 720, fps: 30, duration: 10, videoCodec: 'h264', audioCodec: 'aac' }],
    ['party.mp4', { fps: 15, duration: 3 }],
    ['dance.gif', { animated: true, hasAlpha: true }],
    ['portrait.jpg', { kind: 'image', width: 900, height: 1200 }],
    ['logo.png', { kind: 'image', hasAlpha: true, width: 800, height: 400 }],
    ['pattern.webp', { kind: 'image', width: 800, height: 800 }],
    ['music.mp3', { kind: 'audio', hasAudio: true }],
    ['speech.wav', { kind: 'audio', hasAudio: true }],
  ])('%s has the properties that its name states', async (name, facts) => {
    expect(await probeFile(join(media, name))).toMatchObject(facts);
  });

  it('numbers.mp4 encodes the number of each frame', () => {
    const frames = ['0', '1', '137', '299'];
    const select = `select='${frames.map((frame) => `eq(n,${frame})`).join('+')}'`;
    const args = ['-v', 'error', '-i', join(media, 'numbers.mp4'), '-vf', select, '-fps_mode', 'passthrough'];
    const raw = execFileSync('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'], { maxBuffer: 1e8 });
    const size = 640 * 360 * 4;
    expect(frames.map((_, i) => frameNumberOf(raw.subarray(i * size, (i + 1) * size), 640))).toEqual(
      frames.map(Number),
    );
  });
});

type Schema = z.core.$ZodType;

/** A schema without its default and optional wrappers. */
function bare(schema: Schema): Schema {
  const { def } = schema._zod;
  return 'innerType' in def ? bare(def.innerType as Schema) : schema;
}

/** The parts of an object, list or union schema, each with its path. */
function partsOf(schema: Schema, path: string): { schema: Schema; path: string; key?: string; kind?: string }[] {
  const { def } = bare(schema)._zod as unknown as {
    def: { type: string; shape: Record<string, Schema>; element: Schema; options: Schema[] };
  };
  if (def.type === 'object')
    return Object.entries(def.shape).map(([key, part]) => ({ schema: part, path: `${path}/${key}`, key }));
  if (def.type === 'array') return [{ schema: def.element, path }];
  if (def.type !== 'union') return [];
  return def.options.map((option) => {
    const kind = String(choicesOf((bare(option)._zod.def as unknown as { shape: { type: Schema } }).shape.type)?.[0]);
    return { schema: option, path: `${path}[${kind}]`, kind };
  });
}

/** The values of a choice; undefined for other schemas. */
function choicesOf(schema: Schema): unknown[] | undefined {
  const { def } = bare(schema)._zod as unknown as {
    def: { type: string; entries: Record<string, unknown>; values: unknown[] };
  };
  if (def.type === 'boolean') return [true, false];
  if (def.type === 'enum') return Object.values(def.entries);
  return def.type === 'literal' ? def.values : undefined;
}

function optionsOf(schema: Schema, path: string): string[] {
  const choices = choicesOf(schema);
  if (choices) return choices.map((value) => `${path} = ${String(value)}`);
  return partsOf(schema, path).flatMap((part) => optionsOf(part.schema, part.path));
}

function fieldsOf(schema: Schema, path: string): string[] {
  return partsOf(schema, path).flatMap((part) => [
    ...(part.key ? [part.path] : []),
    ...fieldsOf(part.schema, part.path),
  ]);
}

/** Walks a value along its schema and reports every field that it has. */
function collect(schema: Schema, value: unknown, path: string, tell: (path: string, value: unknown) => void): void {
  if (Array.isArray(value)) {
    for (const part of partsOf(schema, path)) for (const item of value) collect(part.schema, item, part.path, tell);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const part of partsOf(schema, path)) {
    if (part.kind !== undefined && part.kind === (value as { type?: unknown }).type)
      collect(part.schema, value, part.path, tell);
    if (part.key === undefined || !(part.key in value)) continue;
    const inner = (value as Record<string, unknown>)[part.key];
    tell(part.path, inner);
    collect(part.schema, inner, part.path, tell);
  }
}
