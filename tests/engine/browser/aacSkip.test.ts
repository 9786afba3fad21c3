import { afterEach, expect, it, vi } from 'vitest';
import { aacSkip } from '../../../engine/browser/export/sound/aacSkip.ts';

afterEach(() => vi.unstubAllGlobals());

const FRAME = 1024;

/** Stubs codecs whose encoder outputs this many samples before the first input sample. */
function stubCodecs(before: number, isBroken = false): void {
  class Data {
    readonly samples: Float32Array;
    readonly numberOfFrames: number;
    constructor({ data, numberOfFrames }: { data: Float32Array; numberOfFrames: number }) {
      this.samples = data.subarray(0, numberOfFrames);
      this.numberOfFrames = numberOfFrames;
    }
    copyTo(out: Float32Array) {
      out.set(this.samples);
    }
    close() {}
  }
  interface Ends {
    output(made: unknown, metadata?: object): void;
    error(error: Error): void;
  }
  class Codec {
    readonly ends: Ends;
    readonly state = 'configured';
    readonly encodeQueueSize = 0;
    constructor(ends: Ends) {
      this.ends = ends;
    }
    configure() {}
    addEventListener() {}
    close() {}
    async flush() {}
  }
  class Encoder extends Codec {
    encode({ samples }: Data) {
      const all = new Float32Array(Math.ceil((before + samples.length) / FRAME) * FRAME);
      all.set(samples, before);
      for (let at = 0; at < all.length; at += FRAME) {
        this.ends.output(all.subarray(at, at + FRAME), { decoderConfig: { codec: 'mp4a.40.2' } });
      }
    }
  }
  class Decoder extends Codec {
    decode(chunk: Float32Array) {
      if (isBroken) this.ends.error(new Error('broken'));
      else this.ends.output(new Data({ data: chunk, numberOfFrames: chunk.length }));
    }
  }
  vi.stubGlobal('AudioData', Data);
  vi.stubGlobal('AudioEncoder', Encoder);
  vi.stubGlobal('AudioDecoder', Decoder);
}

const config = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2 };
const { signal } = new AbortController();

it.each([0, 1024, 2112])('measures that an encoder outputs %i samples of padding', async (before) => {
  stubCodecs(before);
  expect(await aacSkip(config, signal)).toBe(before);
});

it('uses the default padding if it cannot be measured', async () => {
  stubCodecs(9000);
  expect(await aacSkip(config, signal)).toBe(1024);
  stubCodecs(2112, true);
  expect(await aacSkip(config, signal)).toBe(1024);
});
