import type { Rgba } from '../../layout/color.ts';
import type { Compositor } from './compositor.ts';
import type { Drawable, Quad } from './quad.ts';

/** Makes a compositor on a canvas's 2-D context; undefined where the canvas gives none. */
export function createCanvas2DCompositor(canvas: HTMLCanvasElement): Compositor | undefined {
  const ctx = canvas.getContext('2d');
  return ctx ? new Canvas2DCompositor(ctx) : undefined;
}

class Canvas2DCompositor implements Compositor {
  readonly kind = 'canvas2d';
  readonly maxSide = 8192;
  readonly textures = 0;
  readonly turnsHue: boolean;
  readonly #ctx: CanvasRenderingContext2D;
  #background: Rgba | undefined;
  #fill = '';

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx;
    // Not every browser has filters on its canvas.
    this.turnsHue = 'filter' in ctx;
  }

  resize(width: number, height: number): void {
    const { canvas } = this.#ctx;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  draw(quads: readonly Quad[], background: Rgba): void {
    const ctx = this.#ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    this.#clear(background);
    for (let i = 0; i < quads.length; i += 1) drawQuad(ctx, quads[i] as Quad);
  }

  forget(_drawable: Drawable): void {}

  dispose(): void {}

  #clear(background: Rgba): void {
    const ctx = this.#ctx;
    const { width, height } = ctx.canvas;
    if (background !== this.#background) this.#fill = cssColor(background);
    this.#background = background;
    if (background.a < 1) ctx.clearRect(0, 0, width, height);
    if (background.a === 0) return;
    ctx.fillStyle = this.#fill;
    ctx.fillRect(0, 0, width, height);
  }
}

function drawQuad(ctx: CanvasRenderingContext2D, quad: Quad): void {
  const { drawable, width, height } = quad;
  const { source } = drawable;
  if (!source || quad.opacity <= 0 || width <= 0 || height <= 0) return;
  const { cos, sin } = quad;
  ctx.setTransform(cos, sin, -sin, cos, quad.x, quad.y);
  ctx.globalAlpha = quad.opacity;
  ctx.imageSmoothingQuality = drawable.shrinks ? 'high' : 'low';
  if (quad.hue !== 0) ctx.filter = `hue-rotate(${quad.hue}deg)`;
  ctx.drawImage(
    source,
    quad.cropX * drawable.width,
    quad.cropY * drawable.height,
    quad.cropWidth * drawable.width,
    quad.cropHeight * drawable.height,
    -width / 2,
    -height / 2,
    width,
    height,
  );
  if (quad.hue !== 0) ctx.filter = 'none';
}

function cssColor({ r, g, b, a }: Rgba): string {
  return `rgb(${r * 255} ${g * 255} ${b * 255} / ${a})`;
}
