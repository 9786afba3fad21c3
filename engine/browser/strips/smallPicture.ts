import type { Size } from '../../layout/box.ts';
import type { MediaSource } from '../media/openMedia.ts';

/** Samples per thumbnail pixel in each direction. */
const SAMPLES = 4;

/** Creates a thumbnail of the current image. */
export type MakeSmallPicture = (source: MediaSource, natural: Size, size: Size) => Promise<ImageBitmap>;

/**
 * Creates thumbnails from the frames' bytes if the browser provides them: drawing a frame can keep it in the browser's
 * cache of decoded images at full size, 4 MB for 720p, as long as the page lives.
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
      // Not every browser converts every frame to RGBA.
    } finally {
      frame?.close();
    }
    return createImageBitmap(source, { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'medium' });
  };
}

/** Returns the current frame of a video; undefined if there is none, or it is rotated. */
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
    // There is no frame yet, or its bytes are cross-origin.
  }
  return undefined;
}

/** Shrinks RGBA pixels; each is the mean of a grid of samples. */
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

/** Returns the sample positions of all pixels, evenly distributed. */
function places(from: number, to: number): number[] {
  return Array.from({ length: to * SAMPLES }, (_, index) => Math.floor(((index + 0.5) / (to * SAMPLES)) * from));
}
