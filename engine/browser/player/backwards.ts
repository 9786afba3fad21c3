/** Part of a file whose sound plays backwards. */
export interface BackwardsPart {
  /** Seconds of the file. */
  start: number;
  end: number;
  isReversed: boolean;
  isBoomeranged: boolean;
}

/** The longest part that is turned around, seconds: its samples are held in memory. */
export const LONGEST_BACKWARDS = 60;
/** The longest file of which a part is turned around, seconds: browsers decode it whole. */
const LONGEST_FILE = 600;
/** Samples a second of what is made. */
const RATE = 48_000;
/** Bytes before the samples of a WAV file. */
const WAV_HEADER = 44;

/**
 * Makes a file of the sound as it is heard, one run of it, so that it can be played forwards: a boomerang goes to its
 * end and back. @returns undefined where there is no sound or it would take too much memory.
 */
export async function turnAround(address: string, part: BackwardsPart, signal: AbortSignal): Promise<Blob | undefined> {
  if (part.end - part.start > LONGEST_BACKWARDS || (await lengthOf(address, signal)) > LONGEST_FILE) return undefined;
  const answer = await fetch(address, { signal });
  if (!answer.ok) return undefined;
  const decoder = new OfflineAudioContext(2, 1, RATE);
  const sound = await decoder.decodeAudioData(await answer.arrayBuffer()).catch(() => undefined);
  signal.throwIfAborted();
  return sound && wavOf(sound, part);
}

/** Length of a file, seconds, without reading all of it. */
function lengthOf(address: string, signal: AbortSignal): Promise<number> {
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.crossOrigin = 'anonymous';
  return new Promise((resolve) => {
    const tell = () => {
      resolve(audio.duration);
      audio.removeAttribute('src');
      audio.load();
    };
    audio.addEventListener('loadedmetadata', tell, { signal, once: true });
    // What is no sound at all is found out by decoding it.
    audio.addEventListener('error', () => resolve(0), { signal, once: true });
    audio.src = address;
  });
}

function wavOf(sound: AudioBuffer, { start, end, isReversed, isBoomeranged }: BackwardsPart): Blob {
  const first = Math.round(start * RATE);
  const count = Math.max(0, Math.round(end * RATE) - first);
  const runs = isBoomeranged ? [isReversed, !isReversed] : [isReversed];
  const [left, right] = [0, sound.numberOfChannels - 1].map((channel) => sound.getChannelData(channel)) as [
    Float32Array,
    Float32Array,
  ];
  const samples = new Int16Array(count * 2 * runs.length);
  let at = 0;
  for (const isBack of runs) {
    for (let i = 0; i < count; i += 1) {
      const from = first + (isBack ? count - 1 - i : i);
      samples[at] = toWhole(left[from] ?? 0);
      samples[at + 1] = toWhole(right[from] ?? 0);
      at += 2;
    }
  }
  return new Blob([headerOf(samples.byteLength), samples], { type: 'audio/wav' });
}

function toWhole(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}

/** Header of a WAV file of two channels of 16 bits. */
function headerOf(bytes: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(WAV_HEADER));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i += 1) view.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, WAV_HEADER - 8 + bytes, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, bytes, true);
  return view.buffer;
}
