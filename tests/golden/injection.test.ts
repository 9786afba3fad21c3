import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import type { Probe } from '../../api/renderer/media/probe.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { printAudio } from '../../api/renderer/print/printAudio.ts';
import { printVideo } from '../../api/renderer/print/printVideo.ts';
import { printCommands } from '../../api/renderer/runs/commands.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { transitionTypes } from '../../engine/project/videoEffects.ts';
import { decodeFrame } from '../support/decode.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { sharedProbe } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const temp = mkdtempSync(join(tmpdir(), 'cutroom-injection-'));
const files = ['traffic.mp4', 'sticker.png', 'speech.wav'].map((name) => resolve('fixtures/media', name));
const measured: Probe[] = [];

beforeAll(async () => {
  for (const file of files) measured.push(await probeFile(file));
});

afterAll(() => rmSync(temp, { recursive: true, force: true }));

/** Text that a user can choose freely in a project. */
interface Words {
  ids: string[];
  text: string;
  urls: string[];
  note: string;
}

const plain: Words = { ids: ['a', 'b', 'c', 'd', 'e'], text: 'words', urls: ['video', 'picture', 'sound'], note: 'x' };

/** Every change of a video that numbers and choices allow. */
const effects = {
  speed: 1.7,
  isReversed: true,
  isBoomeranged: true,
  loopMode: 'duration',
  flipped: true,
  flippedVertical: true,
  filterName: 'Teal',
  brightness: 90,
  vignette: 60,
  volume: 1.2,
  fadeIn: 0.1,
  fadeOut: 0.2,
};

/** A project with every kind of text: ids, texts, URLs, names, a watermark. */
function projectOf({ ids, text, urls, note }: Words, videoType: 'mp4' | 'gif'): Project {
  const [scene, title, moving, video, picture] = ids;
  const [videoUrl, pictureUrl, soundUrl] = urls;
  const position = { x: '5%', y: '5%', width: '60%', height: '40%' };
  const result = parseProject({
    width: 320,
    height: 240,
    videoType,
    name: note,
    withCustomWatermark: true,
    watermarkText: text,
    watermarkFont: note,
    scenes: [
      {
        id: scene,
        layers: [
          { id: title, type: 'text', text, fontFamily: note, position },
          { id: moving, type: 'text', text, position, animation: { id: 'text-focus-in' } },
          { id: picture, type: 'image', url: pictureUrl, source: note, position },
          {
            id: video,
            type: 'video',
            url: videoUrl,
            isTrimmed: true,
            startTime: 0,
            endTime: 1,
            playLength: 2,
            ...effects,
          },
        ],
      },
      ...transitionTypes.map((type, i) => ({
        id: `${scene} again ${i}`,
        duration: 0.5,
        isImageVideo: true,
        layers: [],
        transition: { type, duration: 0.3 },
      })),
    ],
    audio: { id: note, url: soundUrl, isTrimmed: true, trimStartTime: 0, trimEndTime: 1.5, loop: true },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** All arguments of ffmpeg for a project. */
function printed(words: Words, videoType: 'mp4' | 'gif'): string[][] {
  const probes = new Map(words.urls.map((url, i) => [url, measured[i] as Probe]));
  const plan = compileRender(projectOf(words, videoType), probes);
  const media = ({ id }: { id: string }) => `m/${id}`;
  const place = { media, channels: () => 2, work: 'w', out: 'o', memory: 1_000_000 };
  return printCommands(plan, place).map(({ args }) => args);
}

const nasty = fc
  .array(fc.constantFrom(...'%{}:\'"\\;[],=@|&$`()<>*?!#~\n\r\t-+ aé🎈', 'movie=', 'drawtext=', '[0:v]', '../', '-i'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
const words: fc.Arbitrary<Words> = fc.record({
  ids: fc.uniqueArray(nasty, { minLength: 5, maxLength: 5 }),
  text: nasty,
  urls: fc.uniqueArray(
    nasty.map((text) => `./${text}`),
    { minLength: 3, maxLength: 3 },
  ),
  note: nasty,
});

describe('user text in ffmpeg commands', () => {
  it.each(['mp4', 'gif'] as const)('never appears, so all projects print the same commands (%s)', (videoType) => {
    const expected = printed(plain, videoType);
    fc.assert(
      fc.property(words, (given) => {
        expect(printed(given, videoType)).toEqual(expected);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('never appears in a filter graph, which contains only numbers and own names', () => {
    const probes = new Map(plain.urls.map((url, i) => [url, measured[i] as Probe]));
    const plan = compileRender(projectOf(plain, 'mp4'), probes);
    const graph = `${printVideo(plan, (id) => id)};\n${printAudio(
      plan,
      (id) => id,
      () => 2,
    )}`;
    // Expressions are quoted. Only a generator of frames has no input pad.
    const filter = String.raw`[a-z]\w*(=([\w.:=+@|*()/-]|'[\w.+*()/,;-]+')+)?`;
    const chain = new RegExp(String.raw`^(\[\w+\])*${filter}(,${filter})*(\[\w+\])+;?$`);
    for (const line of graph.split('\n')) expect(line).toMatch(chain);
  });
});

it('paints text with special characters literally', async () => {
  const text = `100%{n} : it's \\n; [a][b]\n%{pts\\:hms} 'x'=$(y) "z"\n`;
  const given: Words = { ...plain, ids: ["[s]';", '%{i}', 'a:b=c', '\\', '$(x)'], text, note: "Arial':x=0" };
  // Without the scenes of transitions, which follow.
  const inFirstScene = (words: Words): Project => {
    const { scenes, ...project } = projectOf(words, 'mp4');
    return { ...project, scenes: scenes.slice(0, 1) };
  };
  const project = inFirstScene(given);
  const located = new Map(given.urls.map((url, i) => [url, files[i] as string]));
  const locate = async (url: string) => located.get(url) as string;
  const out = join(temp, 'out.mp4');
  await renderProject(project, { out, locate, probe: sharedProbe });
  const [painted] = await paintFrames(project, [1], { locate, probe: sharedProbe });
  if (!painted) throw new Error('Nothing was painted.');
  expect(ssim(pixelsOf(painted), decodeFrame(out, 1, 320, 240), 320, 240)).toBeGreaterThan(0.96);
  const [bare] = await paintFrames(inFirstScene({ ...given, text: ' ' }), [1], { locate, probe: sharedProbe });
  expect(ssim(pixelsOf(bare ?? painted), pixelsOf(painted), 320, 240)).toBeLessThan(0.96);
});

it('reads the frames of a looping text repeatedly and keeps none of them in memory', () => {
  const animation = { id: 'hue-rotate' };
  const layers = [{ id: 't', type: 'text', text: 'Hi', animation }];
  const parsed = parseProject({ scenes: [{ id: 's', duration: 3, layers }] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const files = { media: () => '', channels: () => 0, work: '/jobs', out: '/out.mp4', memory: 1e9 };
  const args = printCommands(compileRender(parsed.value, new Map()), files).flatMap((command) => command.args);
  expect(args[args.indexOf('file:/jobs/b1.raw') - 1]).toBe('-i');
  expect(args.slice(0, args.indexOf('file:/jobs/b1.raw')).join(' ')).toContain('-stream_loop -1 -f rawvideo');
  expect(args.join(' ')).not.toContain('loop=loop=-1');
});
