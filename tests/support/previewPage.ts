import { type Box, layerBox, type Size } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { withWatermark } from '../../engine/layout/watermark.ts';
import { paintBackground } from '../../engine/painters/background.ts';
import type { Canvas2D, Picture, Surface } from '../../engine/painters/canvas.ts';
import { facesOf } from '../../engine/painters/fonts.ts';
import { paintLayer } from '../../engine/painters/index.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { type MediaFacts, withMediaFacts } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';
import { type ResolvedLayer, resolveFrame } from '../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../engine/timeline/spans.ts';

/** One moment of a project, to be painted by the page. Media addresses are relative to the page. */
export interface Moment {
  project: Project;
  facts: [url: string, MediaFacts][];
  /** Seconds, 0 to the total duration. */
  t: number;
  /** How much later than the wanted time a video's frame may begin, seconds. */
  lateness: number;
}

/** Paints a moment as a preview does: the engine's own spans and painters, pictures and films by the browser. @returns RGBA bytes as base64. */
async function paintMoment({ project: source, facts, t, lateness }: Moment): Promise<string> {
  const project = withWatermark(withMediaFacts(source, new Map(facts)));
  const size = canvasSize(project);
  const frame = resolveFrame(sceneSpans(project), t);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const ctx = contextOf(canvas);
  paintBackground(ctx, frame.background, size);
  for (const resolved of frame.layers) await paintResolved(ctx, resolved, size, lateness);
  return bytesOf(canvas);
}

async function paintResolved(ctx: Canvas2D, resolved: ResolvedLayer, canvas: Size, lateness: number): Promise<void> {
  const { layer, animation } = resolved;
  const box: Box = layerBox(layer, canvas);
  if (layer.type === 'text') {
    const fonts = facesOf(layer).map(({ family, weight, style }) => `${style} ${weight} 16px "${family}"`);
    await Promise.all(fonts.map((font) => document.fonts.load(font, layer.text)));
  }
  const shown = await pictureOf(resolved, lateness);
  paintLayer(ctx, layer, {
    box,
    animation,
    path: (data) => new Path2D(data),
    surface,
    ...(shown ? { picture: shown.picture } : {}),
  });
  shown?.close();
}

interface Shown {
  picture: Picture;
  close(): void;
}

async function pictureOf({ layer, mediaTime }: ResolvedLayer, lateness: number): Promise<Shown | undefined> {
  if (layer.type === 'image') return imagePicture(layer.url);
  if (layer.type !== 'video') return undefined;
  return layer.converted_gif
    ? animatedPicture(layer.url, mediaTime + lateness)
    : videoPicture(layer, mediaTime + lateness);
}

async function imagePicture(url: string): Promise<Shown> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { picture: { source: image, width: image.naturalWidth, height: image.naturalHeight }, close: () => {} };
}

/** The frame of a film at a time, from an element of its own that is wound there. */
async function videoPicture(layer: VideoLayer, time: number): Promise<Shown> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'auto', playsInline: true, src: layer.url });
  await happens(video, 'loadeddata');
  const isShown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  video.currentTime = Math.min(time, Math.max(0, video.duration - 0.001));
  await happens(video, 'seeked');
  await isShown;
  const close = () => {
    video.removeAttribute('src');
    video.load();
  };
  return { picture: { source: video, width: video.videoWidth, height: video.videoHeight }, close };
}

function happens(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(`${video.src}: ${video.error?.message}`)), { once: true });
  });
}

/** The frame of an animated picture at a time of its first run. */
async function animatedPicture(url: string, time: number): Promise<Shown> {
  const answer = await fetch(url);
  const type = answer.headers.get('content-type') ?? '';
  const decoder = new ImageDecoder({ type, data: await answer.arrayBuffer(), preferAnimation: true });
  await decoder.tracks.ready;
  const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
  let end = 0;
  for (let frameIndex = 0; ; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    end += (image.duration ?? 0) / 1e6;
    if (end > time || frameIndex === count - 1) {
      const picture = { source: image, width: image.displayWidth, height: image.displayHeight };
      return { picture, close: () => image.close() };
    }
    image.close();
  }
}

function surface(width: number, height: number): Surface {
  const canvas = new OffscreenCanvas(width, height);
  return { ctx: contextOf(canvas), source: canvas };
}

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): Canvas2D {
  const ctx = canvas.getContext('2d') as Canvas2D | null;
  if (!ctx) throw new Error('The browser gives no canvas.');
  return ctx;
}

function bytesOf(canvas: HTMLCanvasElement): string {
  const bytes = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.slice(i, i + 8192));
  return btoa(text);
}

Object.assign(globalThis, { paintMoment });
