import type { Size } from '../../layout/box.ts';
import type { MediaSource } from '../media/openMedia.ts';

/** How many pixels of the frame each pixel of the picture is mixed from, each way. */
const SAMPLES = 4;

/** Makes a small picture of what is shown now. */
export type MakeSmallPicture = (source: MediaSource, natural: Size, size: Size) => Promise<ImageBitmap>;

/**
 * Small pictures of frames, read from the frames' own bytes where the browser gives them: each frame that is drawn
 * otherwise can stay in the browser's cache of decoded pictures at its full size, 4 MB of 720p, for as long as the page.
 */
export function createSmallPictures(): MakeSmallPicture {
  let buffer = new Uint8ClampedArray();
  return async (source, natural, size) => {
    const frame = frameOf(source, natural);
    try {
      if (frame?.visibleRect) {
        const bytes = frame.allocationSize({ format: 'RGBA' });
        if (buffer.length < bytes) buffer = new Uint8ClampedArray(bytes);
        await frame.copyTo(buffer, { format: 'RGBA' });
        return await createImageBitmap(shrink(buffer, frame.visibleRect, size));
      }
    } catch {
      // Not every browser turns every frame into RGBA.
    } finally {
      frame?.close();
    }
    return createImageBitmap(source, { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'medium' });
  };
}

/** The frame that a video shows; undefined where there is none, or one that lies on its side. */
function frameOf(source: MediaSource, natural: Size): VideoFrame | undefined {
  if (typeof VideoFrame === 'undefined' || !(source instanceof HTMLVideoElement)) return undefined;
  try {
    const frame: VideoFrame & { rotation?: number } = new VideoFrame(source);
    const isUpright =
      !frame.rotation &&
      Math.abs(frame.displayWidth * natural.height - frame.displayHeight * natural.width) < natural.width * 2;
    if (isUpright) return frame;
    frame.close();
  } catch {
    // No frame is there yet, or its bytes are not for this page.
  }
  return undefined;
}

/** RGBA pixels made smaller, each the mean of a grid of them. */
function shrink(pixels: Uint8ClampedArray, from: Size, to: Size): ImageData {
  const small = new ImageData(to.width, to.height);
  const columns = places(from.width, to.width);
  const rows = places(from.height, to.height);
  const scale = 1 / SAMPLES ** 2;
  for (let y = 0, at = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1, at += 4) {
      let [red, green, blue] = [0, 0, 0];
      for (let i = 0; i < SAMPLES; i += 1) {
        const row = (rows[y * SAMPLES + i] as number) * from.width;
        for (let j = 0; j < SAMPLES; j += 1) {
          const pixel = (row + (columns[x * SAMPLES + j] as number)) * 4;
          red += pixels[pixel] as number;
          green += pixels[pixel + 1] as number;
          blue += pixels[pixel + 2] as number;
        }
      }
      small.data.set([red * scale, green * scale, blue * scale, 255], at);
    }
  }
  return small;
}

/** Where the samples of each pixel lie: so many a pixel, evenly over the whole. */
function places(from: number, to: number): number[] {
  return Array.from({ length: to * SAMPLES }, (_, index) => Math.floor(((index + 0.5) / (to * SAMPLES)) * from));
}
