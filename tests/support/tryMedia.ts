import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import type { RenderResult } from '../../api/renderer/job/render.ts';
import { renderProject } from '../../api/renderer/job/render.ts';
import type { Probe } from '../../api/renderer/media/probe.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { ProblemError } from '../../engine/project/problems.ts';

/** The result of trying a media file, with all faults. */
export interface Trial {
  outcome: 'rendered' | 'refused';
  /** The message of a rejected file. */
  sentence: string;
  /** Path of the render; '' for a rejected file. */
  path: string;
  /** Empty if everything is correct. */
  faults: string[];
}

/** Side of the square that a file is placed in, in pixels. */
export const side = 160;

/**
 * Probes a file, places it in a small project and renders that: an image as a still, a video for a second with its
 * audio, audio over an empty scene.
 * @param stem path of the render without extension, in an empty folder. @throws anything but ProblemError.
 */
export async function tryMedia(file: string, stem: string, signal?: AbortSignal): Promise<Trial> {
  try {
    const probe = await probeFile(file, signal ? { signal } : {});
    const body = placed(file, probe);
    const project = parseProject(body);
    if (!project.ok) throw new ProblemError(project.problems);
    const out = `${stem}.${body.isImage ? 'png' : 'mp4'}`;
    const result = await renderProject(project.value, {
      out,
      locate: async (url) => url,
      ...(signal ? { signal } : {}),
    });
    const faults = body.isImage ? await faultsOfStill(result) : faultsOfVideo(result, probe);
    return { outcome: 'rendered', sentence: '', path: out, faults: [...faults, ...leftBehind(out)] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const faults = error.problems.flatMap(({ message }) => unclear(message, file));
    return { outcome: 'refused', sentence: error.message, path: '', faults: [...faults, ...leftBehind(stem)] };
  }
}

function placed(url: string, probe: Probe): { isImage: boolean; [key: string]: unknown } {
  const isLong = probe.duration > 1.2;
  const trim = isLong ? { isTrimmed: true, startTime: 0.1, endTime: 1.1 } : {};
  const isImage = probe.kind === 'image' && !probe.animated;
  const layers = {
    image: [{ id: 'l', type: probe.animated ? 'video' : 'image', url, ...(probe.animated ? trim : {}) }],
    video: [{ id: 'l', type: 'video', url, ...trim }],
    audio: [],
    font: [],
  };
  const track = { url, ...(isLong ? { isTrimmed: true, trimStartTime: 0.1, trimEndTime: 1.1 } : {}) };
  return {
    width: side,
    height: side,
    isImage,
    scenes: [{ id: 's', isImageVideo: probe.kind !== 'video', duration: 1, layers: layers[probe.kind] }],
    ...(probe.kind === 'audio' ? { audio: track } : {}),
  };
}

async function faultsOfStill(result: RenderResult): Promise<string[]> {
  const { width, height } = await loadImage(result.path);
  return width === side && height === side ? [] : [`${width}×${height} pixels`];
}

/** Checks that a video has the expected length to a frame, audio if its source has, and decodes completely. */
function faultsOfVideo(result: RenderResult, probe: Probe): string[] {
  const expected = probe.animated || probe.duration > 1.2 ? 1 : probe.duration;
  const look = (...args: string[]) =>
    execFileSync('ffprobe', ['-v', 'error', ...args, result.path], { encoding: 'utf8' });
  const streams = look(
    '-count_packets',
    '-show_entries',
    'stream=codec_type,nb_read_packets,avg_frame_rate',
    '-of',
    'json',
  );
  const [video, audio] = (JSON.parse(streams) as { streams: Record<string, string>[] }).streams;
  const [frames, per] = (video?.avg_frame_rate ?? '').split('/').map(Number) as [number, number];
  const length = Number(video?.nb_read_packets) * (per / frames);
  const faults = [];
  if (Math.abs(length - expected) > per / frames + 1e-6) faults.push(`${length} s instead of ${expected} s`);
  if (probe.hasAudio !== (audio?.codec_type === 'audio')) faults.push(`sound: ${audio?.codec_type}`);
  const args = ['-nostdin', '-v', 'error', '-i', result.path, '-f', 'null', '-'];
  const errors = spawnSync('ffmpeg', args, { encoding: 'utf8' }).stderr;
  if (errors !== '') faults.push(`does not decode: ${errors}`);
  return faults;
}

/** Returns other files in the render's folder: temporary ones that should be gone. */
function leftBehind(out: string): string[] {
  return readdirSync(dirname(out))
    .filter((name) => name !== basename(out))
    .map((name) => `left behind: ${name}`);
}

/** Words that only programmers use. */
const jargon =
  /ffmpeg|ffprobe|Error\b|ENOENT|E[A-Z]{4,}\b|0x|undefined|null|NaN|\[object|\bat \w+\.|Invalid data|codec\b|errno/;

/** Returns the faults of a message about a file, which must name the file and be plain. @param file its path. */
export function unclear(sentence: string, file: string): string[] {
  const name = basename(file).replaceAll(/\p{Cc}/gu, '�');
  const rest = sentence.replace(`"${name}"`, 'This');
  const faults = [];
  if (rest === sentence) faults.push('does not name the file');
  if (!/^[A-Z][^\n]*\.$/.test(rest) || sentence.length > 300) faults.push('is not one sentence');
  if (jargon.test(rest) || /\p{Cc}/u.test(sentence)) faults.push('is not plain');
  return faults.map((fault) => `the sentence ${fault}: ${sentence}`);
}
