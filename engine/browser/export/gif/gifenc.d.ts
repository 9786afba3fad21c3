/** The parts of gifenc that are used here; the package brings no types. */
declare module 'gifenc' {
  /** A color: red, green and blue, 0 to 255. */
  type Color = [number, number, number];

  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette?: Color[];
        /** Milliseconds. */
        delay?: number;
        transparent?: boolean;
        transparentIndex?: number;
        /** 1: what is drawn stays below the next frame. */
        dispose?: number;
        /** How often it starts over; 0: forever, -1: it does not. */
        repeat?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(options?: { initialCapacity?: number }): Encoder;
  /** Reads the whole buffer below `pixels`, so it must not be a part of one. */
  export function quantize(pixels: Uint8Array, colors: number, options?: { format?: 'rgb565' | 'rgb444' }): Color[];
}
