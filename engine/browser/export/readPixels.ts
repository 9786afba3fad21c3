import type { Pixels } from '../../painters/yuv.ts';
import type { Bytes } from './mp4/boxes.ts';

/** Reads pixels of canvas frames into reused memory. */
export interface PixelReader {
  /** The pixels are valid until the next call. */
  read(frame: VideoFrame): Promise<Pixels>;
}

/** Creates a reader with a fixed output size in pixels; other frames are scaled. */
export function createPixelReader(width: number, height: number): PixelReader {
  const data: Bytes = new Uint8Array(width * height * 4);
  let scratch: OffscreenCanvasRenderingContext2D | null | undefined;
  return {
    async read(frame) {
      const { format } = frame;
      if (format && /^(RGB|BGR)[AX]$/.test(format) && isWhole(frame, width, height)) {
        await frame.copyTo(data, { layout: [{ offset: 0, stride: width * 4 }] });
        return { data, width, height, isBlueFirst: format.startsWith('B') };
      }
      scratch ??= new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      if (!scratch) throw new Error('This browser does not provide a canvas.');
      scratch.globalCompositeOperation = 'copy';
      scratch.imageSmoothingQuality = 'high';
      scratch.drawImage(frame, 0, 0, width, height);
      data.set(scratch.getImageData(0, 0, width, height).data);
      return { data, width, height, isBlueFirst: false };
    },
  };
}

function isWhole({ visibleRect }: VideoFrame, width: number, height: number): boolean {
  return visibleRect !== null && visibleRect.width === width && visibleRect.height === height;
}
