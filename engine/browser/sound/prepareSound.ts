import { runLength } from '../../timeline/durations.ts';
import { HERTZ, type SoundClip } from '../../timeline/soundtrack.ts';
import { inSlices } from '../inSlices.ts';
import { measureByElement } from '../media/measureElement.ts';
import { soundPart } from './stereo.ts';

/** What of a clip its prepared file depends on. */
export type PreparedPart = Pick<SoundClip, 'mediaStart' | 'mediaEnd' | 'speed' | 'isReversed' | 'isBoomeranged'>;

/** Sound of a whole file, at HERTZ. */
export interface WholeSound {
  sound: AudioBuffer;
  /** When it begins, seconds of the file. */
  soundStart: number;
}

/** Why a sound is not prepared. failed: the file is not there now, or this browser cannot read it. */
export type NotPrepared = 'long' | 'silent' | 'failed';

/** The longest part that is prepared, and the longest time for which it is heard in one direction, seconds: its samples are held in memory. */
const LONGEST_PART = 60;
/** The longest file of which a part is prepared, seconds: browsers decode it whole. */
const LONGEST_FILE = 600;
/** The largest file of which a part at another pace is prepared, bytes: it is read whole, and its element plays it too, less exactly. */
const LARGEST_FILE = 200e6;
/** Bytes before the samples of a WAV file. */
const WAV_HEADER = 44;

/** Whether a part takes too much memory to be prepared. */
export function isTooLong({ mediaStart, mediaEnd, speed }: PreparedPart): boolean {
  return (mediaEnd - mediaStart) / Math.min(1, speed) > LONGEST_PART;
}

/** How long one run of a part is heard, seconds. */
export function preparedLength({ mediaStart: start, mediaEnd: end, ...run }: PreparedPart): number {
  return runLength({ ...run, start, end });
}

/** The largest file that is read for a part, bytes: of what is silent otherwise, any. */
export function largestFor({ isReversed, isBoomeranged }: PreparedPart): number {
  return isReversed || isBoomeranged ? Number.POSITIVE_INFINITY : LARGEST_FILE;
}

/**
 * Decodes the sound of a file. @param most 'long' is what a file of more bytes is.
 * @throws the signal's reason when it is stopped; when the network fails.
 */
export async function decodeWhole(
  address: string,
  most: number,
  signal: AbortSignal,
): Promise<WholeSound | NotPrepared> {
  const found = await measureByElement(address, 'video', signal);
  signal.throwIfAborted();
  if (!found) return 'failed';
  if (found.duration > LONGEST_FILE) return 'long';
  const answer = await fetch(address, { signal });
  if (!answer.ok) return 'failed';
  if (Number(answer.headers.get('content-length')) > most) {
    await answer.body?.cancel();
    return 'long';
  }
  const file = await answer.blob();
  if (file.size > most) return 'long';
  const { readVideo } = await import('../frames/readVideo.ts');
  const facts = await readVideo(file, signal);
  if (facts && !facts.hasAudio) return 'silent';
  const decoder = new OfflineAudioContext(2, 1, HERTZ);
  const sound = await decoder.decodeAudioData(await file.arrayBuffer()).catch(() => undefined);
  signal.throwIfAborted();
  if (sound) return { sound, soundStart: facts?.audioStart ?? 0 };
  // Of other kinds of file it is not known whether they have any sound.
  return facts ? 'failed' : 'silent';
}

/**
 * Makes a file of the sound as it is heard, one run of it, so that it can be played forwards at the usual pace: it is
 * what an export has. @throws the signal's reason when it is stopped.
 */
export async function wavOf({ sound, soundStart }: WholeSound, clip: SoundClip, signal: AbortSignal): Promise<Blob> {
  const { heardClip } = await import('../export/sound/mix.ts');
  const part = soundPart(sound, clip.mediaStart, clip.mediaEnd, soundStart);
  const { left, right } = await inSlices(heardClip(clip, part), signal);
  const samples = new Int16Array(left.length * 2);
  for (let i = 0; i < left.length; i += 1) {
    samples[2 * i] = toWhole(left[i] as number);
    samples[2 * i + 1] = toWhole(right[i] as number);
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
  view.setUint32(24, HERTZ, true);
  view.setUint32(28, HERTZ * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, bytes, true);
  return view.buffer;
}
