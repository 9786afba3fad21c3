import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPlayer } from '../../engine/browser/player/clockedPlayer.ts';
import type { Player, PlayerProblem } from '../../engine/browser/player/player.ts';
import { FrameCanvas } from '../../engine/browser/preview/frameCanvas.ts';
import { createSoundGraph, type SoundGraph, type SoundProblem } from '../../engine/browser/sound/soundGraph.ts';
import { createWaveforms } from '../../engine/browser/strips/waveform.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { ProjectInput } from '../../engine/project/project.ts';

/** Elements created since the page was opened. */
const videos: HTMLVideoElement[] = [];
const sounds: HTMLAudioElement[] = [];

/** Number of seeks during playback. */
const jumps = { videos: 0, sounds: 0 };

function countJump(element: HTMLMediaElement): void {
  if (!element.paused) jumps[element instanceof HTMLVideoElement ? 'videos' : 'sounds'] += 1;
}

function watchElements(): void {
  const make = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const made = make(name, options);
    if (made instanceof HTMLMediaElement) made.addEventListener('seeking', () => countJump(made));
    if (made instanceof HTMLVideoElement) videos.push(made);
    if (made instanceof HTMLAudioElement) sounds.push(made);
    return made;
  }) as typeof document.createElement;
}

/** Analyzes the mix: posts when audio starts after silence, and all samples while recording. */
const listener = `registerProcessor('listener', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.quiet = sampleRate;
    this.port.onmessage = ({ data }) => { this.records = data; };
  }
  process([input]) {
    const samples = input[0] ?? new Float32Array(128);
    for (let i = 0; i < samples.length; i += 1) {
      if (Math.abs(samples[i]) < 0.02) { this.quiet += 1; continue; }
      if (this.quiet > sampleRate * 0.3) this.port.postMessage({ began: (currentFrame + i) / sampleRate });
      this.quiet = 0;
    }
    if (this.records) this.port.postMessage({ at: currentTime, samples: samples.slice() });
    return true;
  }
});`;

/** A project that plays in the page, with its measurements. */
export interface Rig {
  player: Player;
  sound: SoundGraph;
  context: AudioContext;
  problems: (PlayerProblem | SoundProblem)[];
  /** Video times at which the center of the canvas became bright, and at which audio started, in seconds. */
  flashes: number[];
  beeps: number[];
  /** Audio since `record`, mono at 48,000 Hz, and the video time of its first sample. */
  recorded: { start: number; samples: number[] };
  record(): void;
  videos(): HTMLVideoElement[];
  sounds(): HTMLAudioElement[];
  /** Current video time according to the audio clock, in seconds. */
  timeNow(): number;
  jumps(): { videos: number; sounds: number };
  close(): Promise<void>;
}

const isOpen = (element: HTMLMediaElement) => element.hasAttribute('src');

async function open(input: ProjectInput): Promise<Rig> {
  const parsed = parseProject(input);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const project = parsed.value;
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'width: 160px; height: 160px; display: block';
  document.body.append(canvas);
  const urlOf = (url: string) => url;
  const media = createMediaPool({ urlOf });
  const frames = new FrameCanvas({ canvas, mode: 'canvas2d' });
  frames.resize(160, 160, 1);
  const context = new AudioContext({ sampleRate: 48_000 });
  await context.resume();
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([listener], { type: 'text/javascript' })));
  const tap = new AudioWorkletNode(context, 'listener', { channelCount: 1, channelCountMode: 'explicit' });
  tap.connect(context.destination);
  const problems: Rig['problems'] = [];
  const waveforms = createWaveforms({ urlOf });
  const sound = createSoundGraph({
    ...{ context, destination: tap, urlOf, onProblem: (one) => problems.push(one) },
    readWave: ({ url }, signal) => waveforms.read(url, undefined, signal),
  });
  const player = createPlayer({ onProblem: (one) => problems.push(one) });
  /** The player's own clock. */
  let timeNow = () => Number.NaN;
  const timeAt = (now: number) => timeNow() + (now - performance.now()) / 1000;
  const rig: Rig = {
    ...{ player, sound, context, problems, flashes: [], beeps: [], recorded: { start: 0, samples: [] } },
    record: () => tap.port.postMessage(true),
    timeNow: () => timeNow(),
    jumps: () => ({ ...jumps }),
    videos: () => videos.filter(isOpen),
    sounds: () => sounds.filter(isOpen),
    close: async () => {
      player.dispose();
      frames.dispose();
      sound.dispose();
      media.dispose();
      canvas.remove();
      await context.close();
      isDone = true;
    },
  };
  /** Video time of the first recorded sample, estimated from each message. */
  const starts: number[] = [];
  /** Converts audio context time to performance.now at the output. */
  const audibleAt = (seconds: number) => {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
    return performanceTime + (seconds - contextTime) * 1000;
  };
  tap.port.onmessage = ({ data }) => {
    if (data.began !== undefined) rig.beeps.push(timeAt(audibleAt(data.began)));
    if (data.samples === undefined) return;
    // A single clock reading may be ten milliseconds off on a busy machine; the median is not.
    starts.push(timeAt(audibleAt(data.at)) - rig.recorded.samples.length / 48_000);
    for (const sample of data.samples) rig.recorded.samples.push(sample);
    rig.recorded.start = starts.toSorted((a, b) => a - b)[starts.length >> 1] as number;
  };
  let isDone = false;
  watchFlashes(
    canvas,
    (now) => player.state === 'playing' && rig.flashes.push(timeAt(now)),
    () => isDone,
  );
  player.setProject(project);
  player.showOn(media, frames);
  player.soundThrough({
    setClips: (clips) => sound.setClips(clips),
    rest: (time) => sound.rest(time),
    isReady: () => sound.isReady(),
    run: (from, tell) => {
      timeNow = tell;
      sound.run(from, tell);
    },
  });
  return rig;
}

function watchFlashes(canvas: HTMLCanvasElement, tell: (now: number) => void, isDone: () => boolean): void {
  const ctx = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  let wasBright = false;
  const look = () => {
    if (isDone()) return;
    requestAnimationFrame(look);
    ctx?.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    const isBright = (ctx?.getImageData(0, 0, 1, 1).data[1] ?? 0) > 127;
    if (isBright && !wasBright) tell(performance.now());
    wasBright = isBright;
  };
  look();
}

watchElements();

/** Waits for a condition, polling every few milliseconds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits for a video time. @returns the maximum number of open elements, including earlier maxima. */
async function watchUntil(time: number, before: Elements): Promise<Elements> {
  const found = { ...before };
  await until(() => {
    found.videos = Math.max(found.videos, rig.videos().length);
    found.sounds = Math.max(found.sounds, rig.sounds().length);
    return rig.player.time >= time;
  });
  return found;
}

/** Averages groups of samples. */
function thinned(samples: readonly number[], count: number): number[] {
  const found: number[] = [];
  for (let at = 0; at + count <= samples.length; at += count) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += samples[at + i] as number;
    found.push(sum / count);
  }
  return found;
}

const offered = { open, wait, until, watchUntil, thinned };

/** Number of open media elements. */
interface Elements {
  videos: number;
  sounds: number;
}

declare global {
  var playing: typeof offered;
  /** The current rig. */
  var rig: Rig;
}

Object.assign(globalThis, { playing: offered });
