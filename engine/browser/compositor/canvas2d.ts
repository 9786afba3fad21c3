import { parseRgba, type Rgba } from '../../layout/color.ts';
import type { TransitionContext } from '../../transitions/transition.ts';
import type { Compositor, Incoming } from './compositor.ts';
import type { Drawable, Quad } from './quad.ts';
import { createQuadPainter, type QuadPainter } from './quadPainter.ts';
import { Scratch } from './scratch.ts';
import { StillParts } from './stillParts.ts';

/** Creates a compositor on a canvas's 2D context; undefined if there is none. */
export function createCanvas2DCompositor(canvas: HTMLCanvasElement): Compositor | undefined {
  const ctx = canvas.getContext('2d');
  return ctx ? new Canvas2DCompositor(ctx) : undefined;
}

class Canvas2DCompositor implements Compositor {
  readonly kind = 'canvas2d';
  readonly maxSide = 8192;
  readonly textures = 0;
  readonly shiftsHue: boolean;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #painter: QuadPainter;
  readonly #still: StillParts;
  /** Frames of the incoming and the outgoing scene. */
  readonly #outgoing = new Scratch();
  readonly #incoming = new Scratch();
  readonly #scratches: Scratch[] = [];
  readonly #pictures = {
    before: null as unknown,
    after: null as unknown,
    width: 0,
    height: 0,
    scratch: (index: number, width: number, height: number) => {
      this.#scratches[index] ??= new Scratch();
      const ctx = this.#scratches[index].of(width, height);
      ctx.clearRect(0, 0, width, height);
      return { ctx: ctx as TransitionContext & CanvasRenderingContext2D, picture: ctx.canvas };
    },
  };
  /** Version of the drawn outgoing frame; NaN: none. */
  #version = Number.NaN;
  #background: Rgba | undefined;
  /** Background of the last drawing. */
  #behind: Rgba = parseRgba('none');
  #fill = '';

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx;
    // Not every browser has canvas filters.
    this.shiftsHue = 'filter' in ctx;
    this.#painter = createQuadPainter();
    this.#still = new StillParts({
      ctx,
      clear: (one) => this.#clear(one, this.#behind),
      paint: (one, quad) => this.#painter.paint(one, quad),
    });
  }

  resize(width: number, height: number): void {
    const { canvas } = this.#ctx;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.#rest();
  }

  draw(quads: readonly Quad[], background: Rgba, incoming?: Incoming): void {
    if (incoming) {
      this.#drawIncoming(quads, background, incoming);
      return;
    }
    this.#endTransition();
    const redrawsAll = background !== this.#behind;
    this.#behind = background;
    this.#still.draw(quads, redrawsAll);
    this.#painter.sweep();
  }

  forget(_drawable: Drawable): void {}

  dispose(): void {
    this.#rest();
    this.#painter.dispose();
  }

  /** @param to index after the last quad. */
  #drawAll(ctx: CanvasRenderingContext2D, quads: readonly Quad[], background: Rgba, to = quads.length): void {
    this.#clear(ctx, background);
    for (let i = 0; i < to; i += 1) this.#painter.paint(ctx, quads[i] as Quad);
  }

  #drawIncoming(quads: readonly Quad[], background: Rgba, incoming: Incoming): void {
    const { outgoing, effect, progress, direction, overlaidFrom } = incoming;
    const ctx = this.#ctx;
    const { width, height } = ctx.canvas;
    this.#still.free();
    const first = this.#outgoing.of(width, height);
    const second = this.#incoming.of(width, height);
    if (this.#version !== outgoing.version) this.#drawAll(first, outgoing.quads, outgoing.background);
    this.#version = outgoing.version;
    this.#drawAll(second, quads, background, overlaidFrom);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    ctx.imageSmoothingQuality = 'low';
    ctx.clearRect(0, 0, width, height);
    const pictures = this.#pictures;
    pictures.before = first.canvas;
    pictures.after = second.canvas;
    pictures.width = width;
    pictures.height = height;
    // The context's type here is narrower than the browser's.
    effect.paint(ctx as Parameters<typeof effect.paint>[0], pictures, progress, direction);
    for (let i = overlaidFrom; i < quads.length; i += 1) this.#painter.paint(ctx, quads[i] as Quad);
  }

  /** Releases cached frames: the canvas was resized or is disposed. */
  #rest(): void {
    this.#still.free();
    this.#endTransition();
  }

  /** Ends a transition. */
  #endTransition(): void {
    this.#version = Number.NaN;
    this.#outgoing.free();
    this.#incoming.free();
    for (const scratch of this.#scratches) scratch?.free();
  }

  #clear(ctx: CanvasRenderingContext2D, background: Rgba): void {
    const { width, height } = ctx.canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    if (background !== this.#background) this.#fill = cssColor(background);
    this.#background = background;
    if (background.a < 1) ctx.clearRect(0, 0, width, height);
    if (background.a === 0) return;
    ctx.fillStyle = this.#fill;
    ctx.fillRect(0, 0, width, height);
  }
}

function cssColor({ r, g, b, a }: Rgba): string {
  return `rgb(${r * 255} ${g * 255} ${b * 255} / ${a})`;
}
