/** A frame of coded sound, or a run of samples that are not coded. */
export interface SoundPacket {
  data: Uint8Array<ArrayBuffer>;
  /** When it begins, seconds of the file; below 0 for what only the decoder needs. */
  time: number;
}

/** The sound of a file, read piece by piece. */
export interface SoundFile {
  /** What decodes its packets; a function where they are plain samples. @returns one list of samples for each channel. */
  decoder: AudioDecoderConfig | ((data: Uint8Array<ArrayBuffer>) => Float32Array[]);
  /** Samples a second. */
  rate: number;
  packets(): AsyncGenerator<SoundPacket>;
}
