import { afterEach, expect, it, vi } from 'vitest';
import { createExportClock } from '../../engine/browser/export/exportClock.ts';
import { createFrameReader } from '../../engine/browser/frames/frameReader.ts';
import type { Video } from '../../engine/browser/frames/video.ts';

afterEach(() => vi.unstubAllGlobals());

/** Ten frames; the first and the sixth are keyframes. */
function tenFrames(): Video {
  const samples = Array.from({ length: 10 }, (_, i) => ({ offset: i, size: 1, time: i / 10, isKey: i % 5 === 0 }));
  const shown = samples.map((_, i) => i);
  const file = new Blob([new Uint8Array(10)]);
  return { file, config: { codec: 'vp8' }, samples, shown, width: 8, height: 8, rotation: 0, duration: 1 };
}

/** Stubs a decoder that outputs all frames except some. @param damaged numbers of the missing frames. */
function stubDecoder(damaged: readonly number[]): void {
  class Decoder extends EventTarget {
    static isConfigSupported = async () => ({ supported: true });
    state = 'unconfigured';
    decodeQueueSize = 0;
    #output: (frame: object) => void;
    constructor({ output }: { output(frame: object): void }) {
      super();
      this.#output = output;
    }
    configure() {
      this.state = 'configured';
    }
    reset() {}
    close() {
      this.state = 'closed';
    }
    async flush() {}
    decode({ timestamp }: { timestamp: number }) {
      if (!damaged.includes(Math.round(timestamp / 1e5))) this.#output({ timestamp, close: () => {} });
    }
  }
  vi.stubGlobal('VideoDecoder', Decoder);
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
}

async function framesShown(places: readonly number[], backwards = false): Promise<number[]> {
  const reader = createFrameReader(tenFrames());
  const found: number[] = [];
  for (const place of places) found.push(Math.round((await reader.frame(place, backwards)).timestamp / 1e5));
  reader.close();
  return found;
}

it('shows the nearest frame for a damaged one, and the last frame of a file that breaks off', async () => {
  stubDecoder([2, 8, 9]);
  expect(await framesShown([0, 1, 2, 3])).toEqual([0, 1, 3, 3]);
  expect(await framesShown([4, 3, 2, 1], true)).toEqual([4, 3, 1, 1]);
  expect(await framesShown([7, 8, 9, 9, 0])).toEqual([7, 7, 7, 7, 0]);
  stubDecoder([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await expect(framesShown([3])).rejects.toThrow('missing');
});

it('ticks the export clock immediately after the start and leaves nothing open after it stops', async () => {
  let open = 0;
  const Known = MessageChannel;
  vi.stubGlobal(
    'MessageChannel',
    class extends Known {
      constructor() {
        super();
        open += 1;
        this.port1.addEventListener('close', () => {
          open -= 1;
        });
      }
    },
  );
  let ticks = 0;
  const clock = createExportClock({
    tick: () => {
      ticks += 1;
      return ticks % 3 > 0;
    },
  });
  clock.wake();
  await vi.waitFor(() => expect(ticks).toBe(3));
  clock.stop();
  await vi.waitFor(() => expect(open).toBe(0));
  clock.wake();
  await vi.waitFor(() => expect(ticks).toBe(6));
  clock.stop();
  await vi.waitFor(() => expect(open).toBe(0));
});
