import { plainAdjustment } from '../../effects/adjustment.ts';
import { noEffects } from '../../effects/layerEffects.ts';
import type { Quad } from './quad.ts';
import { QuadWatch } from './quadWatch.ts';
import { Scratch } from './scratch.ts';

/** Fixed cost of drawing a quad, in pixels that could be drawn in that time. */
const START_PIXELS = 5_000;
/** Cost factor of a quad with color effects. */
const CHANGED = 8;
/** A part is flattened if its quads cost this many times its flattened image. */
const WORTH = 2;

/** How the stack is painted. */
export interface StackPainting {
  ctx: CanvasRenderingContext2D;
  /** Fills a context of the canvas's size with the background. */
  clear(ctx: CanvasRenderingContext2D): void;
  paint(ctx: CanvasRenderingContext2D, quad: Quad): void;
}

/**
 * Draws a stack of quads of which few change between drawings, such as during a drag. Flattens the static quads below
 * and above them to one image each, so that a drawing costs only what moves.
 */
export class StillParts {
  readonly #painting: StackPainting;
  readonly #watch = new QuadWatch();
  readonly #below = new Scratch();
  readonly #above = new Scratch();
  /** Range of quads between the flattened images; no images while `from` is after `to`. */
  #from = 0;
  #to = -1;
  #hasBelow = false;
  #hasAbove = false;
  /** Number of quads in the last drawing. */
  #count = 0;
  /** Range that changed in the last drawing. */
  #first = 0;
  #last = -1;

  constructor(painting: StackPainting) {
    this.#painting = painting;
  }

  /** Draws the quads, back to front, over the background. @param redrawsAll whether the background changed. */
  draw(quads: readonly Quad[], redrawsAll: boolean): void {
    this.#watch.compare(quads, redrawsAll);
    // The flattened images do not belong to another stack, even an empty one.
    if (redrawsAll || quads.length !== this.#count) this.#drop();
    this.#count = quads.length;
    const { first, last } = this.#watch;
    const isOther = last >= first;
    if (isOther && (first < this.#from || last > this.#to)) {
      this.#drop();
      // After a single change, everything is drawn directly.
      if (first <= this.#last && last >= this.#first) this.#flatten(quads);
    }
    if (isOther) {
      this.#first = first;
      this.#last = last;
    }
    this.#paint(quads);
  }

  /** Releases all images. */
  free(): void {
    this.#watch.forget();
    this.#drop();
    this.#below.free();
    this.#above.free();
  }

  #drop(): void {
    this.#from = 0;
    this.#to = -1;
    this.#hasBelow = false;
    this.#hasAbove = false;
  }

  /** Creates the flattened images around quads that changed twice in a row, if they pay off. */
  #flatten(quads: readonly Quad[]): void {
    const { clear, paint } = this.#painting;
    const from = Math.min(this.#watch.first, this.#first);
    const to = Math.max(this.#watch.last, this.#last);
    const { width, height } = this.#painting.ctx.canvas;
    const least = WORTH * width * height;
    const above = quads.slice(to + 1);
    this.#hasBelow = costOf(quads.slice(0, from)) >= least;
    // Blended quads cannot be painted without the colors below them.
    this.#hasAbove = above.every(({ blendMode }) => blendMode === 'normal') && costOf(above) >= least;
    if (!this.#hasBelow && !this.#hasAbove) return;
    this.#from = from;
    this.#to = to;
    if (this.#hasBelow) {
      const ctx = this.#below.of(width, height);
      clear(ctx);
      for (let i = 0; i < from; i += 1) paint(ctx, quads[i] as Quad);
    }
    if (this.#hasAbove) {
      const ctx = this.#above.of(width, height);
      reset(ctx);
      ctx.clearRect(0, 0, width, height);
      for (const quad of above) paint(ctx, quad);
    }
  }

  #paint(quads: readonly Quad[]): void {
    const { ctx, clear, paint } = this.#painting;
    const { width, height } = ctx.canvas;
    if (this.#hasBelow) {
      reset(ctx);
      ctx.globalCompositeOperation = 'copy';
      ctx.drawImage(this.#below.of(width, height).canvas, 0, 0);
      ctx.globalCompositeOperation = 'source-over';
    } else clear(ctx);
    const end = this.#hasAbove ? this.#to + 1 : quads.length;
    for (let i = this.#hasBelow ? this.#from : 0; i < end; i += 1) paint(ctx, quads[i] as Quad);
    if (!this.#hasAbove) return;
    reset(ctx);
    ctx.drawImage(this.#above.of(width, height).canvas, 0, 0);
  }
}

/** Returns the cost of painting quads, in pixels of a plain one. */
function costOf(quads: readonly Quad[]): number {
  return quads.reduce((sum, { width, height, opacity, adjustment, grade, vignette, hue, key, effects }) => {
    if (opacity <= 0) return sum;
    const isColored = adjustment !== plainAdjustment || grade !== undefined || key !== undefined || hue !== 0;
    const isChanged = isColored || vignette !== 0 || effects !== noEffects;
    return sum + START_PIXELS + width * height * (isChanged ? CHANGED : 1);
  }, 0);
}

function reset(ctx: CanvasRenderingContext2D): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
}
