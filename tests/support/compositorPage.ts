import { type CompositorMode, createCompositor, hasRealWebGL } from '../../engine/browser/compositor/choose.ts';
import { Drawable, Quad } from '../../engine/browser/compositor/quad.ts';
import { createMediaPool, type MediaPool } from '../../engine/browser/media/mediaPool.ts';
import { NearbyPictures } from '../../engine/browser/media/nearbyPictures.ts';
import { createClock } from '../../engine/browser/playbackClock.ts';
import { createPlayer } from '../../engine/browser/player/clockedPlayer.ts';
import { FrameCanvas } from '../../engine/browser/preview/frameCanvas.ts';
import { createPreview, type Preview, type PreviewOptions } from '../../engine/browser/preview/preview.ts';
import { type MediaFacts, withMediaFacts } from '../../engine/project/media.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { resolveFrame } from '../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../engine/timeline/spans.ts';

/** A preview on a canvas of the page, with its media pool. */
export interface Stand {
  canvas: HTMLCanvasElement;
  media: MediaPool;
  preview: Preview;
  close(): void;
}

/** Options of a stand. Sizes in CSS pixels. */
export interface StandOptions extends Partial<Pick<PreviewOptions, 'onPainted' | 'onProblem'>> {
  mode: CompositorMode;
  width: number;
  height: number;
  pixelRatio?: number;
  urlOf?: (url: string) => string | undefined;
}

function open({ mode, width, height, pixelRatio = 1, urlOf = (url) => url, ...events }: StandOptions): Stand {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = `width: ${width}px; height: ${height}px; display: block`;
  document.body.append(canvas);
  const media = createMediaPool({ urlOf });
  const preview = createPreview({ canvas, media, mode, ...events });
  preview.resize(width, height, pixelRatio);
  const close = () => {
    preview.dispose();
    media.dispose();
    canvas.remove();
  };
  return { canvas, media, preview, close };
}

/** Returns a canvas's pixels as straight RGBA, 0 to 255. */
function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const ctx = copy.getContext('2d') as OffscreenCanvasRenderingContext2D;
  ctx.drawImage(canvas, 0, 0);
  return ctx.getImageData(0, 0, copy.width, copy.height).data;
}

/** Averages every `side` × `side` pixels. */
function averaged(pixels: Uint8ClampedArray, width: number, side: number): Uint8ClampedArray {
  const height = pixels.length / 4 / width;
  const small = { width: width / side, height: height / side };
  const found = new Uint8ClampedArray(small.width * small.height * 4);
  for (let at = 0; at < found.length; at += 1) {
    const x = ((at >> 2) % small.width) * side;
    const y = Math.floor((at >> 2) / small.width) * side;
    let sum = 0;
    for (let i = 0; i < side * side; i += 1) {
      sum += pixels[((y + Math.floor(i / side)) * width + x + (i % side)) * 4 + (at & 3)] as number;
    }
    found[at] = sum / (side * side);
  }
  return found;
}

/** Returns averaged pixels as base64, to pass them out of the page. */
function bytesOf(canvas: HTMLCanvasElement, side = 1): string {
  const bytes = averaged(pixelsOf(canvas), canvas.width, side);
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** Draws one moment of a project as the Studio does. @returns RGBA as base64, one pixel per CSS pixel. */
async function paintMoment(
  source: Project,
  facts: readonly (readonly [string, MediaFacts])[],
  t: number,
  options: StandOptions,
): Promise<string> {
  const [bytes] = await paintMoments(source, facts, [t], options);
  return bytes as string;
}

/** Draws several moments one after the other on one canvas, like seeking. */
async function paintMoments(
  source: Project,
  facts: readonly (readonly [string, MediaFacts])[],
  times: readonly number[],
  options: StandOptions,
): Promise<string[]> {
  const project = withMediaFacts(source, new Map(facts));
  const spans = sceneSpans(project);
  const stand = open(options);
  const found: string[] = [];
  for (const time of times) {
    stand.preview.show({ project, sceneIndex: resolveFrame(spans, time).sceneIndex, time });
    await stand.preview.painted();
    found.push(bytesOf(stand.canvas, options.pixelRatio));
  }
  stand.close();
  return found;
}

/** Parses a project. */
function made(input: unknown): Project {
  const parsed = parseProject(input);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

/** Waits for a number of display frames. */
async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

const offered = {
  open,
  pixelsOf,
  bytesOf,
  paintMoment,
  paintMoments,
  made,
  frames,
  createClock,
  createCompositor,
  createMediaPool,
  NearbyPictures,
  createPlayer,
  FrameCanvas,
  hasRealWebGL,
  Drawable,
  Quad,
};

/** API of the page for tests, as `lab`. */
export type Lab = typeof offered;

declare global {
  var lab: Lab;
}

Object.assign(globalThis, { lab: offered });
