import { adjustPixels, plainAdjustment } from '../../effects/adjustment.ts';
import { keyPixels } from '../../effects/chromaKey.ts';
import { gradePixels } from '../../effects/color.ts';
import { cubeOf } from '../../effects/colorCube.ts';
import { applyEffects, noEffects } from '../../effects/layerEffects.ts';
import { vignetteLight } from '../../effects/vignette.ts';
import { allSeen } from '../../layout/layerTransform.ts';
import { addRounded } from '../../painters/rounded.ts';
import { AdjustmentFilters } from './adjustmentFilters.ts';
import { EffectQuadStore, shorterIn } from './effectQuads.ts';
import type { Quad, QuadSource } from './quad.ts';
import { Scratch } from './scratch.ts';

/** Draws quads on a 2D context. */
export interface QuadPainter {
  paint(ctx: CanvasRenderingContext2D, quad: Quad): void;
  /** Releases the effects of quads that were not painted since the last sweep. */
  sweep(): void;
  dispose(): void;
}

/** Color stops of a vignette gradient; with so many, the error of interpolation is invisible. */
const STOPS = 32;

/** Creates a painter, which caches what its effects need. */
export function createQuadPainter(): QuadPainter {
  return new Painter();
}

class Painter implements QuadPainter {
  readonly #filters = new AdjustmentFilters();
  readonly #scratch = new Scratch();
  /**
   * For quads with a chroma key or color correction, whose pixels are read for every drawing; reading from a graphics
   * card is slow.
   */
  readonly #keyed = new Scratch({ willReadFrequently: true });
  readonly #effects = new EffectQuadStore<Scratch>((scratch) => scratch.free());
  /** The last vignette of each quad. */
  readonly #shades = new WeakMap<Quad, { angle: number; radius: number; fill: CanvasGradient }>();

  paint(ctx: CanvasRenderingContext2D, quad: Quad): void {
    const { drawable, width, height } = quad;
    const { source } = drawable;
    if (!source || quad.opacity <= 0 || width <= 0 || height <= 0) return;
    if (quad.effects !== noEffects) {
      this.paint(ctx, this.#withEffects(quad));
      return;
    }
    const isAdjusted = quad.adjustment !== plainAdjustment;
    if (quad.key || quad.grade || quad.vignette !== 0 || (isAdjusted && !AdjustmentFilters.areTaken)) {
      this.#paintAside(ctx, quad, source);
      return;
    }
    ctx.globalAlpha = quad.opacity;
    if (quad.blendMode !== 'normal') ctx.globalCompositeOperation = quad.blendMode;
    if (isAdjusted) ctx.filter = `${this.#filters.of(quad.adjustment)}${quad.hue === 0 ? '' : ` ${hueFilter(quad)}`}`;
    else if (quad.hue !== 0) ctx.filter = hueFilter(quad);
    place(ctx, quad, source);
    if (isAdjusted || quad.hue !== 0) ctx.filter = 'none';
    if (quad.blendMode !== 'normal') ctx.globalCompositeOperation = 'source-over';
  }

  dispose(): void {
    this.#filters.dispose();
    this.#scratch.free();
    this.#keyed.free();
    this.#effects.free();
  }

  sweep(): void {
    this.#effects.sweep();
  }

  /** Returns a quad that shows the picture of another after its effects; painted again only if that changed. */
  #withEffects(quad: Quad): Quad {
    const entry = this.#effects.of(quad);
    if (!entry.update(quad)) return entry.shown;
    const { flat, shown } = entry;
    const { width, height } = flat;
    entry.target ??= new Scratch({ willReadFrequently: true });
    const ctx = entry.target.of(width, height);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    this.paint(ctx, flat);
    const image = ctx.getImageData(0, 0, width, height);
    applyEffects(image, quad.effects, shorterIn(entry));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.putImageData(image, 0, 0);
    shown.drawable.source = ctx.canvas;
    return shown;
  }

  /**
   * Draws a quad with its effects on a separate canvas, then onto the canvas, so that transparent pixels stay
   * transparent.
   */
  #paintAside(ctx: CanvasRenderingContext2D, quad: Quad, source: QuadSource): void {
    const { width, height } = ctx.canvas;
    const isAdjusted = quad.adjustment !== plainAdjustment;
    // A chroma key needs the original colors.
    const isFiltered = isAdjusted && !quad.key && AdjustmentFilters.areTaken;
    const aside = (quad.key || quad.grade ? this.#keyed : this.#scratch).of(width, height);
    aside.setTransform(1, 0, 0, 1, 0, 0);
    const { left, top, right, bottom } = boundsOf(quad, width, height);
    if (right <= left || bottom <= top) return;
    aside.clearRect(left, top, right - left, bottom - top);
    if (isFiltered) aside.filter = this.#filters.of(quad.adjustment);
    place(aside, quad, source);
    if (isFiltered) aside.filter = 'none';
    if (quad.key || quad.grade || (isAdjusted && !isFiltered)) {
      const pixels = aside.getImageData(left, top, right - left, bottom - top);
      if (quad.key) keyPixels(pixels.data, right - left, quad.key, quad.unit);
      if (isAdjusted && !isFiltered) adjustPixels(pixels.data, quad.adjustment);
      if (quad.grade) gradePixels(pixels.data, cubeOf(quad.grade));
      aside.putImageData(pixels, left, top);
    }
    if (quad.vignette !== 0) this.#shade(aside, quad);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = quad.opacity;
    if (quad.hue !== 0) ctx.filter = hueFilter(quad);
    if (quad.blendMode !== 'normal') ctx.globalCompositeOperation = quad.blendMode;
    ctx.drawImage(aside.canvas, left, top, right - left, bottom - top, left, top, right - left, bottom - top);
    if (quad.hue !== 0) ctx.filter = 'none';
    if (quad.blendMode !== 'normal') ctx.globalCompositeOperation = 'source-over';
  }

  #shade(ctx: CanvasRenderingContext2D, quad: Quad): void {
    const { cos, sin, width, height, x, y } = quad;
    ctx.setTransform(cos, sin, -sin, cos, x, y);
    ctx.globalCompositeOperation = 'source-atop';
    ctx.fillStyle = this.#shadeOf(ctx, quad);
    // One more pixel on each side for antialiased edges.
    ctx.fillRect(-width / 2 - 1, -height / 2 - 1, width + 2, height + 2);
    ctx.globalCompositeOperation = 'source-over';
  }

  #shadeOf(ctx: CanvasRenderingContext2D, quad: Quad): CanvasGradient {
    const radius = Math.hypot(quad.width, quad.height) / 2;
    const known = this.#shades.get(quad);
    if (known && known.angle === quad.vignette && known.radius === radius) return known.fill;
    const fill = ctx.createRadialGradient(0, 0, 0, 0, 0, radius);
    for (let i = 0; i <= STOPS; i += 1) {
      const dark = 1 - vignetteLight(quad.vignette, i / STOPS);
      fill.addColorStop(i / STOPS, `rgb(0 0 0 / ${dark.toFixed(5)})`);
    }
    this.#shades.set(quad, { angle: quad.vignette, radius, fill });
    return fill;
  }
}

/** Draws the image of a quad in place, without effects. A negative crop flips it. */
function place(ctx: CanvasRenderingContext2D, quad: Quad, source: QuadSource): void {
  const { drawable, width, height, cos, sin, cropX, cropY, cropWidth, cropHeight } = quad;
  // A substitute for a frame that is still loading is smaller than the frame.
  const size = source instanceof OffscreenCanvas ? source : drawable;
  const across = cropWidth < 0 ? -1 : 1;
  const down = cropHeight < 0 ? -1 : 1;
  const isCut = quad.radius > 0 || quad.seen !== allSeen;
  if (isCut) {
    ctx.save();
    ctx.setTransform(cos, sin, -sin, cos, quad.x, quad.y);
    cutTo(ctx, quad);
  }
  ctx.setTransform(cos * across, sin * across, -sin * down, cos * down, quad.x, quad.y);
  ctx.imageSmoothingQuality = drawable.shrinks ? 'high' : 'low';
  ctx.drawImage(
    source,
    (across < 0 ? cropX + cropWidth : cropX) * size.width,
    (down < 0 ? cropY + cropHeight : cropY) * size.height,
    across * cropWidth * size.width,
    down * cropHeight * size.height,
    -width / 2,
    -height / 2,
    width,
    height,
  );
  if (isCut) ctx.restore();
}

/** Clips to the rounded corners and the visible part of a quad. */
function cutTo(ctx: CanvasRenderingContext2D, { width, height, radius, seen }: Quad): void {
  if (radius > 0) {
    ctx.beginPath();
    addRounded(ctx, { x: -width / 2, y: -height / 2, width, height }, radius);
    ctx.clip();
  }
  if (seen === allSeen) return;
  ctx.beginPath();
  ctx.rect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top);
  ctx.clip();
}

function hueFilter({ hue }: Quad): string {
  return `hue-rotate(${hue}deg)`;
}

/** Returns the whole pixels of the canvas that a quad may touch. */
function boundsOf({ x, y, width, height, cos, sin }: Quad, most: number, mostHeight: number) {
  const reachX = (Math.abs(cos) * width + Math.abs(sin) * height) / 2 + 1;
  const reachY = (Math.abs(sin) * width + Math.abs(cos) * height) / 2 + 1;
  return {
    left: Math.max(0, Math.floor(x - reachX)),
    top: Math.max(0, Math.floor(y - reachY)),
    right: Math.min(most, Math.ceil(x + reachX)),
    bottom: Math.min(mostHeight, Math.ceil(y + reachY)),
  };
}
