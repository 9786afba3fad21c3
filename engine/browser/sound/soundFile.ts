/** A frame of encoded audio, or a block of raw samples. */
export interface SoundPacket {
  data: Uint8Array<ArrayBuffer>;
  /** Start in seconds of the file; negative for packets that only the decoder needs. */
  time: number;
}

/** The audio of a file, read packet by packet. */
export interface SoundFile {
  /** Decoder configuration; for raw samples a function. @returns one list of samples for each channel. */
  decoder: AudioDecoderConfig | ((data: Uint8Array<ArrayBuffer>) => Float32Array[]);
  /** Samples per second. */
  rate: number;
  packets(): AsyncGenerator<SoundPacket>;
}
