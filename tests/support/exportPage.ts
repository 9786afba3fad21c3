import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { canExport } from '../../engine/browser/export/canExport.ts';
import { exportVideo } from '../../engine/browser/export/exportVideo.ts';
import { createWaveforms } from '../../engine/browser/strips/waveform.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../engine/project/project.ts';
import { measurePeaks } from '../../engine/timeline/peaks.ts';
import { captureFrames } from './captureFrames.ts';

/** The result of an export in the page. */
export interface ExportReport {
  type: string;
  width: number;
  height: number;
  duration: number;
  /** The file as base64. */
  data: string;
  /** Duration of the export, in milliseconds. */
  took: number;
  /** Progress reports. */
  reports: { ratio: number; text: string }[];
  /** The requested frames before encoding, consecutive I420, as base64. */
  taken: string;
}

/** A request to export. */
export interface ExportOrder {
  project: ProjectInput;
  mode?: CompositorMode;
  /** Progress at which the export is aborted, 0 to 1. */
  stopAt?: number;
  /** Numbers of frames to capture before encoding, ascending; default none. */
  frames?: readonly number[];
}

async function runExport({ project: source, mode, stopAt = 2, frames = [] }: ExportOrder): Promise<ExportReport> {
  const ending = new AbortController();
  const reports: ExportReport['reports'] = [];
  const taking = captureFrames(frames);
  const start = performance.now();
  const { blob, ...facts } = await exportVideo(parsed(source), {
    urlOf: (url) => url,
    signal: ending.signal,
    mode,
    onProgress: (progress) => {
      reports.push(progress);
      if (progress.ratio >= stopAt) ending.abort(new Error('stopped'));
    },
  }).finally(taking.stop);
  const took = performance.now() - start;
  const [data, taken] = await Promise.all([base64Of(blob), base64Of(new Blob(await taking.frames()))]);
  return { type: blob.type, ...facts, took, reports: reports, data, taken };
}

function parsed(source: ProjectInput): Project {
  const result = parseProject(source);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** The waveform of a file as the timeline draws it, and as computed from the whole decoded file. */
export interface WavePair {
  duration: number;
  /** Peaks, cut to the length that both have. */
  byPieces: number[];
  atOnce: number[];
}

async function wavesOf(url: string): Promise<WavePair> {
  const signal = new AbortController().signal;
  const wave = await createWaveforms({ urlOf: (it) => it }).read(url, undefined, signal);
  const data = await (await fetch(url)).arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(data);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  const work = measurePeaks({ channels, rate: sound.sampleRate });
  let step = work.next();
  while (!step.done) step = work.next();
  const count = Math.min(step.value.length, wave?.peaks.length ?? 0);
  const [byPieces, atOnce] = [wave?.peaks, step.value].map((peaks) => [...(peaks ?? [])].slice(0, count));
  return { duration: wave?.duration ?? 0, byPieces: byPieces ?? [], atOnce: atOnce ?? [] };
}

Object.assign(globalThis, { runExport, wavesOf, whyNot: (source: ProjectInput) => canExport(parsed(source)) });
