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
        /** 1: the frame stays below the next one. */
        dispose?: number;
        /** Number of repetitions; 0: forever, -1: none. */
        repeat?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(options?: { initialCapacity?: number }): Encoder;
}
