import { type ByteReader, createByteReader } from '../frames/byteReader.ts';
import type { FileBytes } from '../frames/fileBytes.ts';
import type { Mp4Sound } from '../frames/readMp4.ts';
import { readSoundFrames } from './readSoundFrames.ts';
import { readWav } from './readWav.ts';
import type { SoundFile } from './soundFile.ts';

/**
 * Reads the structure of an audio file, without decoding: MP4 and MOV, MP3, AAC and WAV.
 * @returns undefined for other and damaged files.
 */
export async function readSound(file: FileBytes, signal: AbortSignal): Promise<SoundFile | undefined> {
  const bytes = createByteReader(file);
  const simple = (await readWav(bytes, file.size)) ?? (await readSoundFrames(bytes, file.size));
  if (simple) return simple;
  const { readMp4Sound } = await import('../frames/readMp4.ts');
  const track = await readMp4Sound(file, signal);
  return track && mp4Sound(bytes, track);
}

function mp4Sound(bytes: ByteReader, { config, samples }: Mp4Sound): SoundFile {
  return {
    decoder: config,
    rate: config.sampleRate,
    async *packets() {
      for (const { offset, size, time } of samples) yield { data: await bytes.read(offset, size), time };
    },
  };
}
