import {
  createBufferInfoFromArrays,
  createProgramInfo,
  createVertexArrayInfo,
  setBuffersAndAttributes,
  setUniforms,
} from 'twgl.js';
import type { Rgba } from '../../layout/color.ts';
import type { Compositor, CompositorEvents } from './compositor.ts';
import { FLOATS, InstanceWriter } from './instances.ts';
import type { Drawable, Quad } from './quad.ts';
import { fragmentShader, vertexShader } from './shaders.ts';
import { type Texture, TextureStore } from './textures.ts';

/** Most textures of one drawing call; every WebGL2 has 16. */
const MAX_UNITS = 16;

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

/** What is made anew after the graphics card was reset. */
interface Parts {
  textures: TextureStore;
  /** Points the instance attributes at an offset of the buffer. */
  pointAt(firstInstance: number): void;
  setCanvasSize(width: number, height: number): void;
  free(): void;
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
  }

  draw(quads: readonly Quad[], background: Rgba): void {
    if (this.#lost) return;
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
    this.#parts.free();
  }

  /** Writes all quads, uploads what is new, and cuts them into calls of as many textures as there are units. */
  #collect(quads: readonly Quad[]): void {
    this.#writer.count = 0;
    this.#used.length = 0;
    this.#callInstances.length = 0;
    this.#callTextures.length = 0;
    this.#beginCall();
    for (let i = 0; i < quads.length; i += 1) {
      const quad = quads[i] as Quad;
      if (quad.opacity <= 0 || quad.width <= 0 || quad.height <= 0) continue;
      const texture = this.#parts.textures.of(quad.drawable, this.#onUpload);
      if (texture) this.#writer.write(quad, this.#unitOf(texture));
    }
  }

  #beginCall(): void {
    this.#call += 1;
    this.#callInstances.push(this.#writer.count);
    this.#callTextures.push(this.#used.length);
  }

  #unitOf(texture: Texture): number {
    if (texture.call === this.#call) return texture.unit;
    const first = this.#callTextures[this.#callTextures.length - 1] as number;
    if (this.#used.length - first === MAX_UNITS) this.#beginCall();
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
    this.#parts.pointAt(first);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, end - first);
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
  }

  #restore(events: CompositorEvents): void {
    const { width, height } = this.#gl.canvas;
    this.#parts.textures.forgetAll();
    this.#parts = makeParts(this.#gl);
    this.#writer.forget();
    this.#background = undefined;
    this.#bound.fill(undefined);
    this.#lost = false;
    this.resize(width, height);
    events.onRestored();
  }
}

function premultiplied({ r, g, b, a }: Rgba): [number, number, number, number] {
  return [r * a, g * a, b * a, a];
}

function makeParts(gl: WebGL2RenderingContext): Parts {
  const program = createProgramInfo(gl, [vertexShader, fragmentShader(MAX_UNITS)]);
  const instances = gl.createBuffer();
  const perQuad = (numComponents: number, offset: number) => ({
    buffer: instances,
    numComponents,
    type: Float32Array,
    divisor: 1,
    stride: FLOATS * 4,
    offset: offset * 4,
  });
  const buffers = createBufferInfoFromArrays(gl, {
    corner: { numComponents: 2, data: [-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5] },
    place: perQuad(4, 0),
    turn: perQuad(4, 4),
    crop: perQuad(4, 8),
    look: perQuad(4, 12),
    unit: perQuad(1, 16),
  });
  const vertexArray = createVertexArrayInfo(gl, program, buffers);
  // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
  gl.useProgram(program.program);
  setBuffersAndAttributes(gl, program, vertexArray);
  gl.uniform1iv(
    gl.getUniformLocation(program.program, 'pictures'),
    Array.from({ length: MAX_UNITS }, (_, i) => i),
  );
  gl.bindBuffer(gl.ARRAY_BUFFER, instances);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return {
    textures: new TextureStore(gl),
    pointAt: pointer(gl, program.program),
    setCanvasSize: (width, height) => setUniforms(program, { canvasSize: [width, height] }),
    free: () => {
      gl.deleteVertexArray(vertexArray.vertexArrayObject ?? null);
      for (const { buffer } of Object.values(buffers.attribs ?? {})) gl.deleteBuffer(buffer);
      gl.deleteProgram(program.program);
    },
  };
}

/** WebGL2 cannot start at a later instance, so the attributes are pointed there; only where there are several calls. */
function pointer(gl: WebGL2RenderingContext, program: WebGLProgram): (firstInstance: number) => void {
  const places = ['place', 'turn', 'crop', 'look', 'unit'].map((name) => gl.getAttribLocation(program, name));
  let now = 0;
  return (first) => {
    if (first === now) return;
    now = first;
    for (let i = 0; i < places.length; i += 1) {
      const size = i === places.length - 1 ? 1 : 4;
      gl.vertexAttribPointer(places[i] as number, size, gl.FLOAT, false, FLOATS * 4, (first * FLOATS + i * 4) * 4);
    }
  };
}
