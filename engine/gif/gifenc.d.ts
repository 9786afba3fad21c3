/** Types of the parts of gifenc that are used; the package has none. */
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
        /** 1: the frame stays below the next one; 2: its area is cleared. */
        dispose?: number;
        /** Bits of a color index, 2 to 8. Default: 8. */
        colorDepth?: number;
        /** Number of repetitions; 0: forever, -1: none. */
        repeat?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
    /** The bytes since the last reset of the stream, without a copy. */
    bytesView(): Uint8Array<ArrayBuffer>;
    stream: { reset(): void };
  }

  export function GIFEncoder(options?: { initialCapacity?: number }): Encoder;
}
