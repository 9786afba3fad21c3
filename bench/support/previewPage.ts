import { konva, pixi, plainCanvas } from './previewOthers.ts';
import { keyframes, ours } from './previewOurs.ts';
import { plainWebgl } from './previewWebgl.ts';
import { type Contender, type Material, movePoses, PICTURE, POSE, type Running, SOURCES } from './previewWork.ts';

const contenders = {
  webgl: ours('webgl'),
  keyframes,
  canvas2d: ours('canvas2d'),
  konva,
  pixi,
  plain: plainCanvas,
  plainWebgl,
} satisfies Record<string, Contender>;

/** Names of the contenders. */
export type Name = keyof typeof contenders;

let running: Running | undefined;
let poses = new Float64Array();
let frame = 0;

async function setUp(name: Name, count: number): Promise<void> {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  poses = new Float64Array(count * POSE);
  frame = 0;
  running = await contenders[name].setUp(host, count, await material());
}

/** JavaScript per frame, in milliseconds. */
export interface Times {
  mean: number;
  median: number;
}

/** Draws frames in step with the display. */
async function run(frames: number): Promise<Times> {
  const times = new Float64Array(frames);
  for (let i = 0; i < frames; i += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    movePoses(poses, frame++);
    const start = performance.now();
    running?.frame(poses);
    times[i] = performance.now() - start;
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / frames;
  return { mean, median: times.sort()[frames >> 1] as number };
}

/** Draws many frames on a small canvas, a hundred per display frame. @returns growth of the heap, in bytes. */
async function grow(frames: number): Promise<number> {
  running?.shrink?.();
  const draw = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      movePoses(poses, frame++);
      running?.frame(poses);
      if (i % 100 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  await draw(500);
  const before = heap();
  await draw(frames);
  return heap() - before;
}

function tearDown(): void {
  running?.dispose();
  running = undefined;
  document.body.replaceChildren();
}

async function material(): Promise<Material> {
  const urls = await Promise.all(Array.from({ length: SOURCES }, (_, i) => pictureUrl(i)));
  const images = urls.map((src) => Object.assign(new Image(), { src }));
  await Promise.all(images.map((image) => image.decode()));
  return { images, urls };
}

async function pictureUrl(i: number): Promise<string> {
  const canvas = new OffscreenCanvas(PICTURE, PICTURE);
  const ctx = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (let y = 0; y < PICTURE; y += 8) {
    ctx.fillStyle = `hsl(${i * 60 + y} 70% 60%)`;
    ctx.fillRect(0, y, PICTURE, 8);
  }
  return URL.createObjectURL(await canvas.convertToBlob());
}

/** Returns the size of the JavaScript heap after garbage collection, in bytes. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
  return memory.usedJSHeapSize;
}

const bench = { setUp, run, grow, tearDown };

/** API of the page, as `benchOf()`. */
export type Bench = typeof bench;

Object.assign(globalThis, { benchOf: () => bench });
