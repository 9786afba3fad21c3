import { runLength } from '../../timeline/durations.ts';
import { type AudioClip, HERTZ } from '../../timeline/soundtrack.ts';
import { inSlices } from '../inSlices.ts';
import { measureByElement } from '../media/measureElement.ts';
import { soundPart } from './stereo.ts';

/** The fields of a clip that its prepared file depends on. */
export type PreparedPart = Pick<AudioClip, 'mediaStart' | 'mediaEnd' | 'speed' | 'isReversed' | 'isBoomeranged'>;

/** Decoded audio of a whole file, at HERTZ. */
export interface WholeSound {
  sound: AudioBuffer;
  /** Its start, in seconds of the file. */
  soundStart: number;
}

/** Why audio cannot be prepared. failed: the file is missing, or this browser cannot read it. */
export type NotPrepared = 'long' | 'silent' | 'failed';

/**
 * Longest part that is prepared, and longest playing time in one direction, in seconds: its samples are kept in memory.
 */
const LONGEST_PART = 60;
/** Longest file of which a part is prepared, in seconds: browsers decode all of it. */
const LONGEST_FILE = 600;
/**
 * Largest file of which a part at another speed is prepared, in bytes: it is loaded whole, and a media element can play
 * it too, less exactly.
 */
const LARGEST_FILE = 200e6;
/** Header size of a WAV file, in bytes. */
const WAV_HEADER = 44;

/** Returns whether a part needs too much memory to be prepared. */
export function isTooLong({ mediaStart, mediaEnd, speed }: PreparedPart): boolean {
  return (mediaEnd - mediaStart) / Math.min(1, speed) > LONGEST_PART;
}

/** Returns the playing time of one run of a part, in seconds. */
export function preparedLength({ mediaStart: start, mediaEnd: end, ...run }: PreparedPart): number {
  return runLength({ ...run, start, end });
}

/** Returns the largest file to load for a part, in bytes: unlimited if it would be silent otherwise. */
export function largestFor({ isReversed, isBoomeranged }: PreparedPart): number {
  return isReversed || isBoomeranged ? Number.POSITIVE_INFINITY : LARGEST_FILE;
}

/**
 * Decodes the audio of a file. @param most larger files return 'long', in bytes.
 * @throws the signal's reason if aborted; network errors.
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
  // Files of other types may have no audio.
  return facts ? 'failed' : 'silent';
}

/**
 * Creates a file of one run of a clip that plays forwards at normal speed: the same audio as in an export, before
 * its sound effects. @throws the signal's reason if aborted.
 */
export async function wavOf({ sound, soundStart }: WholeSound, clip: AudioClip, signal: AbortSignal): Promise<Blob> {
  const { processClip } = await import('../export/sound/mix.ts');
  const part = soundPart(sound, clip.mediaStart, clip.mediaEnd, soundStart);
  const { left, right } = await inSlices(processClip({ ...clip, effects: [] }, part), signal);
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

/** Returns the header of a WAV file with two channels of 16 bits. */
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
