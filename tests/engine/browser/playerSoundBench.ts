import { vi } from 'vitest';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';

/** A media element that a test controls. */
export class FakeAudio {
  src = '';
  paused = true;
  seeking = false;
  ended = false;
  readyState = 4;
  duration = 100;
  playbackRate = 1;
  error: object | null = null;
  /** Every position it was set to, in seconds. */
  readonly sent: number[] = [];
  #time = 0;

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.sent.push(time);
    this.#time = time;
    if (this.readyState > 0) this.seeking = true;
  }

  /** Completes a seek, or plays on from there. */
  arrive(time = this.#time): void {
    this.#time = time;
    this.seeking = false;
  }

  async play(): Promise<void> {
    this.paused = false;
  }

  pause(): void {
    this.paused = true;
  }

  removeAttribute(): void {
    this.src = '';
  }

  load(): void {}
}

/** An element that only measures a file and is ready immediately. */
class FakeVideo extends EventTarget {
  duration = 100;
  readonly videoWidth: number;
  readonly currentTime: number;
  readonly #firstFrame: number | undefined;

  /**
   * @param firstFrame when its first frame begins, seconds; undefined: it has no picture. @param start when its first
   * audio begins, seconds.
   */
  constructor(firstFrame: number | undefined, start: number) {
    super();
    this.currentTime = start;
    this.#firstFrame = firstFrame;
    this.videoWidth = firstFrame === undefined ? 0 : 64;
  }

  requestVideoFrameCallback(callback: (now: number, frame: { mediaTime: number }) => void): void {
    const mediaTime = this.#firstFrame;
    if (mediaTime !== undefined) queueMicrotask(() => callback(0, { mediaTime }));
  }

  set src(_: string) {
    for (const name of ['loadedmetadata', 'loadeddata']) queueMicrotask(() => this.dispatchEvent(new Event(name)));
  }

  removeAttribute(): void {}

  load(): void {}
}

/**
 * An audio context whose elements and volumes a test can inspect; also replaces the document of the page.
 * @param firstFrame when the first frame of every file begins, in seconds; default: no file has images. @param start
 * when the audio of every file begins, in seconds.
 */
export function soundBench(firstFrame?: number, start = 0) {
  const sounds: FakeAudio[] = [];
  /** The level of each element, in the order of `sounds`. */
  const levels: number[] = [];
  const node = () => ({ connect: (to: unknown) => to, disconnect: () => {} });
  const createGain = () => {
    const at = sounds.length - 1;
    if (at >= 0) levels[at] = 0;
    const setTargetAtTime = (level: number) => {
      levels[at] = level;
    };
    return { ...node(), gain: { value: 0, setTargetAtTime } };
  };
  const context = { state: 'running', currentTime: 0, destination: node(), createGain, createMediaElementSource: node };
  const document = {
    createElement: (kind: string) => {
      if (kind === 'video') return new FakeVideo(firstFrame, start);
      const made = new FakeAudio();
      sounds.push(made);
      return made;
    },
  };
  return {
    sounds,
    levels,
    document,
    context: context as unknown as AudioContext,
    /** Elements that have not been released. */
    open: () => sounds.filter(({ src }) => src !== ''),
  };
}

/** Stubs a server with files of six seconds that rise steadily to full scale, and the decoder for them. */
export function serveSound() {
  const asked: AbortSignal[] = [];
  const made: Blob[] = [];
  const answer = { ok: true, isSilent: false, bytes: 64 };
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    asked.push(signal);
    const headers = new Headers({ 'content-length': String(answer.bytes) });
    return { ok: answer.ok, headers, blob: async () => new Blob([new Uint8Array(64)]) };
  });
  const length = 6 * HERTZ;
  const samples = Float32Array.from({ length }, (__, i) => i / length);
  const sound = { numberOfChannels: 1, length, getChannelData: () => samples };
  const decodeAudioData = () => (answer.isSilent ? Promise.reject(new Error('no sound')) : Promise.resolve(sound));
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decodeAudioData;
    },
  );
  return { asked, made, revoked, answer };
}
