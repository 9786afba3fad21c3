import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { canExport } from '../../engine/browser/export/canExport.ts';
import { exportVideo } from '../../engine/browser/export/exportVideo.ts';
import { createWaveforms } from '../../engine/browser/strips/waveform.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../engine/project/project.ts';
import { measurePeaks } from '../../engine/timeline/peaks.ts';
import { takeFrames } from './takeFrames.ts';

/** What a page that exports tells of its work. */
export interface ExportReport {
  type: string;
  width: number;
  height: number;
  duration: number;
  /** The file as base64. */
  data: string;
  /** How long it took, milliseconds. */
  took: number;
  /** What was told on the way: how far, and in which words. */
  told: { ratio: number; text: string }[];
  /** The frames that were asked for as they went into the encoder, I420 one after the other, as base64. */
  taken: string;
}

/** How a page is asked to export. */
export interface ExportOrder {
  project: ProjectInput;
  mode?: CompositorMode;
  /** Is stopped once it is this far, 0 to 1. */
  stopAt?: number;
  /** Numbers of the frames that are taken before they are encoded, in order; default none. */
  take?: readonly number[];
}

async function runExport({ project: given, mode, stopAt = 2, take = [] }: ExportOrder): Promise<ExportReport> {
  const ending = new AbortController();
  const told: ExportReport['told'] = [];
  const taking = takeFrames(take);
  const start = performance.now();
  const { blob, ...facts } = await exportVideo(parsed(given), {
    urlOf: (url) => url,
    signal: ending.signal,
    mode,
    onProgress: (progress) => {
      told.push(progress);
      if (progress.ratio >= stopAt) ending.abort(new Error('stopped'));
    },
  }).finally(taking.stop);
  const took = performance.now() - start;
  const [data, taken] = await Promise.all([base64Of(blob), base64Of(new Blob(await taking.frames()))]);
  return { type: blob.type, ...facts, took, told, data, taken };
}

function parsed(given: ProjectInput): Project {
  const result = parseProject(given);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** The waveform of a file as the timeline draws it, and as it is when the file is decoded as a whole. */
export interface WavePair {
  duration: number;
  /** Peaks, as many of both as both have. */
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

Object.assign(globalThis, { runExport, wavesOf, whyNot: (given: ProjectInput) => canExport(parsed(given)) });
