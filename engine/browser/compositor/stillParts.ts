import { plainAdjustment } from '../../effects/adjustment.ts';
import type { Quad } from './quad.ts';
import { QuadWatch } from './quadWatch.ts';
import { Scratch } from './scratch.ts';

/** What beginning to draw a quad costs, in pixels that could be drawn meanwhile. */
const START_PIXELS = 5_000;
/** How many pixels of a plain quad one costs whose colors are changed on the way. */
const CHANGED = 8;
/** A part is flattened where its quads cost so many times what its picture does. */
const WORTH = 2;

/** How the stack is painted. */
export interface StackPainting {
  ctx: CanvasRenderingContext2D;
  /** Fills a context, of the canvas's size, with the background. */
  clear(ctx: CanvasRenderingContext2D): void;
  paint(ctx: CanvasRenderingContext2D, quad: Quad): void;
}

/**
 * Draws a stack of quads of which a few change from drawing to drawing, as while one is dragged: what stands still below
 * and above them is flattened into one picture each, so that a drawing costs what moves, however many quads there are.
 */
export class StillParts {
  readonly #painting: StackPainting;
  readonly #watch = new QuadWatch();
  readonly #below = new Scratch();
  readonly #above = new Scratch();
  /** The quads between the pictures; none are kept while `from` is after `to`. */
  #from = 0;
  #to = -1;
  #hasBelow = false;
  #hasAbove = false;
  /** How many quads the last drawing had. */
  #count = 0;
  /** What changed at the last drawing. */
  #first = 0;
  #last = -1;

  constructor(painting: StackPainting) {
    this.#painting = painting;
  }

  /** Draws the quads, back to front, over the background. @param isAnew whether that is another one. */
  draw(quads: readonly Quad[], isAnew: boolean): void {
    this.#watch.take(quads, isAnew);
    // Of another stack, an empty one too, nothing that is kept is a part.
    if (isAnew || quads.length !== this.#count) this.#drop();
    this.#count = quads.length;
    const { first, last } = this.#watch;
    const isOther = last >= first;
    if (isOther && (first < this.#from || last > this.#to)) {
      this.#drop();
      // A single change is drawn as it is.
      if (first <= this.#last && last >= this.#first) this.#flatten(quads);
    }
    if (isOther) {
      this.#first = first;
      this.#last = last;
    }
    this.#paint(quads);
  }

  /** Lets go of all pictures. */
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

  /** Makes the pictures around what changed twice in a row, where they pay. */
  #flatten(quads: readonly Quad[]): void {
    const { clear, paint } = this.#painting;
    const from = Math.min(this.#watch.first, this.#first);
    const to = Math.max(this.#watch.last, this.#last);
    const { width, height } = this.#painting.ctx.canvas;
    const least = WORTH * width * height;
    const above = quads.slice(to + 1);
    this.#hasBelow = costOf(quads.slice(0, from)) >= least;
    // What mixes with the colors below it cannot be painted without them.
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

/** What painting quads costs, in pixels of a plain one. */
function costOf(quads: readonly Quad[]): number {
  return quads.reduce((sum, { width, height, opacity, adjustment, vignette, hue, key }) => {
    if (opacity <= 0) return sum;
    const isChanged = adjustment !== plainAdjustment || vignette !== 0 || hue !== 0 || key !== undefined;
    return sum + START_PIXELS + width * height * (isChanged ? CHANGED : 1);
  }, 0);
}

function reset(ctx: CanvasRenderingContext2D): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
}
