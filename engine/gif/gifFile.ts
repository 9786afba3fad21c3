import { GIFEncoder } from 'gifenc';
import type { Area } from './mapper.ts';
import type { Palette } from './palette.ts';

/** What happens to a frame before the next: it stays, or its area is cleared. */
export type Disposal = 'stays' | 'cleared';

const disposals: Record<Disposal, number> = { stays: 1, cleared: 2 };

/** Position of the background's index in a GIF's header, in bytes. */
const BACKGROUND_AT = 11;
/** Position of a frame's offset after the start of its control block, in bytes. */
const OFFSET_AT = 9;

/** A GIF that is written frame by frame. */
export interface GifFile {
  /**
   * Adds a frame; the first one covers the canvas.
   * @param places color indexes of its area.
   * @param delay hundredths of a second.
   * @returns the next bytes of the file, valid until the next call.
   */
  add(places: Uint8Array, frame: { area: Area; delay: number }): Uint8Array;
  /** @returns the last bytes of the file. */
  end(): Uint8Array;
}

/**
 * Opens a GIF with one color table. gifenc writes frames at the top left corner only, so their offsets are set here.
 * @param repeats 0: forever, -1: no repeats.
 */
export function openGifFile(palette: Palette, disposal: Disposal, repeats: number): GifFile {
  const encoder = GIFEncoder({ initialCapacity: 1 << 16 });
  const { clear } = palette;
  const options = {
    ...{ transparent: true, transparentIndex: clear, dispose: disposals[disposal] },
    colorDepth: Math.max(2, Math.ceil(Math.log2(clear + 1))),
  };
  let isFirst = true;
  return {
    add(places, { area, delay }) {
      encoder.stream.reset();
      const start = isFirst ? { palette: colorsOf(palette), repeat: repeats } : {};
      encoder.writeFrame(places, area.width, area.height, { ...options, ...start, delay: 10 * delay });
      const bytes = encoder.bytesView();
      if (isFirst) bytes[BACKGROUND_AT] = clear;
      else bytes.set([area.x & 255, area.x >> 8, area.y & 255, area.y >> 8], OFFSET_AT);
      isFirst = false;
      return bytes;
    },
    end() {
      encoder.stream.reset();
      encoder.finish();
      return encoder.bytesView();
    },
  };
}

/** The colors of a palette, and black at the transparent index. */
function colorsOf({ colors, clear }: Palette): [number, number, number][] {
  return Array.from({ length: clear + 1 }, (_, index) =>
    index === clear
      ? [0, 0, 0]
      : [colors[3 * index] as number, colors[3 * index + 1] as number, colors[3 * index + 2] as number],
  );
}
