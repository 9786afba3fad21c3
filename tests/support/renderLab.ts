import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { planRender } from '../../api/renderer/job/planRender.ts';
import { type Progress, renderProject } from '../../api/renderer/job/render.ts';
import { openProbeCache } from '../../api/renderer/media/probeCache.ts';
import type { Budget } from '../../api/system/budget.ts';
import { outputExtension } from '../../engine/project/output.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { numberBar } from '../../fixtures/makers/numbers.ts';

/** Options of a render in the lab. */
export interface LabOptions {
  out?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  stillAt?: number;
  memory?: number;
  segmentLength?: number;
  cacheDir?: string;
  onNote?: (text: string) => void;
  budget?: Budget;
}

/** Renders projects into its own folder. Media are named by their local paths. */
export interface RenderLab {
  temp: string;
  /** Runs ffmpeg. @returns the path of the file that it wrote into the folder. */
  made(this: void, name: string, ...args: string[]): string;
  /**
   * Has ffmpeg write several WAV files of 32-bit floats with two channels, in one run.
   * @param sources lavfi sources by name. @returns paths by name.
   */
  sounds<Name extends string>(this: void, sources: Readonly<Record<Name, string>>): Record<Name, string>;
  /** @returns the path of the result. */
  render(body: object, options?: LabOptions): Promise<string>;
  /** Plans a render like `render`, without carrying it out. */
  plan(this: void, body: object): ReturnType<typeof planRender>;
  close(): void;
}

/** Measures media files, each once in a run of the suite. */
export const sharedProbe = openProbeCache(join(inject('suiteFolder'), 'probes'));

/** Options of a render whose media are named by their local paths. */
export const locally = { locate: async (url: string) => url, probe: sharedProbe };

/** @param name of the test, for the folder's name. */
export function openRenderLab(name: string): RenderLab {
  const temp = mkdtempSync(join(tmpdir(), `cutroom-${name}-`));
  let count = 0;
  return {
    temp,
    made: (name, ...args) => makeFile(join(temp, name), ...args),
    sounds: (sources) => {
      const names = Object.keys(sources) as (keyof typeof sources)[];
      const inputs = names.flatMap((name) => ['-f', 'lavfi', '-i', sources[name]]);
      const pathOf = (name: string) => join(temp, `${name}.wav`);
      const float = ['-c:a', 'pcm_f32le', '-ac', '2'];
      const outputs = names.flatMap((name, i) => ['-map', `${i}`, ...float, pathOf(name)]);
      execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...outputs]);
      return Object.fromEntries(names.map((name) => [name, pathOf(name)])) as Record<(typeof names)[number], string>;
    },
    render: async (body, options = {}) => {
      const project = projectOf(body);
      count += 1;
      const out = options.out ?? join(temp, `${count}.${outputExtension(project.output)}`);
      await renderProject(project, { ...locally, ...options, out });
      return out;
    },
    plan: (body) => planRender(projectOf(body), locally),
    close: () => rmSync(temp, { recursive: true, force: true }),
  };
}

/** Has ffmpeg write a file. @returns its path. */
export function makeFile(path: string, ...args: string[]): string {
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]);
  return path;
}

/** Arguments for fast encoding of nearly unchanged frames. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12'];

/** Parses a project. @throws with its problems. */
export function projectOf(body: object): Project {
  const parsed = parseProject(body);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** Returns all frames of a video as RGBA. @param decoder options that choose a decoder. */
export function framesOf(
  file: string,
  width: number,
  height: number,
  decoder: readonly string[] = [],
): Uint8ClampedArray[] {
  const filter = `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int,format=rgba`;
  const args = [
    '-v',
    'error',
    ...decoder,
    '-i',
    file,
    '-vf',
    filter,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-',
  ];
  const data = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 30 });
  const bytes = width * height * 4;
  return Array.from(
    { length: data.length / bytes },
    (_, i) => new Uint8ClampedArray(data.buffer, data.byteOffset + i * bytes, bytes),
  );
}

/**
 * Reads the number in each frame of a video made from numbers.mp4. Crops the frames to the number bar, one pixel per
 * cell.
 */
export function numbersIn(file: string): number[] {
  const { cells, cellHeight, pictureHeight } = numberBar;
  const bar = `crop=iw:${cellHeight / pictureHeight}*ih:0:0,scale=${cells}:1:flags=area,format=gray`;
  const args = ['-v', 'error', '-i', file, '-vf', bar, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const lights = [...execFileSync('ffmpeg', args, { maxBuffer: 2 ** 24 })].map((light) => (light > 127 ? 1 : 0));
  return Array.from({ length: lights.length / cells }, (_, frame) =>
    lights.slice(frame * cells, (frame + 1) * cells).reduce<number>((value, light) => 2 * value + light, 0),
  );
}

/** Sample rate of samplesOf. */
export const hertz = 48_000;

/** Returns the first channel of a file's first audio track. */
export function samplesOf(file: string): Float32Array {
  return samplesOfWav(file) ?? decodedSamplesOf(file);
}

function decodedSamplesOf(file: string): Float32Array {
  const wanted = ['-map', '0:a:0', '-af', 'pan=mono|c0=c0', '-ar', String(hertz), '-f', 'f32le', '-'];
  const data = execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...wanted], { maxBuffer: 2 ** 28 });
  return new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
}

/**
 * Reads the first channel of a WAV file, which takes a fraction of a start of ffmpeg. @returns undefined for other files,
 * and for other samples than 16-bit integers and 32-bit floats at 48 kHz.
 */
function samplesOfWav(file: string): Float32Array | undefined {
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  const [format, data] = [chunks.get('fmt '), chunks.get('data')];
  if (!format || !data || format.readUInt32LE(4) !== hertz) return undefined;
  const [kind, frame, bits] = [0, 12, 14].map((at) => format.readUInt16LE(at)) as [number, number, number];
  const count = Math.floor(data.length / frame);
  if (kind === 1 && bits === 16)
    return Float32Array.from({ length: count }, (_, i) => data.readInt16LE(i * frame) / 2 ** 15);
  if (kind === 3 && bits === 32) return Float32Array.from({ length: count }, (_, i) => data.readFloatLE(i * frame));
  return undefined;
}

/** Returns the level of a span of audio, in dBFS. @param from,to seconds. */
export function levelOf(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(Math.round(from * hertz), Math.round(to * hertz));
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

/** Returns the peak of each millisecond. */
export function loudestOf(samples: Float32Array): number[] {
  const step = hertz / 1000;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, i) =>
    samples.subarray(i * step, (i + 1) * step).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  );
}

/** Returns the start of each beep, in seconds: loud after 50 ms of silence. */
export function onsetsOf(samples: Float32Array): number[] {
  const chunks = loudestOf(samples);
  const loud = Math.max(...chunks) / 4;
  return chunks.flatMap((value, i) =>
    value > loud && chunks.slice(Math.max(0, i - 50), i).every((before) => before <= loud) ? [i / 1000] : [],
  );
}
