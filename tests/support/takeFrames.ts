/** Frames of an export on their way into the encoder. */
export interface TakenFrames {
  /** Each as I420, in their order. */
  frames(): Promise<Uint8Array<ArrayBuffer>[]>;
  stop(): void;
}

/**
 * Takes frames that go into the encoder which the page makes last; those before it are for trial.
 * @param numbers which of its frames, from 0.
 */
export function takeFrames(numbers: readonly number[]): TakenFrames {
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
