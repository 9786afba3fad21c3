/**
 * A reusable canvas outside of the page. An element, because SVG filters of the page do not work on an OffscreenCanvas.
 */
export class Scratch {
  readonly #settings: CanvasRenderingContext2DSettings;
  #ctx: CanvasRenderingContext2D | undefined;

  /** @param settings of its context; default: none. */
  constructor(settings: CanvasRenderingContext2DSettings = {}) {
    this.#settings = settings;
  }

  /** Returns its context at a size; a change of size clears it. @param width,height whole pixels. */
  of(width: number, height: number): CanvasRenderingContext2D {
    this.#ctx ??= document.createElement('canvas').getContext('2d', this.#settings) ?? undefined;
    if (!this.#ctx) throw new Error('This browser does not provide a canvas.');
    const { canvas } = this.#ctx;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return this.#ctx;
  }

  /** Releases its memory. */
  free(): void {
    if (!this.#ctx) return;
    this.#ctx.canvas.width = this.#ctx.canvas.height = 0;
    this.#ctx = undefined;
  }
}
