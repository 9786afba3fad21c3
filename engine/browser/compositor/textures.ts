import type { Drawable, QuadSource } from './quad.ts';

/** A drawable's picture on the graphics card. */
export interface Texture {
  readonly handle: WebGLTexture;
  version: number;
  hasMipmaps: boolean;
  /** Which drawing call it was last given a unit in, and which one. */
  call: number;
  unit: number;
}

/** Keeps the textures of drawables up to date. */
export class TextureStore {
  readonly maxSide: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #held = new Set<Drawable>();
  #scratch: OffscreenCanvas | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.maxSide = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    // Canvases hold premultiplied colours, and blending wants them.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * The texture of a drawable, uploaded first where its picture is newer. Undefined when it has none.
   * Uploading leaves the texture bound to the active unit; `onUpload` is told so.
   */
  of(drawable: Drawable, onUpload: () => void): Texture | undefined {
    const known = drawable.texture as Texture | undefined;
    if (known && known.version === drawable.version && (known.hasMipmaps || !drawable.shrinks)) return known;
    if (!drawable.source) return known;
    const texture = known ?? this.#create(drawable);
    onUpload();
    this.#upload(drawable, drawable.source, texture);
    return texture;
  }

  forget(drawable: Drawable): void {
    if (!this.#held.delete(drawable)) return;
    this.#gl.deleteTexture((drawable.texture as Texture).handle);
    drawable.texture = undefined;
  }

  forgetAll(): void {
    for (const drawable of this.#held) this.forget(drawable);
  }

  #create(drawable: Drawable): Texture {
    const handle = this.#gl.createTexture();
    const texture = { handle, version: -1, hasMipmaps: false, call: -1, unit: 0 };
    drawable.texture = texture;
    this.#held.add(drawable);
    return texture;
  }

  #upload(drawable: Drawable, source: QuadSource, texture: Texture): void {
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, texture.handle);
    const { width, height } = drawable;
    const large = width > this.maxSide || height > this.maxSide;
    const fitted = large ? this.#shrunk(source, width, height) : source;
    // Videos too are given whole, since browsers hand a frame to texImage2D without a detour through memory.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, fitted);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    if (drawable.shrinks) gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, drawable.shrinks ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
    texture.version = drawable.version;
    texture.hasMipmaps = drawable.shrinks;
    if (drawable.passing) free(drawable);
  }

  /** A picture that is larger than the card takes, as large as it does. */
  #shrunk(source: QuadSource, width: number, height: number): OffscreenCanvas {
    const scale = this.maxSide / Math.max(width, height);
    const canvas = this.#scratch ?? new OffscreenCanvas(1, 1);
    this.#scratch = canvas;
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const ctx = canvas.getContext('2d');
    if (ctx) ctx.imageSmoothingQuality = 'high';
    ctx?.drawImage(source, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
}

function free(drawable: Drawable): void {
  const canvas = drawable.source;
  drawable.source = undefined;
  if (canvas instanceof OffscreenCanvas) canvas.width = canvas.height = 0;
}
