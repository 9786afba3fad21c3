import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileIdentity } from '../../api/renderer/media/fileIdentity.ts';
import { expectUnchanged } from '../../api/renderer/media/openMedia.ts';
import { type Probe, probeFile } from '../../api/renderer/media/probe.ts';
import { openPaintersIdentity } from '../../api/renderer/paint/fontFaces.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import { segmentKey, soundKey } from '../../api/renderer/segments/segmentKey.ts';
import { facesOf } from '../../engine/painters/fonts.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { openRenderLab, projectOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('keys');
afterAll(lab.close);

const size = { width: 320, height: 180, alwaysEncode: true };
const video = (more: object = {}) => ({ id: 'v', type: 'video', url: numbers, isTrimmed: true, endTime: 2, ...more });
const text = (more: object = {}) => ({ id: 't', type: 'text', text: 'Hello', ...more });
const project = (...layers: object[]) => ({ ...size, scenes: [{ id: 's', layers }] });

describe('segmentKey and soundKey', () => {
  let probes: Map<string, Probe>;
  beforeAll(async () => {
    probes = new Map([[numbers, await probeFile(numbers)]]);
  });
  const context = { identityOf: (url: string) => url, memory: 1e8, program: 'ffmpeg 1' };
  const painting = { lacking: [], painters: 'Skia 1' };
  const planOf = (body: object): RenderPlan => compileRender(projectOf(body), probes);
  const keyed = (body: object, ...given: [typeof context?, typeof painting?]) =>
    segmentKey(planOf(body), given[0] ?? context, given[1] ?? painting);
  const sounded = (body: object, given = context, channels = 2) => soundKey(planOf(body), given, () => channels);

  it('change with fonts and Skia only for painted frames', () => {
    const painters = { ...painting, painters: 'Skia 2' };
    expect(keyed(project(text(), video()), context, painters)).not.toBe(keyed(project(text(), video())));
    expect(keyed(project(video()), context, painters)).toBe(keyed(project(video())));
    expect(keyed(project(video()), { ...context, program: 'ffmpeg 2' })).not.toBe(keyed(project(video())));
  });

  it('change with a color correction, and are equal for equal ones', () => {
    const keyOf = (color: object) => keyed(project(video({ color })));
    expect(keyOf({ exposure: 1 })).toBe(keyOf({ exposure: 1, tint: 0 }));
    expect(keyOf({})).toBe(keyed(project(video())));
    expect(new Set([keyOf({}), keyOf({ exposure: 1 }), keyOf({ lut: { name: 'noir' } })]).size).toBe(3);
  });

  it('change for audio with any audible change, whatever is visible', () => {
    const key = sounded(project(video()));
    expect(sounded(project(text(), video({ id: 'other', flipped: true })))).toBe(key);
    expect(sounded(project(video({ isMuted: true })))).toBeUndefined();
    const others = [
      sounded(project(video({ volume: 0.5 }))),
      sounded(project(video({ speed: 2, endTime: 4 }))),
      sounded({ ...project(video()), quality: 'standard' }),
      sounded(project(video()), { ...context, program: 'ffmpeg 2' }),
      sounded(project(video()), { ...context, identityOf: () => 'another file' }),
      sounded(project(video()), context, 6),
    ];
    expect(new Set([key, ...others]).size).toBe(1 + others.length);
  });
});

it('identifies painters by the contents of the font files', async () => {
  const layer = projectOf(project(text({ fontFamily: 'Abel' }))).scenes[0]?.layers[0] as Layer;
  const [face] = facesOf({ text: 'Hello', fontFamily: 'Abel', fontWeight: 'normal', fontStyle: 'normal' });
  const [id, name] = [face?.id as string, face?.file as string];
  const folder = join(lab.temp, 'fonts');
  mkdirSync(join(folder, id), { recursive: true });
  const identities = [];
  for (const content of ['', 'one', 'two']) {
    if (content !== '') writeFileSync(join(folder, id, name), content);
    identities.push(await openPaintersIdentity(folder)([layer]));
  }
  expect([face?.source, new Set(identities).size]).toEqual(['further', 3]);
  expect(identities[0]).toMatch(/^Skia \d+\.\d+/);
});

it('detects a replaced file of equal size and times', async () => {
  const file = join(lab.temp, 'same.bin');
  writeFileSync(file, Buffer.alloc(100_000, 1));
  const at = new Date(1e12);
  utimesSync(file, at, at);
  const media = {
    sources: new Map([['same.bin', file]]),
    identities: new Map([['same.bin', await fileIdentity(file)]]),
  };
  // Changed permissions update one of its times, but not its content.
  chmodSync(file, 0o600);
  await expectUnchanged(media);
  for (const place of [0, 50_000, 99_999]) {
    const bytes = Buffer.alloc(100_000, 1);
    bytes[place] = 2;
    writeFileSync(file, bytes);
    utimesSync(file, at, at);
    await expect(expectUnchanged(media)).rejects.toThrow('changed while it was being read');
  }
});

it('encodes neither other segments nor the audio again after a visible change of one scene', async () => {
  const [log, program] = [join(lab.temp, 'log'), join(lab.temp, 'ffmpeg')];
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${log}\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  vi.stubEnv('FFMPEG_PATH', program);
  vi.stubEnv('FFPROBE_PATH', 'ffprobe');
  const body = (words: string) => ({
    ...size,
    scenes: [0, 1].map((i) => ({
      id: `s${i}`,
      layers: [
        text({ id: `t${i}`, text: i === 1 ? words : 'same' }),
        video({ id: `v${i}`, startTime: i, endTime: i + 1 }),
      ],
    })),
  });
  const options = { segmentLength: 1, cacheDir: join(lab.temp, 'cache') };
  try {
    await lab.render(body('before'), options);
    writeFileSync(log, '');
    const changed = await lab.render(body('after'), options);
    expect(statSync(changed).size).toBeGreaterThan(0);
    // Measuring the peaks of a mix encodes its audio on its own.
    const lines = readFileSync(log, 'utf8').split('\n');
    const runs = lines.filter((line) => !line.includes('/encoded-sound')).join('\n');
    expect([runs.match(/-c:v libx264/g)?.length, runs.match(/-c:a aac/g)]).toEqual([1, null]);
  } finally {
    vi.unstubAllEnvs();
  }
});
