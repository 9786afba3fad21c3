import { afterEach, expect, it, vi } from 'vitest';
import { createExportClock } from '../../../engine/browser/export/exportClock.ts';
import { frameTimes, sceneGrids, stillMoment } from '../../../engine/browser/export/job.ts';
import { createFrameReader } from '../../../engine/browser/frames/frameReader.ts';
import type { Video } from '../../../engine/browser/frames/video.ts';
import { layerStateAt } from '../../../engine/motion/layerState.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { type LayerSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { eventually } from '../../support/eventually.ts';
import { projectOf } from '../../support/renderLab.ts';

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
  await eventually(() => expect(ticks).toBe(3));
  clock.stop();
  await eventually(() => expect(open).toBe(0));
  clock.wake();
  await eventually(() => expect(ticks).toBe(6));
  clock.stop();
  await eventually(() => expect(open).toBe(0));
});

it('exports a still at the time that its output states, in the scene of that time', () => {
  const scene = (id: string) => ({ id, isImageVideo: true, duration: 1, layers: [] });
  const at = (time: number) =>
    stillMoment(projectOf({ scenes: [scene('a'), scene('b')], output: { type: 'image', format: 'png', at: time } }));
  expect([at(0), at(0.7), at(1.25)]).toEqual([
    { sceneIndex: 0, time: 0 },
    { sceneIndex: 0, time: 0.7 },
    { sceneIndex: 1, time: 1.25 },
  ]);
});

it('counts media from the first frame of its scene, animations from their own start, and continues the previous scene', () => {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const clip = (id: string, more: object) => ({ id, type: 'video', url: `${id}.mp4`, duration: 9, position, ...more });
  const project = projectOf({
    scenes: [
      { id: 'a', layers: [clip('v', { isTrimmed: true, startTime: 2, endTime: 3.02 })] },
      {
        id: 'b',
        layers: [
          clip('late', {
            from: 0.1,
            isTrimmed: true,
            startTime: 4,
            endTime: 5,
            animateIn: { type: 'fade', duration: 1 },
          }),
          clip('first', { isTrimmed: true, startTime: 6, endTime: 7 }),
        ],
        transition: { type: 'fade', duration: 0.5 },
      },
    ],
  });
  const rate = [30, 1] as const;
  const times = frameTimes(project, [...rate]);
  const grid = sceneGrids(project, [...rate]);
  const framesAt = (number: number) => {
    const { sceneIndex, time } = times[number] as { sceneIndex: number; time: number };
    return resolveFrame(sceneSpans(project), time, { sceneIndex, grid });
  };
  const late = sceneSpans(project)[1]?.layers[1] as LayerSpan;
  // The second scene starts at 1.02 s, between frames 30 and 31, and its later layer at 1.12 s, after frame 33.
  const first = framesAt(31);
  expect(first.layers.map(({ layer, mediaTime }) => [layer.id, round(mediaTime)])).toEqual([['first', 6]]);
  expect(first.outgoing?.progress).toBe(0);
  expect(first.outgoing?.frame.layers.map(({ mediaTime }) => round(mediaTime))).toEqual([3.0333]);
  const fourth = framesAt(34);
  expect(fourth.layers.map(({ mediaTime }) => round(mediaTime))).toEqual([6.1, round(4 + 34 / 30 - 1.12)]);
  expect(fourth.layers[1]?.animation).toMatchObject(layerStateAt(late.layer, 34 / 30 - 1.12, late.end - late.start));
});

function round(seconds: number): number {
  return Math.round(seconds * 1e4) / 1e4;
}
