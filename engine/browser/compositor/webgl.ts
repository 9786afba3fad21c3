import { plainAdjustment } from '../../effects/adjustment.ts';
import type { Rgba } from '../../layout/color.ts';
import { allSeen } from '../../layout/moved.ts';
import type { Compositor, CompositorEvents, Incoming } from './compositor.ts';
import { InstanceWriter } from './instances.ts';
import type { Drawable, Quad } from './quad.ts';
import { isAlone, type QuadKind } from './shaders.ts';
import { BACKDROP_UNIT } from './specialQuads.ts';
import type { Texture } from './textures.ts';
import { MAX_UNITS, makeParts, type Parts } from './webglParts.ts';

/** Makes a compositor on WebGL2, drawn by graphics card or emulator; undefined where there is none. */
export function createWebGLCompositor(canvas: HTMLCanvasElement, events: CompositorEvents): Compositor | undefined {
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: false,
    stencil: false,
    premultipliedAlpha: true,
    // Pages and tests read the canvas whenever they like, as with Canvas 2D.
    preserveDrawingBuffer: true,
  });
  return gl ? new WebGLCompositor(gl, events) : undefined;
}

class WebGLCompositor implements Compositor {
  readonly kind = 'webgl';
  readonly turnsHue = true;
  readonly #gl: WebGL2RenderingContext;
  readonly #ending = new AbortController();
  readonly #writer = new InstanceWriter();
  /** Textures in order of drawing calls and units, and where each call's instances and textures begin. */
  readonly #used: Texture[] = [];
  readonly #callInstances: number[] = [];
  readonly #callTextures: number[] = [];
  /** What kind each call's quads are, and the one quad of a special call. */
  readonly #callKinds: QuadKind[] = [];
  readonly #callQuads: Quad[] = [];
  readonly #bound: (Texture | undefined)[] = Array(MAX_UNITS).fill(undefined);
  readonly #onUpload = (): void => {
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#bound[0] = undefined;
  };
  #parts: Parts;
  #background: Rgba | undefined;
  #lost = false;
  #call = 0;

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

  draw(quads: readonly Quad[], background: Rgba, incoming?: Incoming): void {
    if (this.#lost) return;
    const { transitions } = this.#parts;
    if (!incoming) {
      transitions.rest();
      this.#drawAll(quads, background);
      return;
    }
    const { outgoing, effect, progress } = incoming;
    if (transitions.version !== outgoing.version) {
      transitions.aim('outgoing');
      // Making the pictures has taken a texture unit.
      this.#bound.fill(undefined);
      this.#drawAll(outgoing.quads, outgoing.background);
      transitions.version = outgoing.version;
    }
    transitions.aim('incoming');
    this.#drawAll(quads, background);
    transitions.draw(effect, progress);
    this.#bound.fill(undefined);
  }

  /** Draws onto the canvas, or wherever the transition renderer aims. */
  #drawAll(quads: readonly Quad[], background: Rgba): void {
    const gl = this.#gl;
    this.#collect(quads);
    if (background !== this.#background) gl.clearColor(...premultiplied(background));
    this.#background = background;
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (this.#writer.count === 0) return;
    this.#writer.upload(gl);
    for (let i = 0; i < this.#callInstances.length; i += 1) this.#drawCall(i);
  }

  forget(drawable: Drawable): void {
    this.#parts.textures.forget(drawable);
    this.#bound.fill(undefined);
  }

  dispose(): void {
    this.#ending.abort();
    // The context stays, since a canvas has one for life and may be given to another preview.
    this.#parts.textures.forgetAll();
    this.#parts.transitions.free();
    this.#parts.free();
  }

  /** Writes all quads, uploads what is new, and cuts them into calls of as many textures as there are units. */
  #collect(quads: readonly Quad[]): void {
    this.#writer.count = 0;
    this.#used.length = 0;
    this.#callInstances.length = 0;
    this.#callTextures.length = 0;
    this.#callKinds.length = 0;
    this.#callQuads.length = 0;
    for (let i = 0; i < quads.length; i += 1) {
      const quad = quads[i] as Quad;
      if (quad.opacity <= 0 || quad.width <= 0 || quad.height <= 0) continue;
      const texture = this.#parts.textures.of(quad.drawable, this.#onUpload);
      if (!texture) continue;
      const kind = kindOf(quad);
      if (isAlone(kind) || kind !== this.#callKinds[this.#callKinds.length - 1]) this.#beginCall(kind, quad);
      this.#writer.write(quad, this.#unitOf(texture, kind, quad));
    }
  }

  #beginCall(kind: QuadKind, first: Quad): void {
    this.#call += 1;
    this.#callKinds.push(kind);
    this.#callQuads.push(first);
    this.#callInstances.push(this.#writer.count);
    this.#callTextures.push(this.#used.length);
  }

  #unitOf(texture: Texture, kind: QuadKind, quad: Quad): number {
    if (texture.call === this.#call) return texture.unit;
    const first = this.#callTextures[this.#callTextures.length - 1] as number;
    if (this.#used.length - first === MAX_UNITS) this.#beginCall(kind, quad);
    texture.call = this.#call;
    texture.unit = this.#used.length - (this.#callTextures[this.#callTextures.length - 1] as number);
    this.#used.push(texture);
    return texture.unit;
  }

  #drawCall(i: number): void {
    const gl = this.#gl;
    const isLast = i + 1 === this.#callInstances.length;
    const first = this.#callInstances[i] as number;
    const end = isLast ? this.#writer.count : (this.#callInstances[i + 1] as number);
    const firstTexture = this.#callTextures[i] as number;
    const endTexture = isLast ? this.#used.length : (this.#callTextures[i + 1] as number);
    for (let t = firstTexture; t < endTexture; t += 1) this.#bind(t - firstTexture, this.#used[t] as Texture);
    const kind = this.#callKinds[i] as QuadKind;
    const program = this.#parts.use(kind);
    this.#parts.pointAt(first);
    const drawIt = (): void => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, end - first);
    if (!isAlone(kind)) {
      drawIt();
      return;
    }
    this.#bound[BACKDROP_UNIT] = undefined;
    this.#parts.special.draw(this.#callQuads[i] as Quad, program, drawIt);
  }

  #bind(unit: number, texture: Texture): void {
    if (this.#bound[unit] === texture) return;
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture.handle);
    this.#bound[unit] = texture;
  }

  #lose(event: Event): void {
    // Without this the browser never gives the card back.
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

function kindOf({ adjustment, vignette, hue, radius, seen, blendMode, key }: Quad): QuadKind {
  if (blendMode !== 'normal') return 'special';
  if (key) return 'keyed';
  const isPlain = adjustment === plainAdjustment && vignette === 0 && hue === 0 && radius === 0 && seen === allSeen;
  return isPlain ? 'plain' : 'rare';
}

function premultiplied({ r, g, b, a }: Rgba): [number, number, number, number] {
  return [r * a, g * a, b * a, a];
}
