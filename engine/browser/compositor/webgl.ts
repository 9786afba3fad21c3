import { plainAdjustment } from '../../effects/adjustment.ts';
import { noEffects } from '../../effects/layerEffects.ts';
import type { Rgba } from '../../layout/color.ts';
import { allSeen } from '../../layout/layerTransform.ts';
import type { Compositor, CompositorEvents, Incoming } from './compositor.ts';
import { type DrawCall, DrawCalls, MAX_UNITS } from './drawCalls.ts';
import { haveEffects } from './effectQuads.ts';
import { InstanceWriter } from './instances.ts';
import type { Drawable, Quad } from './quad.ts';
import { isAlone, type QuadKind } from './shaders.ts';
import { BACKDROP_UNIT, CUBE_UNIT } from './specialQuads.ts';
import type { Texture } from './texture.ts';
import { makeParts, type Parts } from './webglParts.ts';

/** Creates a compositor on WebGL2, hardware or emulated; undefined if there is none. */
export function createWebGLCompositor(canvas: HTMLCanvasElement, events: CompositorEvents): Compositor | undefined {
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: false,
    stencil: false,
    premultipliedAlpha: true,
    // Pages and tests read the canvas at any time, as with Canvas 2D.
    preserveDrawingBuffer: true,
  });
  return gl ? new WebGLCompositor(gl, events) : undefined;
}

class WebGLCompositor implements Compositor {
  readonly kind = 'webgl';
  readonly shiftsHue = true;
  readonly #gl: WebGL2RenderingContext;
  readonly #ending = new AbortController();
  readonly #writer = new InstanceWriter();
  readonly #calls = new DrawCalls(this.#writer);
  readonly #bound: (Texture | undefined)[] = Array(MAX_UNITS).fill(undefined);
  readonly #onUpload = (): void => {
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#bound[0] = undefined;
  };
  #parts: Parts;
  #background: Rgba | undefined;
  #lost = false;

  constructor(gl: WebGL2RenderingContext, events: CompositorEvents) {
    this.#gl = gl;
    this.#parts = makeParts(gl);
    const { signal } = this.#ending;
    const canvas = gl.canvas as HTMLCanvasElement;
    canvas.addEventListener('webglcontextlost', (event) => this.#lose(event), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#restore(events), { signal });
  }

  get maxSide(): number {
    return this.#parts.textures.maxSide;
  }

  get textures(): number {
    return this.#parts.textures.size;
  }

  resize(width: number, height: number): void {
    const { canvas } = this.#gl;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.#gl.viewport(0, 0, width, height);
    this.#parts.setCanvasSize(width, height);
    this.#parts.transitions.rest();
  }

  draw(given: readonly Quad[], background: Rgba, incoming?: Incoming): void {
    if (this.#lost) return;
    const { transitions, effects } = this.#parts;
    const quads = this.#withEffects(given);
    if (!incoming) {
      transitions.rest();
      this.#drawAll(quads, background);
      effects.sweep();
      return;
    }
    const { outgoing, overlaidFrom } = incoming;
    if (transitions.version !== outgoing.version) {
      const before = this.#withEffects(outgoing.quads);
      transitions.aim('outgoing');
      // Creating the framebuffers used a texture unit.
      this.#bound.fill(undefined);
      this.#drawAll(before, outgoing.background);
      transitions.version = outgoing.version;
    }
    transitions.aim('incoming');
    this.#drawAll(quads, background, overlaidFrom);
    transitions.draw(incoming);
    this.#bound.fill(undefined);
    this.#drawQuads(quads, overlaidFrom, quads.length);
  }

  /** Replaces quads with effects by quads that show the results, which are drawn first. */
  #withEffects(quads: readonly Quad[]): readonly Quad[] {
    if (!haveEffects(quads)) return quads;
    const { effects, textures } = this.#parts;
    return quads.map((quad) => {
      if (quad.effects === noEffects || quad.opacity <= 0 || quad.width <= 0 || quad.height <= 0) return quad;
      if (!textures.of(quad.drawable, this.#onUpload)) return quad;
      const shown = effects.of(quad, (flat) => this.#drawFlat(flat));
      // Rows of framebuffers count from the bottom.
      shown.cropY = 1;
      shown.cropHeight = -1;
      return shown;
    });
  }

  /** Draws a quad that fills the current framebuffer. */
  #drawFlat(flat: Quad): void {
    const gl = this.#gl;
    // A texture must not be bound for reading while it is drawn into.
    for (let unit = 0; unit < MAX_UNITS; unit += 1) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, null);
    }
    this.#bound.fill(undefined);
    gl.viewport(0, 0, flat.width, flat.height);
    this.#parts.setCanvasSize(flat.width, flat.height);
    this.#background = undefined;
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#drawQuads([flat], 0, 1);
    this.#bound.fill(undefined);
    this.#parts.setCanvasSize(gl.drawingBufferWidth, gl.drawingBufferHeight);
  }

  /** Draws onto the canvas, or into the transition renderer's current framebuffer. @param to index after the last. */
  #drawAll(quads: readonly Quad[], background: Rgba, to = quads.length): void {
    const gl = this.#gl;
    if (background !== this.#background) gl.clearColor(...premultiplied(background));
    this.#background = background;
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#drawQuads(quads, 0, to);
  }

  /** Draws some quads over what is there. */
  #drawQuads(quads: readonly Quad[], from: number, to: number): void {
    this.#collect(quads, from, to);
    if (this.#writer.count === 0) return;
    this.#writer.upload(this.#gl);
    for (let i = 0; i < this.#calls.count; i += 1) this.#drawCall(this.#calls.list[i] as DrawCall);
  }

  forget(drawable: Drawable): void {
    this.#parts.textures.forget(drawable);
    this.#bound.fill(undefined);
  }

  dispose(): void {
    this.#ending.abort();
    // The context stays, because a canvas has only one and may be reused by another preview.
    this.#parts.textures.forgetAll();
    this.#parts.transitions.free();
    this.#parts.free();
  }

  /** Writes quads, uploads new textures, and splits the quads into calls. */
  #collect(quads: readonly Quad[], from: number, to: number): void {
    this.#writer.count = 0;
    this.#calls.begin();
    for (let i = from; i < to; i += 1) {
      const quad = quads[i] as Quad;
      if (quad.opacity <= 0 || quad.width <= 0 || quad.height <= 0) continue;
      const part = this.#parts.textures.of(quad.drawable, this.#onUpload);
      if (!part) continue;
      this.#calls.add(quad, kindOf(quad), part.texture);
      this.#writer.write(quad, part.place);
    }
    this.#calls.end();
  }

  #drawCall({ kind, first, end, textures, quad }: DrawCall): void {
    const gl = this.#gl;
    for (let unit = 0; unit < textures.length; unit += 1) this.#bind(unit, textures[unit] as Texture);
    const program = this.#parts.use(kind, textures.length === 1);
    this.#parts.pointAt(first);
    const drawIt = (): void => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, end - first);
    if (!isAlone(kind)) {
      drawIt();
      return;
    }
    this.#bound[BACKDROP_UNIT] = this.#bound[CUBE_UNIT] = undefined;
    this.#parts.special.draw(quad, program, drawIt);
  }

  #bind(unit: number, texture: Texture): void {
    if (this.#bound[unit] === texture) return;
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture.handle);
    this.#bound[unit] = texture;
  }

  #lose(event: Event): void {
    // Without this the browser never restores the context.
    event.preventDefault();
    this.#lost = true;
    this.#parts.textures.forgetAll();
  }

  #restore(events: CompositorEvents): void {
    const { width, height } = this.#gl.canvas;
    this.#parts = makeParts(this.#gl);
    this.#writer.forget();
    this.#background = undefined;
    this.#bound.fill(undefined);
    this.#lost = false;
    this.resize(width, height);
    events.onRestored();
  }
}

function kindOf(quad: Quad): QuadKind {
  const { adjustment, grade, vignette, hue, radius, seen, blendMode, key } = quad;
  if (blendMode !== 'normal') return 'special';
  if (key || grade) return 'keyed';
  const isPlain = adjustment === plainAdjustment && vignette === 0 && hue === 0 && radius === 0 && seen === allSeen;
  if (!isPlain) return 'rare';
  return isPaintedFor(quad) ? 'painted' : 'plain';
}

/** Returns whether a quad shows a whole painted layer with its transparent border, at least one canvas pixel wide. */
function isPaintedFor({ drawable, cropWidth, cropHeight, width, height }: Quad): boolean {
  const isWhole = drawable.passing && cropWidth === 1 && cropHeight === 1;
  return isWhole && width > drawable.width - nearPixels && height > drawable.height - nearPixels;
}

/** Tolerance for equal sizes, in pixels. */
const nearPixels = 0.01;

function premultiplied({ r, g, b, a }: Rgba): [number, number, number, number] {
  return [r * a, g * a, b * a, a];
}
