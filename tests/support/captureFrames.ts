/** Captures frames of an export before encoding. */
export interface TakenFrames {
  /** Frames as I420, in order. */
  frames(): Promise<Uint8Array<ArrayBuffer>[]>;
  stop(): void;
}

/**
 * Captures frames of the last encoder that the page creates; earlier ones are trials.
 * @param numbers indexes of the frames, from 0.
 */
export function captureFrames(numbers: readonly number[]): TakenFrames {
  const Known = globalThis.VideoEncoder;
  if (numbers.length === 0) return { frames: async () => [], stop: () => {} };
  let taken: Promise<Uint8Array<ArrayBuffer>>[] = [];
  globalThis.VideoEncoder = class extends Known {
    #count = 0;

    constructor(init: VideoEncoderInit) {
      super(init);
      taken = [];
    }

    override encode(frame: VideoFrame, options?: VideoEncoderEncodeOptions): void {
      if (numbers.includes(this.#count)) taken.push(bytesOf(frame.clone()));
      this.#count += 1;
      super.encode(frame, options);
    }
  };
  return {
    frames: () => Promise.all(taken),
    stop: () => {
      globalThis.VideoEncoder = Known;
    },
  };
}

async function bytesOf(frame: VideoFrame): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(frame.allocationSize());
  await frame.copyTo(bytes);
  frame.close();
  return bytes;
}
